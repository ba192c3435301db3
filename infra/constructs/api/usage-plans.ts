import { type ThrottleSettings, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { plans } from '../../../shared/domain/access/api-key.ts';
import type { RequestLimits, Throttle } from '../../stages/limits.ts';
import { usagePlanName } from '../../stages/stage-names.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import type { ServiceApi } from './service-api.ts';

/**
 * Adds a usage plan for each key plan. API Gateway identifies a client by the API Gateway key whose value is the usage
 * identifier that the authoriser returns, and rejects requests if no such key exists. A method's throttle replaces the
 * plan's throttle. There are no daily quotas, because a client could not distinguish an exhausted quota from a rate
 * limit.
 */
export const addUsagePlans = (scope: Construct, stage: StageSettings, api: ServiceApi): void => {
  const { perClient, operations } = stage.limits;
  for (const plan of plans) {
    const ofPlan = perClient[plan];
    new UsagePlan(scope, `UsagePlan-${plan}`, {
      name: usagePlanName(stage, plan),
      apiStages: [
        {
          api,
          stage: api.deploymentStage,
          throttle: [...api.operations].flatMap(([operationId, method]) => {
            const throttle = operations[operationId].perClient[plan];
            return throttle ? [{ method, throttle: toSettings(throttle) }] : [];
          }),
        },
      ],
      ...(ofPlan && { throttle: toSettings(ofPlan) }),
    });
  }
};

const toSettings = ({ ratePerSecond, burst }: Throttle): ThrottleSettings => ({
  rateLimit: ratePerSecond,
  burstLimit: burst,
});

/** Returns each plan's rate in requests per second as a JSON object, for the functions that return it to clients. */
export const rateOfPlan = (perClient: RequestLimits['perClient']): string =>
  JSON.stringify(Object.fromEntries(plans.map((plan) => [plan, perClient[plan]?.ratePerSecond])));

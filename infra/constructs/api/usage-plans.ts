import { type RestApi, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { plans } from '../../../shared/domain/access/api-key.ts';
import { usagePlanName } from '../../stages/stage-names.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';

/**
 * Adds a usage plan for each plan of keys. A client is counted by an API Gateway key whose value is the usage
 * identifier returned by the authoriser; without that key the gateway refuses its requests.
 */
export const addUsagePlans = (scope: Construct, api: RestApi, stage: StageSettings): void => {
  for (const plan of plans) {
    const throttle = stage.throttleOf[plan];
    new UsagePlan(scope, `UsagePlan-${plan}`, {
      name: usagePlanName(stage, plan),
      apiStages: [{ api, stage: api.deploymentStage }],
      ...(throttle && { throttle: { rateLimit: throttle.ratePerSecond, burstLimit: throttle.burst } }),
    });
  }
};

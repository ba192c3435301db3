import { Duration } from 'aws-cdk-lib';
import { IdentitySource, RequestAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { plans } from '../../../shared/domain/access/api-key.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { type FunctionContext, LiveFunction } from '../functions/operation-function.ts';

export const authoriserHandler = 'functions/platform/authorise-api-key.ts';

/** Returns requests per second by plan; a plan without a throttle is absent. */
const rateOfPlan = ({ throttleOf }: StageSettings): Record<string, number> =>
  Object.fromEntries(
    plans.flatMap((plan) => {
      const throttle = throttleOf[plan];
      return throttle ? [[plan, throttle.ratePerSecond]] : [];
    }),
  );

/** Authoriser of the API. The AUTH-KEY header is its only input and its cache key. */
export class ApiKeyAuthoriser extends RequestAuthorizer {
  readonly live: LiveFunction;

  constructor(scope: Construct, id: string, context: FunctionContext) {
    const { provisionedConcurrency, authoriserCacheSeconds } = context.stage;
    const live = new LiveFunction(scope, context, {
      handler: authoriserHandler,
      access: ['api-keys:read', 'api-key-use:write'],
      warmInstances: provisionedConcurrency.authoriser,
      // Functions report this limit to the client.
      environment: { RATE_OF_PLAN: JSON.stringify(rateOfPlan(context.stage)) },
    });
    super(scope, id, {
      handler: live,
      identitySources: [IdentitySource.header('AUTH-KEY')],
      resultsCacheTtl: Duration.seconds(authoriserCacheSeconds),
    });
    this.live = live;
  }
}

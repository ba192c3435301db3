import { Duration } from 'aws-cdk-lib';
import { IdentitySource, RequestAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { LiveFunction } from '../functions/live-function.ts';
import type { FunctionHouse } from '../functions/operation-function.ts';

export const authoriserHandler = 'functions/platform/authorise-api-key.ts';

/** Decides by the AUTH-KEY header alone, which is also what its answers are remembered by. */
export class ApiKeyAuthoriser extends RequestAuthorizer {
  readonly live: LiveFunction;

  constructor(scope: Construct, id: string, house: FunctionHouse) {
    const { provisionedConcurrency, authoriserCacheSeconds } = house.stage;
    const live = new LiveFunction(scope, house, {
      handler: authoriserHandler,
      access: ['api-keys:read'],
      warmInstances: provisionedConcurrency.authoriser,
    });
    super(scope, id, {
      handler: live,
      identitySources: [IdentitySource.header('AUTH-KEY')],
      resultsCacheTtl: Duration.seconds(authoriserCacheSeconds),
    });
    this.live = live;
  }
}

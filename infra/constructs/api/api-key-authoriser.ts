import { Duration } from 'aws-cdk-lib';
import { IdentitySource, RequestAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { authoriserReservedConcurrency } from '../../stages/limits.ts';
import { type FunctionContext, LiveFunction } from '../functions/operation-function.ts';

export const authoriserHandler = 'functions/platform/authorise-api-key.ts';

/** Lambda authoriser of the API. The AUTH-KEY header is its only identity source and therefore its cache key. */
export class ApiKeyAuthoriser extends RequestAuthorizer {
  readonly live: LiveFunction;

  constructor(scope: Construct, id: string, context: FunctionContext) {
    const { provisionedConcurrency, reserveConcurrency, authoriserCacheSeconds } = context.stage;
    const live = new LiveFunction(scope, context, {
      handler: authoriserHandler,
      access: ['api-keys:read', 'api-key-use:write'],
      warmInstances: provisionedConcurrency.authoriser,
      reservedConcurrency: reserveConcurrency ? authoriserReservedConcurrency : undefined,
    });
    super(scope, id, {
      handler: live,
      identitySources: [IdentitySource.header('AUTH-KEY')],
      resultsCacheTtl: Duration.seconds(authoriserCacheSeconds),
    });
    this.live = live;
  }
}

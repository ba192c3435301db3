import { Duration } from 'aws-cdk-lib';
import { IdentitySource, RequestAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { type FunctionHouse, OperationFunction } from '../functions/operation-function.ts';

export const authoriserHandler = 'functions/platform/authorise-api-key.ts';

/** Decides by the AUTH-KEY header alone, which is also what its answers are remembered by. */
export class ApiKeyAuthoriser extends RequestAuthorizer {
  constructor(scope: Construct, id: string, house: FunctionHouse) {
    super(scope, id, {
      handler: new OperationFunction(scope, house, {
        handler: authoriserHandler,
        access: ['api-keys:read'],
      }),
      identitySources: [IdentitySource.header('AUTH-KEY')],
      resultsCacheTtl: Duration.seconds(house.stage.authoriserCacheSeconds),
    });
  }
}

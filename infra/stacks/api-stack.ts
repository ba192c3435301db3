import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ApiKeyAuthoriser, authoriserHandler } from '../constructs/api/api-key-authoriser.ts';
import { operationTimeout, ServiceApi, streamTimeout } from '../constructs/api/service-api.ts';
import { addUsagePlans } from '../constructs/api/usage-plans.ts';
import { type FunctionHouse, OperationFunction } from '../constructs/functions/operation-function.ts';
import { allowedMethods, routes, routesByPath } from '../routes/routes.ts';

const refuseMethodHandler = 'functions/platform/refuse-method.ts';
const refusePathHandler = 'functions/platform/refuse-path.ts';

/** The handlers that this stack deploys. */
export const apiHandlers: readonly string[] = [
  ...routes.map(({ handler }) => handler),
  authoriserHandler,
  refuseMethodHandler,
  refusePathHandler,
];

const methodsByPath = Object.fromEntries(
  [...routesByPath(routes)].map(([path, routesOfPath]) => [path, allowedMethods(routesOfPath)]),
);

/** What answers clients: the API and its functions. All of it can be replaced. */
export class ApiStack extends Stack {
  readonly api: ServiceApi;
  /** Where clients reach the stage. */
  readonly apiUrl: CfnOutput;

  constructor(scope: Construct, id: string, house: FunctionHouse, props: StackProps) {
    super(scope, id, props);
    const { stage } = house;

    this.api = new ServiceApi(this, 'ServiceApi', {
      stageName: stage.name,
      routes,
      functionOf: ({ operationId, handler, access, streamed }) =>
        new OperationFunction(this, house, {
          handler,
          access,
          timeout: streamed ? streamTimeout : operationTimeout,
          // What its metrics are told apart by.
          environment: { OPERATION_ID: operationId },
        }),
      authoriser: new ApiKeyAuthoriser(this, 'ApiKeyAuthoriser', house),
      refuseMethod: new OperationFunction(this, house, {
        handler: refuseMethodHandler,
        access: [],
        environment: { ALLOWED_METHODS: JSON.stringify(methodsByPath) },
      }),
      refusePath: new OperationFunction(this, house, { handler: refusePathHandler, access: [] }),
    });
    addUsagePlans(this, this.api, stage);

    this.apiUrl = new CfnOutput(this, 'ApiUrl', { value: this.api.url });
  }
}

import { CfnOutput, Duration, Size, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ApiKeyAuthoriser, authoriserHandler } from '../constructs/api/api-key-authoriser.ts';
import { operationTimeout, ServiceApi, streamTimeout } from '../constructs/api/service-api.ts';
import { addUsagePlans } from '../constructs/api/usage-plans.ts';
import { type FunctionHouse, OperationFunction } from '../constructs/functions/operation-function.ts';
import { PublicationAlarms } from '../constructs/publishing/publication-alarms.ts';
import { PublicationTriggers } from '../constructs/publishing/publication-triggers.ts';
import { allowedMethods, routes, routesByPath } from '../routes/routes.ts';

const publisherHandler = 'functions/platform/publish-locations.ts';
/**
 * Nearly all that the publisher allocates lives for one record. Without it Node lets that garbage grow to a fourth of
 * all the memory it takes, and is no faster for it.
 */
const publisherNodeOptions = '--max-semi-space-size=4';
const refuseMethodHandler = 'functions/platform/refuse-method.ts';
const refusePathHandler = 'functions/platform/refuse-path.ts';

/** The handlers that this stack deploys. */
export const deployedHandlers: readonly string[] = [
  ...routes.map(({ handler }) => handler),
  authoriserHandler,
  publisherHandler,
  refuseMethodHandler,
  refusePathHandler,
];

const methodsByPath = Object.fromEntries(
  [...routesByPath(routes)].map(([path, routesOfPath]) => [path, allowedMethods(routesOfPath)]),
);

/** All that can be replaced: the API, its functions and the publisher. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, house: FunctionHouse) {
    super(scope, id);
    const { stage } = house;

    const api = new ServiceApi(this, 'ServiceApi', {
      stageName: stage.name,
      routes,
      functionOf: ({ handler, access, streamed }) =>
        new OperationFunction(this, house, {
          handler,
          access,
          timeout: streamed ? streamTimeout : operationTimeout,
        }),
      authoriser: new ApiKeyAuthoriser(this, 'ApiKeyAuthoriser', house),
      refuseMethod: new OperationFunction(this, house, {
        handler: refuseMethodHandler,
        access: [],
        environment: { ALLOWED_METHODS: JSON.stringify(methodsByPath) },
      }),
      refusePath: new OperationFunction(this, house, { handler: refusePathHandler, access: [] }),
    });
    addUsagePlans(this, api, stage);

    const publisher = new OperationFunction(this, house, {
      handler: publisherHandler,
      access: ['locations:read', 'capabilities:read', 'published:write'],
      timeout: Duration.minutes(10),
      memoryMegabytes: stage.memoryMegabytes.publisher,
      // The whole network is sorted in a temporary file.
      temporaryStorage: Size.gibibytes(1),
      environment: { NODE_OPTIONS: publisherNodeOptions },
    });
    const { undelivered } = new PublicationTriggers(this, 'PublicationTriggers', {
      publisher,
      tables: house.stores.tables,
      stage,
    });
    new PublicationAlarms(this, 'PublicationAlarms', { publisher, undelivered, stage });

    new CfnOutput(this, 'ApiUrl', { value: api.url });
    new CfnOutput(this, 'PublisherFunction', { value: publisher.functionName });
  }
}

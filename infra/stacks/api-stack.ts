import { Aws, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { IdentitySource, RequestAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { ApiDomain } from '../constructs/api/api-domain.ts';
import { ApiFirewall } from '../constructs/api/api-firewall.ts';
import { operationTimeout, ServiceApi, streamTimeout } from '../constructs/api/service-api.ts';
import { addUsagePlans, rateOfPlan } from '../constructs/api/usage-plans.ts';
import { storeRemoval } from '../constructs/data/store-removal.ts';
import { GradualDeployments } from '../constructs/functions/gradual-deployments.ts';
import {
  type FunctionContext,
  LiveFunction,
  type LiveFunctionProps,
} from '../constructs/functions/operation-function.ts';
import { addDeploymentAlarms } from '../constructs/monitoring/deployment-alarms.ts';
import type { AlarmContext, StageAlarm } from '../constructs/monitoring/stage-alarm.ts';
import { allowedMethods, routes, routesByPath } from '../routes/routes.ts';
import { authoriserReservedConcurrency } from '../stages/limits.ts';
import type { StageSettings } from '../stages/stage-settings.ts';

const authoriserHandler = 'functions/platform/authorise-api-key.ts';
const refuseMethodHandler = 'functions/platform/refuse-method.ts';
const refusePathHandler = 'functions/platform/refuse-path.ts';

/** Handlers that this stack deploys. */
export const apiHandlers: readonly string[] = [
  ...routes.map(({ handler }) => handler),
  authoriserHandler,
  refuseMethodHandler,
  refusePathHandler,
];

const methodsByPath = Object.fromEntries(
  [...routesByPath(routes)].map(([path, routesOfPath]) => [path, allowedMethods(routesOfPath)]),
);

/** Stack of the API and its functions, without stores. */
export class ApiStack extends Stack {
  readonly api: ServiceApi;
  readonly accessLog: LogGroup;
  readonly authoriserFailing: StageAlarm;
  /** Base URL of the API for clients. */
  readonly apiUrl: CfnOutput;
  private readonly stage: StageSettings;

  constructor(scope: Construct, id: string, context: FunctionContext & AlarmContext, props: StackProps) {
    const { stage, alarmTopics } = context;
    super(scope, id, { ...props, terminationProtection: stage.storesOutliveStack });
    this.stage = stage;
    const functions: LiveFunction[] = [];
    const liveFunction = (functionProps: LiveFunctionProps): LiveFunction => {
      const live = new LiveFunction(this, context, functionProps);
      functions.push(live);
      return live;
    };
    const authoriser = new LiveFunction(this, context, {
      handler: authoriserHandler,
      access: ['api-keys:read', 'api-key-use:write'],
      warmInstances: stage.provisionedConcurrency.authoriser,
      reservedConcurrency: stage.reserveConcurrency ? authoriserReservedConcurrency : undefined,
    });

    this.accessLog = new LogGroup(this, 'AccessLog', {
      retention: stage.logRetentionDays,
      removalPolicy: storeRemoval(stage),
    });
    this.api = new ServiceApi(this, 'ServiceApi', {
      stage,
      accessLog: this.accessLog,
      routes,
      functionOf: ({ operationId, handler, access, streamed, open }) => {
        const { perClient, reservedConcurrency } = stage.limits.operations[operationId];
        return liveFunction({
          handler,
          access,
          streams: streamed,
          timeout: streamed ? streamTimeout : operationTimeout,
          reservedConcurrency: stage.reserveConcurrency ? reservedConcurrency : undefined,
          environment: {
            // Value of a dimension in the function's metrics.
            OPERATION_ID: operationId,
            ...(!open && { RATE_OF_PLAN: rateOfPlan({ ...stage.limits.perClient, ...perClient }) }),
          },
        });
      },
      // The AUTH-KEY header is the only identity source, and therefore the cache key.
      authoriser: new RequestAuthorizer(this, 'ApiKeyAuthoriser', {
        handler: authoriser,
        identitySources: [IdentitySource.header('AUTH-KEY')],
        resultsCacheTtl: Duration.seconds(stage.authoriserCacheSeconds),
      }),
      refuseMethod: liveFunction({
        handler: refuseMethodHandler,
        access: [],
        environment: {
          ALLOWED_METHODS: JSON.stringify(methodsByPath),
          RATE_OF_PLAN: rateOfPlan(stage.limits.perClient),
        },
      }),
      refusePath: liveFunction({
        handler: refusePathHandler,
        access: [],
        environment: { RATE_OF_PLAN: rateOfPlan(stage.limits.perClient) },
      }),
    });
    const { alarmsOf, authoriserFailing } = addDeploymentAlarms(this, {
      stage,
      alarmTopics,
      accessLog: this.accessLog,
      authoriser,
      functions,
    });
    this.authoriserFailing = authoriserFailing;
    new GradualDeployments(this, 'GradualDeployments', {
      stage,
      functions: [authoriser, ...functions],
      alarmsOf,
    });
    addUsagePlans(this, stage, this.api);

    if (stage.firewall) new ApiFirewall(this, 'Firewall', this.api, stage, routes);
    const { domain } = stage;
    if (domain) {
      const { target } = new ApiDomain(this, 'Domain', this.api, domain);
      if (!domain.hostedZone) new CfnOutput(this, 'ApiDomainTarget', { value: target });
    }
    this.apiUrl = new CfnOutput(this, 'ApiUrl', { value: domain ? `${this.origin}/` : this.api.url });
    new CfnOutput(this, 'RestApi', { value: this.api.restApiId });
  }

  /** Origin of the API, that is, scheme and host. */
  get origin(): string {
    const { domain } = this.stage;
    return domain
      ? `https://${domain.name}`
      : `https://${this.api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;
  }

  /** URL to which the paths of the contract are appended. */
  get address(): string {
    return this.stage.domain ? this.origin : `${this.origin}/${this.stage.name}`;
  }
}

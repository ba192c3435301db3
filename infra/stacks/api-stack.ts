import { Aws, CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AccessLog } from '../constructs/api/access-log.ts';
import { ApiDomain } from '../constructs/api/api-domain.ts';
import { ApiFirewall } from '../constructs/api/api-firewall.ts';
import { ApiKeyAuthoriser, authoriserHandler } from '../constructs/api/api-key-authoriser.ts';
import { operationTimeout, streamTimeout } from '../constructs/api/function-integrations.ts';
import { ServiceApi } from '../constructs/api/service-api.ts';
import { addUsagePlans } from '../constructs/api/usage-plans.ts';
import { GradualDeployments } from '../constructs/functions/gradual-deployments.ts';
import { LiveFunction, type LiveFunctionProps } from '../constructs/functions/live-function.ts';
import type { FunctionHouse } from '../constructs/functions/operation-function.ts';
import { AnswerAlarms } from '../constructs/monitoring/answer-alarms.ts';
import { ApiErrorsAlarm } from '../constructs/monitoring/api-errors-alarm.ts';
import { AuthoriserAlarm } from '../constructs/monitoring/authoriser-alarm.ts';
import { FunctionAlarms } from '../constructs/monitoring/function-alarms.ts';
import type { AlarmHouse } from '../constructs/monitoring/stage-alarm.ts';
import { allowedMethods, routes, routesByPath } from '../routes/routes.ts';
import type { StageSettings } from '../stages/stage-settings.ts';

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

/** Stack of the API and its functions, without state. */
export class ApiStack extends Stack {
  readonly api: ServiceApi;
  readonly accessLog: AccessLog;
  /** Address of the API for clients. */
  readonly apiUrl: CfnOutput;
  private readonly stage: StageSettings;

  constructor(scope: Construct, id: string, house: FunctionHouse & AlarmHouse, props: StackProps) {
    super(scope, id, props);
    const { stage } = house;
    this.stage = stage;
    const answerers: LiveFunction[] = [];
    const answering = (functionProps: LiveFunctionProps): LiveFunction => {
      const live = new LiveFunction(this, house, functionProps);
      answerers.push(live);
      return live;
    };
    const authoriser = new ApiKeyAuthoriser(this, 'ApiKeyAuthoriser', house);

    this.accessLog = new AccessLog(this, 'AccessLog', stage);
    this.api = new ServiceApi(this, 'ServiceApi', {
      stage,
      accessLog: this.accessLog,
      routes,
      functionOf: ({ operationId, handler, access, streamed }) =>
        answering({
          handler,
          access,
          timeout: streamed ? streamTimeout : operationTimeout,
          // Dimension of the function's metrics.
          environment: { OPERATION_ID: operationId },
        }),
      authoriser,
      refuseMethod: answering({
        handler: refuseMethodHandler,
        access: [],
        environment: { ALLOWED_METHODS: JSON.stringify(methodsByPath) },
      }),
      refusePath: answering({ handler: refusePathHandler, access: [] }),
    });
    this.deployGradually(answerers, authoriser, house);
    addUsagePlans(this, this.api, stage);

    if (stage.firewall) new ApiFirewall(this, 'Firewall', { api: this.api, stage });
    this.apiUrl = new CfnOutput(this, 'ApiUrl', { value: this.urlFor(stage) });
    new CfnOutput(this, 'RestApi', { value: this.api.restApiId });
  }

  /** Origin of the API: scheme and host. */
  get origin(): string {
    const { domain } = this.stage;
    return domain
      ? `https://${domain.name}`
      : `https://${this.api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;
  }

  /** Address to which the paths of the contract are appended. */
  get address(): string {
    return this.stage.domain ? this.origin : `${this.origin}/${this.stage.name}`;
  }

  private urlFor({ domain }: StageSettings): string {
    if (!domain) return this.api.url;
    const { url, target } = new ApiDomain(this, 'Domain', { api: this.api, domain });
    if (!domain.hostedZone) new CfnOutput(this, 'ApiDomainTarget', { value: target });
    return url;
  }

  /**
   * Sets up gradual deployments. The authoriser has its own alarm: Lambda counts refused keys, which API Gateway
   * answers with 401, as errors, so with the alarm of other functions any client could roll back a deployment.
   */
  private deployGradually(
    answerers: readonly LiveFunction[],
    { live: authoriser }: ApiKeyAuthoriser,
    { stage, alarmTopic }: FunctionHouse & AlarmHouse,
  ): void {
    const alarmHouse = { stage, alarmTopic };
    const apiErrors = new ApiErrorsAlarm(this, { ...alarmHouse, apiName: this.api.restApiName });
    const failing = new FunctionAlarms(this, 'FunctionAlarms', answerers, alarmHouse);
    const failedAnswers = new AnswerAlarms(this, 'AnswerAlarms', alarmHouse);
    const authoriserFailing = new AuthoriserAlarm(this, { ...alarmHouse, live: authoriser });
    new GradualDeployments(this, 'GradualDeployments', {
      stage,
      functions: [authoriser, ...answerers],
      alarmsOf: (live) =>
        live === authoriser
          ? [apiErrors, authoriserFailing]
          : [apiErrors, failing.of(live), ...failedAnswers.of(live)],
    });
  }
}

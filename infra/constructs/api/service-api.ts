import { Duration, Validations } from 'aws-cdk-lib';
import {
  ApiKeySourceType,
  AuthorizationType,
  CfnRestApi,
  EndpointAccessMode,
  EndpointType,
  type IAuthorizer,
  IpAddressType,
  type IResource,
  LambdaIntegration,
  LogGroupLogDestination,
  type Method,
  type MethodDeploymentOptions,
  MethodLoggingLevel,
  type MethodOptions,
  ResponseTransferMode,
  RestApi,
  SecurityPolicy,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Route } from '../../routes/route.ts';
import { allowedMethods, pathsWithoutOperation, routesByPath } from '../../routes/routes.ts';
import type { OperationId, Throttle } from '../../stages/limits.ts';
import { apiName } from '../../stages/stage-names.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { accessLogFormat } from './access-log.ts';
import { shapeGatewayResponses } from './gateway-responses.ts';
import { acknowledgeOpen, addPreflight } from './preflight.ts';

/** Timeout of a function, including the time to stream its response to a slow client. */
export const operationTimeout = Duration.seconds(10);
export const streamTimeout = Duration.seconds(60);

/**
 * TLS policy: TLS 1.3, and TLS 1.2 only with forward secrecy, with post-quantum key exchange for clients that support
 * it. By default, a regional API allows TLS 1.0. The server name (SNI) of a connection must match the host of its
 * requests. A custom domain needs the same policy as its API.
 */
export const transportSecurity = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.STRICT,
};

export interface ServiceApiProps {
  readonly stage: StageSettings;
  readonly accessLog: ILogGroup;
  readonly routes: readonly Route[];
  readonly functionOf: (route: Route) => IFunction;
  readonly authoriser: IAuthorizer;
  /** Function that returns 405 for unsupported methods of an operation's path. */
  readonly refuseMethod: IFunction;
  /** Function that returns 404 for all unknown paths. */
  readonly refusePath: IFunction;
}

export class ServiceApi extends RestApi {
  /** API Gateway methods by operation id. */
  readonly operations: ReadonlyMap<OperationId, Method>;

  constructor(scope: Construct, id: string, props: ServiceApiProps) {
    super(scope, id, {
      restApiName: apiName(props.stage),
      deployOptions: stageOptions(props),
      // Regional endpoints let a stream pause for 5 minutes, edge-optimised endpoints only for 30 seconds.
      endpointConfiguration: { types: [EndpointType.REGIONAL], ipAddressType: IpAddressType.DUAL_STACK },
      // With a custom domain, the default address would otherwise be a second, unmonitored entry point.
      disableExecuteApiEndpoint: props.stage.domain !== undefined,
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      // Functions receive bodies as bytes, because conversion to text would hide invalid UTF-8.
      binaryMediaTypes: ['*/*'],
    });
    // The stack has its own output for the API's address.
    this.node.tryRemoveChild('Endpoint');
    this.secureTransport();
    this.acknowledge(props.stage);
    const guarded: MethodOptions = { authorizer: props.authoriser, apiKeyRequired: true };
    shapeGatewayResponses(this);
    this.operations = new Map(
      [...routesByPath(props.routes)].flatMap(([path, routesOfPath]) =>
        this.addPath(this.root.resourceForPath(path), routesOfPath, props, guarded),
      ),
    );
    const refusePath = refusalIntegration(props.refusePath);
    for (const path of [...pathsWithoutOperation(props.routes), '/{proxy+}']) {
      const resource = this.root.resourceForPath(path);
      resource.addMethod('ANY', refusePath, guarded);
      // Lets pages in browsers read the 404.
      addPreflight(resource, ['GET', 'POST', 'OPTIONS']);
    }
  }

  private secureTransport(): void {
    const { defaultChild } = this.node;
    // CDK has these properties for domains but not yet for APIs.
    if (defaultChild instanceof CfnRestApi) Object.assign(defaultChild, transportSecurity);
  }

  private acknowledge({ firewall }: StageSettings): void {
    Validations.of(this).acknowledge(
      {
        id: 'AwsSolutions-APIG2',
        reason:
          'Handlers validate every request and report all errors together. Request validation reports only one, and does ' +
          'not support parameters with brackets in their names.',
      },
      {
        id: 'AwsSolutions-COG4',
        reason: 'Clients are programs, each with a key that a Lambda authoriser checks. No person signs in.',
      },
    );
    Validations.of(this.deploymentStage).acknowledge(
      {
        id: 'AwsSolutions-APIG6',
        reason:
          'An execution log would show the AUTH-KEY header of clients. The access log has a line for each request.',
      },
      ...(firewall
        ? []
        : [
            {
              id: 'AwsSolutions-APIG3',
              reason: 'The settings of this stage turn the firewall off to save its monthly cost.',
            },
          ]),
    );
  }

  /**
   * Adds the operations of a path and returns their methods by operation id. Other methods of the path return 405 and
   * have the same authorisation.
   */
  private addPath(
    resource: IResource,
    routesOfPath: readonly Route[],
    { functionOf, refuseMethod }: ServiceApiProps,
    guarded: MethodOptions,
  ): readonly (readonly [OperationId, Method])[] {
    const protection = (open: boolean): MethodOptions =>
      open ? { authorizationType: AuthorizationType.NONE, apiKeyRequired: false } : guarded;
    const operations = routesOfPath.map((route) => {
      const method = resource.addMethod(
        route.method,
        operationIntegration(route, functionOf(route)),
        protection(route.open ?? false),
      );
      if (route.open) acknowledgeOpen(method, `The specification of ${route.operationId} requires no key.`);
      return [route.operationId, method] as const;
    });
    const isOpen = routesOfPath.every(({ open }) => open);
    const refused = resource.addMethod('ANY', refusalIntegration(refuseMethod), protection(isOpen));
    if (isOpen)
      acknowledgeOpen(
        refused,
        'The operation of this path requires no key, and neither does the 405 for its other methods.',
      );
    addPreflight(resource, allowedMethods(routesOfPath));
    return operations;
  }
}

/** Returns the timeout of the integration. It is longer than the function's, so that the function times out first. */
const gatewayTimeout = (timeout: Duration): Duration => timeout.plus(Duration.seconds(2));

const operationIntegration = (route: Route, target: IFunction): LambdaIntegration =>
  new LambdaIntegration(target, {
    allowTestInvoke: false,
    ...(route.streamed
      ? { responseTransferMode: ResponseTransferMode.STREAM, timeout: gatewayTimeout(streamTimeout) }
      : { timeout: gatewayTimeout(operationTimeout) }),
  });

/**
 * One permission for the whole API, because one permission per method would exceed the size limit of the function's
 * policy.
 */
const refusalIntegration = (target: IFunction): LambdaIntegration =>
  new LambdaIntegration(target, {
    scopePermissionToMethod: false,
    timeout: gatewayTimeout(operationTimeout),
  });

/**
 * Logging settings of a method. For settings that a method omits, API Gateway uses its own defaults instead of the
 * stage's.
 */
const logging: MethodDeploymentOptions = {
  // The execution log would show headers and bodies, including AUTH-KEY, which API Gateway does not treat as secret.
  loggingLevel: MethodLoggingLevel.OFF,
  dataTraceEnabled: false,
  // Detailed metrics would add five metrics per method at 0.30 dollars a month each. The access log and the functions'
  // metrics already distinguish operations.
  metricsEnabled: false,
};

const throttled = ({ ratePerSecond, burst }: Throttle): MethodDeploymentOptions => ({
  ...logging,
  throttlingRateLimit: ratePerSecond,
  throttlingBurstLimit: burst,
});

const stageOptions = ({ accessLog, stage, routes }: ServiceApiProps): StageOptions => ({
  stageName: stage.name,
  // API Gateway's trace segments contain the request's URL with its query, which reveals a visitor's position, and the
  // client's source address. The functions' own segments have neither.
  tracingEnabled: false,
  accessLogDestination: new LogGroupLogDestination(accessLog),
  accessLogFormat,
  ...throttled(stage.limits.eachMethod),
  methodOptions: Object.fromEntries(
    routes.flatMap(({ operationId, method, path }) => {
      const { together } = stage.limits.operations[operationId];
      return together ? [[`${path}/${method}`, throttled(together)]] : [];
    }),
  ),
});

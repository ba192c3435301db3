import { Duration, Size } from 'aws-cdk-lib';
import {
  ApiKeySourceType,
  AuthorizationType,
  EndpointType,
  type IAuthorizer,
  type IResource,
  LambdaIntegration,
  type MethodOptions,
  ResponseTransferMode,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Route } from '../../routes/route.ts';
import { allowedMethods, pathsWithoutOperation, routesByPath } from '../../routes/routes.ts';
import { shapeGatewayResponses } from './gateway-responses.ts';
import { answerPreflight } from './preflight.ts';

/** How long a function may take over an answer, and one that streams over sending it to a slow client. */
export const operationTimeout = Duration.seconds(10);
export const streamTimeout = Duration.seconds(60);

/** The gateway waits a little longer than its function runs, so that it is the function that fails. */
const gatewayTimeout = (timeout: Duration): Duration => timeout.plus(Duration.seconds(2));

export interface ServiceApiProps {
  readonly stageName: string;
  /** Whether X-Ray is told of requests. */
  readonly tracing: boolean;
  readonly routes: readonly Route[];
  readonly functionOf: (route: Route) => IFunction;
  readonly authoriser: IAuthorizer;
  /** Answers 405 under the path of an operation. */
  readonly refuseMethod: IFunction;
  /** Answers 404 everywhere else. */
  readonly refusePath: IFunction;
}

/** The one REST API of the three services. */
export class ServiceApi extends RestApi {
  constructor(scope: Construct, id: string, props: ServiceApiProps) {
    super(scope, id, {
      restApiName: `waypost-${props.stageName}`,
      deployOptions: { stageName: props.stageName, tracingEnabled: props.tracing },
      // Regional endpoints let a stream pause for 5 minutes; edge-optimised ones for 30 seconds.
      endpointTypes: [EndpointType.REGIONAL],
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      // Bodies reach the functions as the bytes they are: text would hide what is not UTF-8.
      binaryMediaTypes: ['*/*'],
      minCompressionSize: Size.kibibytes(1),
    });
    // The stack has an output of its own for the address.
    this.node.tryRemoveChild('Endpoint');
    const guarded: MethodOptions = { authorizer: props.authoriser, apiKeyRequired: true };
    shapeGatewayResponses(this);
    for (const [path, routesOfPath] of routesByPath(props.routes)) {
      this.addPath(this.root.resourceForPath(path), routesOfPath, props, guarded);
    }
    const refusePath = refusal(props.refusePath);
    for (const path of [...pathsWithoutOperation(props.routes), '/{proxy+}']) {
      const resource = this.root.resourceForPath(path);
      resource.addMethod('ANY', refusePath, guarded);
      // So that a browser may read the 404.
      answerPreflight(resource, ['GET', 'POST', 'OPTIONS']);
    }
  }

  /** The operations of a path; every other method is refused under the same protection. */
  private addPath(
    resource: IResource,
    routesOfPath: readonly Route[],
    { functionOf, refuseMethod }: ServiceApiProps,
    guarded: MethodOptions,
  ): void {
    const protection = (open: boolean): MethodOptions =>
      open ? { authorizationType: AuthorizationType.NONE, apiKeyRequired: false } : guarded;
    for (const route of routesOfPath) {
      resource.addMethod(route.method, operation(route, functionOf(route)), protection(route.open ?? false));
    }
    resource.addMethod('ANY', refusal(refuseMethod), protection(routesOfPath.every(({ open }) => open)));
    answerPreflight(resource, allowedMethods(routesOfPath));
  }
}

const operation = (route: Route, target: IFunction): LambdaIntegration =>
  new LambdaIntegration(target, {
    allowTestInvoke: false,
    ...(route.streamed
      ? { responseTransferMode: ResponseTransferMode.STREAM, timeout: gatewayTimeout(streamTimeout) }
      : { timeout: gatewayTimeout(operationTimeout) }),
  });

/** One permission for the whole API: one for each of these many methods would outgrow the function's policy. */
const refusal = (target: IFunction): LambdaIntegration =>
  new LambdaIntegration(target, {
    scopePermissionToMethod: false,
    timeout: gatewayTimeout(operationTimeout),
  });

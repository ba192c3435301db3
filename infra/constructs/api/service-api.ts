import { RemovalPolicy, Size, Validations } from 'aws-cdk-lib';
import {
  ApiKeySourceType,
  AuthorizationType,
  CfnRestApi,
  EndpointType,
  type IAuthorizer,
  IpAddressType,
  type IResource,
  type MethodOptions,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { minCompressedBytes } from '../../../shared/http/headers.ts';
import type { Route } from '../../routes/route.ts';
import { allowedMethods, pathsWithoutOperation, routesByPath } from '../../routes/routes.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { operation, refusal } from './function-integrations.ts';
import { shapeGatewayResponses } from './gateway-responses.ts';
import { acknowledgeOpen } from './open-method.ts';
import { answerPreflight } from './preflight.ts';
import { stageOptions } from './stage-options.ts';
import { transportSecurity } from './transport-security.ts';

export interface ServiceApiProps {
  readonly stage: StageSettings;
  readonly accessLog: ILogGroup;
  readonly routes: readonly Route[];
  readonly functionOf: (route: Route) => IFunction;
  readonly authoriser: IAuthorizer;
  /** Function that answers 405 under the path of an operation. */
  readonly refuseMethod: IFunction;
  /** Function that answers 404 everywhere else. */
  readonly refusePath: IFunction;
}

/** REST API of the three services. */
export class ServiceApi extends RestApi {
  constructor(scope: Construct, id: string, props: ServiceApiProps) {
    super(scope, id, {
      restApiName: `waypost-${props.stage.name}`,
      deployOptions: stageOptions(props.accessLog, props.stage),
      // API Gateway writes logs with one role for the whole account and region, set by the last deployed stack; all are
      // alike. The role is retained for the other stacks when one is deleted.
      cloudWatchRole: true,
      cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
      // Regional endpoints let a stream pause for 5 minutes; edge-optimised ones for 30 seconds.
      endpointConfiguration: { types: [EndpointType.REGIONAL], ipAddressType: IpAddressType.DUAL_STACK },
      // With a custom domain, the default address would be a second, unmonitored way in.
      disableExecuteApiEndpoint: props.stage.domain !== undefined,
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      // Functions receive bodies as bytes, as conversion to text would hide invalid UTF-8.
      binaryMediaTypes: ['*/*'],
      minCompressionSize: Size.bytes(minCompressedBytes),
    });
    // The stack has its own output for the address.
    this.node.tryRemoveChild('Endpoint');
    this.secureTransport();
    this.acknowledge(props.stage);
    const guarded: MethodOptions = { authorizer: props.authoriser, apiKeyRequired: true };
    shapeGatewayResponses(this);
    for (const [path, routesOfPath] of routesByPath(props.routes)) {
      this.addPath(this.root.resourceForPath(path), routesOfPath, props, guarded);
    }
    const refusePath = refusal(props.refusePath);
    for (const path of [...pathsWithoutOperation(props.routes), '/{proxy+}']) {
      const resource = this.root.resourceForPath(path);
      resource.addMethod('ANY', refusePath, guarded);
      // Lets a browser read the 404.
      answerPreflight(resource, ['GET', 'POST', 'OPTIONS']);
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
          'Handlers check every request and name all that is wrong with it at once, which request validation cannot; ' +
          'nor can it be told of parameters with brackets in their names.',
      },
      {
        id: 'AwsSolutions-COG4',
        reason: 'Clients are programs with a key each, which a Lambda authoriser checks; no person signs in.',
      },
    );
    Validations.of(this.node.findChild('CloudWatchRole')).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      reason:
        'The role is a setting of the account, that its other APIs log by too: API Gateway asks for this policy.',
    });
    Validations.of(this.deploymentStage).acknowledge(
      {
        id: 'AwsSolutions-APIG6',
        reason:
          'A log of executions would show the AUTH-KEY header of clients; the access log tells of each request.',
      },
      ...(firewall
        ? []
        : [
            {
              id: 'AwsSolutions-APIG3',
              reason: 'This stage is set to have no firewall, which is paid for by the month.',
            },
          ]),
    );
  }

  /** Adds the operations of a path; other methods are refused with the same authorisation. */
  private addPath(
    resource: IResource,
    routesOfPath: readonly Route[],
    { functionOf, refuseMethod }: ServiceApiProps,
    guarded: MethodOptions,
  ): void {
    const protection = (open: boolean): MethodOptions =>
      open ? { authorizationType: AuthorizationType.NONE, apiKeyRequired: false } : guarded;
    for (const route of routesOfPath) {
      const method = resource.addMethod(
        route.method,
        operation(route, functionOf(route)),
        protection(route.open ?? false),
      );
      if (route.open)
        acknowledgeOpen(method, `${route.operationId} answers without a key, by its specification.`);
    }
    const isOpen = routesOfPath.every(({ open }) => open);
    const refused = resource.addMethod('ANY', refusal(refuseMethod), protection(isOpen));
    if (isOpen)
      acknowledgeOpen(refused, 'The operation of this path is open: so is the refusal of its other methods.');
    answerPreflight(resource, allowedMethods(routesOfPath));
  }
}

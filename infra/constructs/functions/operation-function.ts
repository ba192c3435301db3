import { Duration, type Size, Validations } from 'aws-cdk-lib';
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  ApplicationLogLevel,
  Architecture,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Access } from '../../routes/route.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { storeRemoval } from '../data/store-removal.ts';
import { grantAccess, type Stores } from './access-grants.ts';
import type { CodeOf } from './function-bundles.ts';

/** Properties that the functions of one deployment share. */
export interface FunctionContext {
  readonly stage: StageSettings;
  readonly stores: Stores;
  readonly codeOf: CodeOf;
}

export interface OperationFunctionProps {
  /** Path of the handler's file from the root of the repository. */
  readonly handler: string;
  readonly access: readonly Access[];
  /** Whether the function streams its response (default: false). */
  readonly streams?: boolean | undefined;
  readonly timeout?: Duration;
  readonly memoryMegabytes?: number;
  /** Size of the temporary file system. Lambda's default is 512 MiB. */
  readonly temporaryStorage?: Size;
  /** Concurrency reserved for this function, which is also its maximum number of concurrent instances. */
  readonly reservedConcurrency?: number | undefined;
  /** Environment variables in addition to the names of the function's stores. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Returns the construct id of a handler, such as LocationsV2FindPointsNear for
 * `functions/locations-v2/find-points-near.ts`.
 */
const constructId = (handler: string): string =>
  handler
    .replace(/^functions\/|\.ts$/g, '')
    .split(/[/-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Returns the CloudWatch namespace of a deployment's metrics. */
export const metricsNamespaceOf = ({ name }: Pick<StageSettings, 'name'>): string => `Waypost/${name}`;

const serviceOf = (handler: string): string => handler.split('/')[1] ?? handler;

const memoryFor = (access: readonly Access[], { memoryMegabytes }: StageSettings): number =>
  access.includes('published:read') ? memoryMegabytes.catalogue : memoryMegabytes.standard;

/** Function with one handler file. It can only write to its own log and access the resources that it declares. */
export class OperationFunction extends LambdaFunction {
  /** Service to which the function belongs, such as `locations-v2`, or `platform`. */
  readonly service: string;
  /**
   * Whether the function streams its response. If it does, Lambda counts a response that a client reads too slowly as
   * an error.
   */
  readonly streams: boolean;

  constructor(scope: Construct, { stage, stores, codeOf }: FunctionContext, props: OperationFunctionProps) {
    const id = constructId(props.handler);
    const logGroup = new LogGroup(scope, `${id}Log`, {
      retention: stage.logRetentionDays,
      removalPolicy: storeRemoval(stage),
    });
    const role = new FunctionRole(scope, `${id}Role`);
    logGroup.grantWrite(role);
    super(scope, id, {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: codeOf(props.handler),
      handler: 'index.handler',
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      // Lambda treats lines without a level, such as metrics, as INFO. A higher level would drop the metrics that
      // alarms need.
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      // Lambda's own three log lines per request would repeat the access log and metrics.
      systemLogLevelV2: SystemLogLevel.WARN,
      timeout: props.timeout ?? Duration.seconds(10),
      memorySize: props.memoryMegabytes ?? memoryFor(props.access, stage),
      ...(props.temporaryStorage && { ephemeralStorageSize: props.temporaryStorage }),
      reservedConcurrentExecutions: props.reservedConcurrency,
      tracing: stage.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      environment: {
        POWERTOOLS_SERVICE_NAME: serviceOf(props.handler),
        POWERTOOLS_METRICS_NAMESPACE: metricsNamespaceOf(stage),
        ...props.environment,
      },
    });
    this.service = serviceOf(props.handler);
    this.streams = props.streams ?? false;
    if (stage.tracing) {
      Validations.of(role).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'X-Ray has no resources: permission to send traces cannot be narrowed.',
      });
    }
    grantAccess(this, props.access, stores, stage);
  }
}

/**
 * Function role with a single inline policy, so that the role never exists without its permissions during a deployment,
 * and no separate policy resource is needed.
 */
class FunctionRole extends Role {
  readonly #granted: PolicyDocument;

  constructor(scope: Construct, id: string) {
    const granted = new PolicyDocument({ minimize: true });
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Granted: granted },
    });
    this.#granted = granted;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): ReturnType<Role['addToPrincipalPolicy']> {
    this.#granted.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}

export interface LiveFunctionProps extends OperationFunctionProps {
  /** Number of provisioned instances. By default, it depends on the function's access. */
  readonly warmInstances?: number;
}

/**
 * Deployed version of a function: each deployment publishes a new version and shifts the alias `live` to it. The
 * functions for importing and publishing have no alias, because schedules, streams and queues invoke them one at a
 * time, so they have no traffic to shift.
 */
export class LiveFunction extends Alias {
  readonly operation: OperationFunction;

  constructor(scope: Construct, context: FunctionContext, { warmInstances, ...props }: LiveFunctionProps) {
    const { provisionedConcurrency } = context.stage;
    const operation = new OperationFunction(scope, context, props);
    const warmByAccess = props.access.includes('published:read') ? provisionedConcurrency.catalogue : 0;
    super(operation, 'Live', {
      aliasName: 'live',
      version: operation.currentVersion,
      // CloudFormation does not accept 0 for provisioned concurrency.
      provisionedConcurrentExecutions: (warmInstances ?? warmByAccess) || undefined,
    });
    this.operation = operation;
  }
}

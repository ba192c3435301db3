import { Duration, RemovalPolicy, type Size, Validations } from 'aws-cdk-lib';
import {
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
import { grantAccess, type Stores } from './access-grants.ts';
import type { CodeOf } from './function-bundles.ts';
import { FunctionRole } from './function-role.ts';

/** What the functions of one deployment have in common. */
export interface FunctionHouse {
  readonly stage: StageSettings;
  readonly stores: Stores;
  readonly codeOf: CodeOf;
}

export interface OperationFunctionProps {
  /** The handler's file, from the repository's root. */
  readonly handler: string;
  readonly access: readonly Access[];
  readonly timeout?: Duration;
  readonly memoryMegabytes?: number;
  /** Room for temporary files; Lambda gives 512 MiB unasked. */
  readonly temporaryStorage?: Size;
  /** The most instances at a time, kept free for it alone. */
  readonly reservedConcurrency?: number;
  /** What it is told beside the names of its stores. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** `functions/locations-v2/find-points-near.ts` is LocationsV2FindPointsNear. */
const constructId = (handler: string): string =>
  handler
    .replace(/^functions\/|\.ts$/g, '')
    .split(/[/-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Where the metrics of a deployment are found. */
export const metricsNamespaceOf = ({ name }: Pick<StageSettings, 'name'>): string => `Waypost/${name}`;

const serviceOf = (handler: string): string => handler.split('/')[1] ?? handler;

const memoryFor = (access: readonly Access[], { memoryMegabytes }: StageSettings): number =>
  access.includes('published:read') ? memoryMegabytes.catalogue : memoryMegabytes.standard;

/** A function that runs one handler file, may write its own log and touch what its access names, and nothing else. */
export class OperationFunction extends LambdaFunction {
  /** The service that it belongs to, such as `locations-v2`, or `platform`. */
  readonly service: string;

  constructor(scope: Construct, { stage, stores, codeOf }: FunctionHouse, props: OperationFunctionProps) {
    const id = constructId(props.handler);
    const logGroup = new LogGroup(scope, `${id}Log`, {
      retention: stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
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
      // Lambda takes a line without a level, as those of figures are, for INFO: above that it would drop what alarms go
      // by. The logger keeps to the stage's level by itself.
      applicationLogLevelV2:
        stage.logLevel === 'DEBUG' ? ApplicationLogLevel.DEBUG : ApplicationLogLevel.INFO,
      // Lambda's own three lines for each request say nothing that the access log and its metrics do not.
      systemLogLevelV2: SystemLogLevel.WARN,
      timeout: props.timeout ?? Duration.seconds(10),
      memorySize: props.memoryMegabytes ?? memoryFor(props.access, stage),
      ...(props.temporaryStorage && { ephemeralStorageSize: props.temporaryStorage }),
      reservedConcurrentExecutions: props.reservedConcurrency,
      tracing: stage.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      environment: {
        POWERTOOLS_SERVICE_NAME: serviceOf(props.handler),
        POWERTOOLS_METRICS_NAMESPACE: metricsNamespaceOf(stage),
        POWERTOOLS_LOG_LEVEL: stage.logLevel,
        ...props.environment,
      },
    });
    this.service = serviceOf(props.handler);
    if (stage.tracing) {
      Validations.of(role).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'X-Ray knows no resources: traces can be sent to it from anywhere or not at all.',
      });
    }
    grantAccess(this, props.access, stores, stage);
  }
}

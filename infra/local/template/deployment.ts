import type { CrossOriginRule } from '../s3/cross-origin.ts';
import type { RestApi } from './deployed-api.ts';
import type {
  DeployedEventSource,
  DeployedQueue,
  DeployedQueueSource,
  DeployedRule,
  DeployedSchedule,
} from './deployed-events.ts';
import type { DeployedPortal } from './deployed-portal.ts';

/** What the synthesised templates deploy, intrinsic functions resolved: all that the local stack knows of the app. */
export interface Deployment {
  readonly restApi: RestApi;
  /** By name, which is the logical id in its stack. */
  readonly functions: ReadonlyMap<string, DeployedFunction>;
  readonly tables: readonly DeployedTable[];
  readonly buckets: readonly DeployedBucket[];
  readonly schedules: readonly DeployedSchedule[];
  readonly eventSources: readonly DeployedEventSource[];
  /** Names of the buses of EventBridge, but for the one that every account has. */
  readonly eventBuses: readonly string[];
  readonly rules: readonly DeployedRule[];
  /** The FIFO queues. */
  readonly queues: readonly DeployedQueue[];
  readonly queueSources: readonly DeployedQueueSource[];
  /** What is sent with the pages for developers; absent where there are none. */
  readonly portal?: DeployedPortal | undefined;
  /** Values of the stacks' outputs by output key. */
  readonly outputs: ReadonlyMap<string, string>;
}

/** A Lambda function: its code, and what Lambda runs it with. */
export interface DeployedFunction {
  readonly name: string;
  /** Folder of the bundled code. */
  readonly codeDirectory: string;
  /** `file.export`, as Lambda takes it. */
  readonly handler: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  /** The most that run at a time, kept free for it alone. */
  readonly reservedConcurrency?: number;
  /** What it is invoked by, such as `live`; by nothing but its name where absent. */
  readonly alias?: string;
}

/** A DynamoDB table. */
export interface DeployedTable {
  readonly name: string;
  /** The resource's properties: a CreateTable request but for what only CloudFormation knows. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** An S3 bucket. */
export interface DeployedBucket {
  readonly name: string;
  /** The resource's properties, as the template has them. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Whether EventBridge is told of the objects that are created. */
  readonly tellsEventBridge: boolean;
  /** By which pages of other origins may read it. */
  readonly crossOriginRules: readonly CrossOriginRule[];
}

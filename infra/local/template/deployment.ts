import type { EventPattern } from '../events/event-pattern.ts';

/** What the synthesised templates deploy, intrinsic functions resolved: all that the local stack knows of the app. */
export interface Deployment {
  readonly restApi: RestApi;
  /** By name, which is the logical id in its stack. */
  readonly functions: ReadonlyMap<string, DeployedFunction>;
  readonly tables: readonly DeployedTable[];
  readonly buckets: readonly DeployedBucket[];
  readonly schedules: readonly DeployedSchedule[];
  readonly eventSources: readonly DeployedEventSource[];
  readonly rules: readonly DeployedRule[];
  /** The FIFO queues. */
  readonly queues: readonly DeployedQueue[];
  readonly queueSources: readonly DeployedQueueSource[];
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
}

/** An EventBridge rule: what is told of created objects goes to queues, where it matches. */
export interface DeployedRule {
  readonly name: string;
  readonly enabled: boolean;
  readonly pattern: EventPattern;
  /** Names of FIFO queues, each with the group that its messages belong to. */
  readonly targets: readonly { readonly queueName: string; readonly messageGroupId: string }[];
}

/** A FIFO queue of SQS. */
export interface DeployedQueue {
  readonly name: string;
  /** Whether messages need no names: what repeats the contents of another within five minutes is dropped. */
  readonly deduplicatesByContent: boolean;
  /** How often a message is handed out; without end where absent. */
  readonly mostAttempts?: number;
  /** Name of the queue that keeps what was given up. */
  readonly deadLetterQueue?: string;
}

/** A Lambda event source mapping: the messages of a FIFO queue invoke a function, one by one. */
export interface DeployedQueueSource {
  readonly name: string;
  readonly enabled: boolean;
  readonly queueName: string;
  readonly functionName: string;
}

/** An EventBridge schedule: a function is invoked with the same event again and again. */
export interface DeployedSchedule {
  readonly name: string;
  readonly enabled: boolean;
  readonly everyMinutes: number;
  readonly functionName: string;
  /** The event. */
  readonly input: unknown;
  /** How often an invocation that failed is repeated. */
  readonly retryAttempts: number;
  /** Seconds after its time beyond which an invocation is not repeated. */
  readonly maximumAgeSeconds: number;
  /** Name of the queue that keeps what was given up; nothing keeps it where absent. */
  readonly deadLetterQueue?: string;
}

/** A Lambda event source mapping: the changes of a table invoke a function, in batches. */
export interface DeployedEventSource {
  readonly name: string;
  readonly enabled: boolean;
  /** The table whose stream is read. */
  readonly tableName: string;
  readonly functionName: string;
  /** Most records of one invocation. */
  readonly batchSize: number;
  /** Longest time that a batch is gathered, from its first record on. */
  readonly batchingWindowSeconds: number;
  /** How often a batch that failed is sent again; without end where absent. */
  readonly retryAttempts?: number;
  /** Seconds after which a batch that failed is not sent again; none is too old where absent. */
  readonly maximumRecordAgeSeconds?: number;
  /** Name of the queue that keeps what was given up; nothing keeps it where absent. */
  readonly deadLetterQueue?: string;
}

/** The REST API of the three services, as its one stage serves it. */
export interface RestApi {
  readonly id: string;
  readonly stageName: string;
  /** Bytes from which the gateway compresses buffered answers; never where absent. */
  readonly minimumCompressionSize?: number;
  readonly binaryMediaTypes: readonly string[];
  readonly methods: readonly GatewayMethod[];
  /** By response type, such as UNAUTHORIZED. */
  readonly gatewayResponses: ReadonlyMap<string, GatewayResponse>;
  readonly usagePlans: readonly UsagePlan[];
  /** Members of an entry of the access log, their values texts with `$context.` variables; no entry has any where absent. */
  readonly accessLogFormat?: Readonly<Record<string, string>>;
}

/** What API Gateway does with requests of one method on one path: who may ask, and who answers. */
export interface GatewayMethod {
  /** Full path with `{name}` and `{name+}` segments. */
  readonly path: string;
  /** An HTTP method, or ANY. */
  readonly httpMethod: string;
  readonly authoriser?: RequestAuthoriser;
  readonly apiKeyRequired: boolean;
  readonly integration: FunctionIntegration | MockIntegration;
}

/** A Lambda authoriser of the kind REQUEST. Its answer is remembered by the identity headers for so many seconds. */
export interface RequestAuthoriser {
  readonly functionName: string;
  /** Names of the identity headers, in lower case. */
  readonly identityHeaders: readonly string[];
  readonly cacheSeconds: number;
}

/** A Lambda proxy integration: a function answers, whole or in a stream, within the timeout. */
export interface FunctionIntegration {
  readonly kind: 'function';
  readonly functionName: string;
  readonly streamed: boolean;
  readonly timeoutMilliseconds: number;
}

/** An answer that API Gateway gives by itself, such as a preflight's. */
export interface MockIntegration {
  readonly kind: 'mock';
  readonly statusCode: number;
  /** By header name as the template has it, static values without their quotes. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How API Gateway's own refusals of one type look. */
export interface GatewayResponse {
  readonly statusCode?: number;
  /** Header values without the quotes of a static mapping. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body template for application/json, with `$context.` variables. */
  readonly template?: string;
}

/** How often the clients of a plan may ask; unlimited where a figure is absent. */
export interface UsagePlan {
  readonly name: string;
  readonly ratePerSecond?: number;
  readonly burst?: number;
}

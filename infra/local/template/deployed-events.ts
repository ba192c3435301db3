import type { EventPattern } from '../events/event-pattern.ts';

/** An EventBridge rule: events of a bus go to queues, where they match. */
export interface DeployedRule {
  readonly name: string;
  /** `default` is told of created objects, others of what is put there. */
  readonly busName: string;
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

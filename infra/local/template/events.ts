import * as z from 'zod';
import { type EventPattern, eventPattern } from '../events/event-pattern.ts';
import { functionNameIn, queueNameIn, streamedTableIn } from './physical-names.ts';
import {
  deadLetterQueueOf,
  failureDestination,
  jsonText,
  type ResolvedResource,
  readProperties,
  templateNumber,
  unsupported,
} from './resource.ts';

/** An EventBridge rule: sends matching events of a bus to queues. */
export interface DeployedRule {
  readonly name: string;
  /** `default` has the events of created objects, other buses those that functions put. */
  readonly busName: string;
  readonly enabled: boolean;
  readonly pattern: EventPattern;
  /** Names of FIFO queues, each with the group that its messages belong to. */
  readonly targets: readonly { readonly queueName: string; readonly messageGroupId: string }[];
}

/** A FIFO queue of SQS. */
export interface DeployedQueue {
  readonly name: string;
  /** Whether a message with the same body as another of the last five minutes is dropped. */
  readonly deduplicatesByContent: boolean;
  /** Maximum number of attempts to deliver a message; unlimited if absent. */
  readonly mostAttempts?: number;
  /** Name of the queue for messages that could not be delivered. */
  readonly deadLetterQueue?: string;
}

/** A Lambda event source mapping: messages of a FIFO queue invoke a function, one by one. */
export interface DeployedQueueSource {
  readonly name: string;
  readonly enabled: boolean;
  readonly queueName: string;
  readonly functionName: string;
}

/** An EventBridge schedule: invokes a function with the same event at a fixed rate. */
export interface DeployedSchedule {
  readonly name: string;
  readonly enabled: boolean;
  readonly everyMinutes: number;
  readonly functionName: string;
  /** The event. */
  readonly input: unknown;
  /** Maximum number of retries of a failed invocation. */
  readonly retryAttempts: number;
  /** Seconds after the scheduled time beyond which an invocation is not retried. */
  readonly maximumAgeSeconds: number;
  /** Name of the queue for events that were given up; they are dropped if absent. */
  readonly deadLetterQueue?: string;
}

/** A Lambda event source mapping: changes of a table invoke a function, in batches. */
export interface DeployedEventSource {
  readonly name: string;
  readonly enabled: boolean;
  readonly tableName: string;
  readonly functionName: string;
  /** Maximum number of records of an invocation. */
  readonly batchSize: number;
  /** Maximum time for which a batch is gathered, from its first record. */
  readonly batchingWindowSeconds: number;
  /** Maximum number of retries of a failed batch; unlimited if absent. */
  readonly retryAttempts?: number;
  /** Age in seconds beyond which a failed batch is not retried; unlimited if absent. */
  readonly maximumRecordAgeSeconds?: number;
  /** Name of the queue for events that were given up; they are dropped if absent. */
  readonly deadLetterQueue?: string;
}

/** What the templates say of events, queues, streams and schedules. */
export interface DeployedEvents {
  readonly schedules: readonly DeployedSchedule[];
  readonly eventSources: readonly DeployedEventSource[];
  /** Names of the buses, except the one that every account has. */
  readonly eventBuses: readonly string[];
  readonly rules: readonly DeployedRule[];
  /** FIFO queues. Others only keep dead letters here, and are known by their names. */
  readonly queues: readonly DeployedQueue[];
  readonly queueSources: readonly DeployedQueueSource[];
}

/** Reads events, queues, streams and schedules. Throws UnsupportedTemplate, which names the resource. */
export const readEvents = (resources: readonly ResolvedResource[]): DeployedEvents => {
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  const queues = ofType('AWS::SQS::Queue')
    .filter(({ properties }) => properties.FifoQueue === true)
    .map(toQueue);
  const eventBuses = ofType('AWS::Events::EventBus').map(({ name }) => name);
  const retries = ofType('AWS::Lambda::EventInvokeConfig').map(toAsyncRetries);
  const mappings = ofType('AWS::Lambda::EventSourceMapping');
  return {
    schedules: ofType('AWS::Scheduler::Schedule').map((each) => toSchedule(each, retries)),
    eventSources: mappings.filter((each) => !isOfQueue(each)).map(toEventSource),
    eventBuses,
    rules: ofType('AWS::Events::Rule').map((each) => toRule(each, queues, eventBuses)),
    queues,
    queueSources: toQueueSources(mappings.filter(isOfQueue), queues),
  };
};

// Queues

const queueProperties = z.object({
  ContentBasedDeduplication: z.boolean().default(false),
  DeduplicationScope: z.literal('queue').optional(),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: templateNumber }).optional(),
});

const toQueue = (resource: ResolvedResource): DeployedQueue => {
  const properties = readProperties(queueProperties, resource, ['DelaySeconds']);
  return {
    name: resource.name,
    deduplicatesByContent: properties.ContentBasedDeduplication,
    deadLetterQueue: deadLetterQueueOf(resource, properties.RedrivePolicy?.deadLetterTargetArn),
    mostAttempts: properties.RedrivePolicy?.maxReceiveCount,
  };
};

// The batch size is an upper bound, which one message at a time is within.
const queueMapping = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
});

/** Properties that would change which messages a function gets, or how. */
const refusedOfQueueMapping = [
  'FilterCriteria',
  'FunctionResponseTypes',
  'MaximumBatchingWindowInSeconds',
  'ScalingConfig',
] as const;

const isOfQueue = ({ properties }: ResolvedResource): boolean =>
  queueNameIn(String(properties.EventSourceArn)) !== undefined;

const toQueueSources = (
  mappings: readonly ResolvedResource[],
  queues: readonly DeployedQueue[],
): readonly DeployedQueueSource[] => {
  const taken = new Set<string>();
  return mappings.map((resource) => {
    const mapping = readProperties(queueMapping, resource, refusedOfQueueMapping);
    const queueName = queueNameIn(mapping.EventSourceArn) ?? '';
    if (!queues.some(({ name }) => name === queueName))
      throw unsupported(resource, `only a FIFO queue is read, not ${mapping.EventSourceArn}`);
    if (taken.has(queueName)) throw unsupported(resource, 'the messages of one queue are for one function');
    taken.add(queueName);
    return {
      name: resource.name,
      enabled: mapping.Enabled,
      queueName,
      functionName: functionNameIn(mapping.FunctionName) ?? mapping.FunctionName,
    };
  });
};

// Streams

/** A limit; absent or -1 means that there is none. */
const limit = templateNumber.optional().transform((value) => (value === -1 ? undefined : value));

const streamMapping = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
  BatchSize: templateNumber.default(100),
  MaximumBatchingWindowInSeconds: templateNumber.default(0),
  MaximumRetryAttempts: limit,
  MaximumRecordAgeInSeconds: limit,
  DestinationConfig: failureDestination,
});

/** Properties that would change which records a function gets, or how. */
const refusedOfStreamMapping = [
  'BisectBatchOnFunctionError',
  'FilterCriteria',
  'FunctionResponseTypes',
  'TumblingWindowInSeconds',
] as const;

const toEventSource = (resource: ResolvedResource): DeployedEventSource => {
  const mapping = readProperties(streamMapping, resource, refusedOfStreamMapping);
  const tableName = streamedTableIn(mapping.EventSourceArn);
  if (tableName === undefined)
    throw unsupported(resource, `only a table's stream or a queue is read, not ${mapping.EventSourceArn}`);
  return {
    name: resource.name,
    enabled: mapping.Enabled,
    tableName,
    functionName: functionNameIn(mapping.FunctionName) ?? mapping.FunctionName,
    batchSize: mapping.BatchSize,
    batchingWindowSeconds: mapping.MaximumBatchingWindowInSeconds,
    retryAttempts: mapping.MaximumRetryAttempts,
    maximumRecordAgeSeconds: mapping.MaximumRecordAgeInSeconds,
    deadLetterQueue: deadLetterQueueOf(resource, mapping.DestinationConfig),
  };
};

// Rules

const isOnly = (expected: unknown, text: string): boolean =>
  Array.isArray(expected) && expected.length === 1 && expected[0] === text;

/** The bus that every account has. */
const defaultBus = 'default';

/** Pattern of a rule of the default bus. A rule for other events of AWS would wait for them in vain. */
const createdObjects = eventPattern
  .refine(({ source }) => isOnly(source, 'aws.s3'), {
    error: 'only events of aws.s3 come about on this machine',
  })
  .refine((pattern) => isOnly(pattern['detail-type'], 'Object Created'), {
    error: 'only Object Created comes about on this machine',
  });

const changed = z.never({ error: 'only the event itself is sent on this machine' }).optional();

const ruleProperties = (EventPattern: typeof eventPattern) =>
  z.object({
    State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
    EventPattern,
    // Retries and dead letters of targets do not matter: sending is part of one transaction here.
    Targets: z
      .array(
        z.object({
          Arn: z.string(),
          SqsParameters: z.object({ MessageGroupId: z.string().min(1) }),
          Input: changed,
          InputPath: changed,
          InputTransformer: changed,
        }),
      )
      .min(1),
  });

const toRule = (
  resource: ResolvedResource,
  queues: readonly DeployedQueue[],
  buses: readonly string[],
): DeployedRule => {
  const busName = z.string().default(defaultBus).parse(resource.properties.EventBusName);
  const isDefault = busName === defaultBus;
  if (!isDefault && !buses.includes(busName)) throw unsupported(resource, `there is no bus ${busName}`);
  const properties = ruleProperties(isDefault ? createdObjects : eventPattern);
  const rule = readProperties(properties, resource, ['ScheduleExpression']);
  return {
    name: resource.name,
    busName,
    enabled: rule.State === 'ENABLED',
    pattern: rule.EventPattern,
    targets: rule.Targets.map(({ Arn, SqsParameters }) => {
      const queue = queues.find(({ name }) => name === queueNameIn(Arn));
      if (!queue) throw unsupported(resource, `only a FIFO queue can be its target, not ${Arn}`);
      // SQS refuses what EventBridge sends to such a queue, and the event is lost.
      if (!queue.deduplicatesByContent)
        throw unsupported(resource, `its target ${queue.name} must deduplicate by content`);
      return { queueName: queue.name, messageGroupId: SqsParameters.MessageGroupId };
    }),
  };
};

// Schedules

const scheduleProperties = z.object({
  ScheduleExpression: z.string(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Target: z.object({ Arn: z.string(), Input: jsonText.default({}) }),
});

const invokeConfig = z.object({
  FunctionName: z.string(),
  Qualifier: z.string(),
  MaximumRetryAttempts: templateNumber.default(2),
  MaximumEventAgeInSeconds: templateNumber.default(21_600),
  DestinationConfig: failureDestination,
});

/** Returns how Lambda retries the asynchronous invocations of a version or alias of a function. */
const toAsyncRetries = (resource: ResolvedResource) => {
  const config = readProperties(invokeConfig, resource);
  return {
    functionName: config.FunctionName,
    qualifier: config.Qualifier,
    retryAttempts: config.MaximumRetryAttempts,
    maximumAgeSeconds: config.MaximumEventAgeInSeconds,
    deadLetterQueue: deadLetterQueueOf(resource, config.DestinationConfig),
  };
};

/** Lambda's retries of functions without a configuration. */
const defaultRetries = { retryAttempts: 2, maximumAgeSeconds: 21_600 };

/**
 * The scheduler's own retries and queue are for events that it cannot hand to Lambda, which does not happen on this
 * machine. From there on Lambda retries, as with each asynchronous invocation.
 */
const toSchedule = (
  resource: ResolvedResource,
  retries: readonly ReturnType<typeof toAsyncRetries>[],
): DeployedSchedule => {
  const { ScheduleExpression, State, Target } = readProperties(scheduleProperties, resource, [
    'StartDate',
    'EndDate',
  ]);
  const { Arn, Input: input } = Target;
  const functionName = functionNameIn(Arn);
  if (functionName === undefined)
    throw unsupported(resource, `only a function can be its target, not ${Arn}`);
  const qualifier = /:function:[^:]+:(.+)$/.exec(Arn)?.[1] ?? '$LATEST';
  const found = retries.find((each) => each.functionName === functionName && each.qualifier === qualifier);
  const { retryAttempts, maximumAgeSeconds, deadLetterQueue } = {
    deadLetterQueue: undefined,
    ...(found ?? defaultRetries),
  };
  return {
    name: resource.name,
    enabled: State === 'ENABLED',
    everyMinutes: minutesOf(resource, ScheduleExpression),
    functionName,
    input,
    retryAttempts,
    maximumAgeSeconds,
    deadLetterQueue,
  };
};

const minutesOfUnit = new Map([
  ['minute', 1],
  ['hour', 60],
  ['day', 1_440],
]);

const minutesOf = (resource: ResolvedResource, expression: string): number => {
  const [, count = '', unit = ''] = /^rate\(([1-9]\d{0,8}) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const minutes = minutesOfUnit.get(unit);
  if (minutes !== undefined) return Number(count) * minutes;
  throw unsupported(resource, `only rate(n minutes|hours|days) runs on this machine, not ${expression}`);
};

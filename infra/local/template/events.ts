import * as z from 'zod';
import { functionNameIn, queueNameIn, streamedTableIn } from './physical-names.ts';
import {
  jsonText,
  type Read,
  type ResolvedResource,
  readAll,
  readText,
  renamed,
  templateNumber,
  UnsupportedTemplate,
} from './resource.ts';

/**
 * Reads events, queues, streams and schedules. `sendingBuckets` are the names of buckets that send events for their
 * objects. Throws UnsupportedTemplate, which names the resource.
 */
export const readEvents = (resources: readonly ResolvedResource[], sendingBuckets: readonly string[]) => {
  const queues = readAll(resources, 'AWS::SQS::Queue', queue);
  const eventBuses = readAll(resources, 'AWS::Events::EventBus', z.object({})).map(({ name }) => name);
  const rulesOfBuses = Map.groupBy(resources, ({ properties: { EventBusName } }) =>
    EventBusName === undefined ? 'default' : 'other',
  );

  const mappings = Map.groupBy(resources, ({ properties: { EventSourceArn } }) =>
    queueNameIn(String(EventSourceArn)) === undefined ? 'stream' : 'queue',
  );
  const mappingsOf = <T extends object>(kind: 'stream' | 'queue', schema: z.ZodType<T>) =>
    readAll(mappings.get(kind) ?? [], 'AWS::Lambda::EventSourceMapping', schema);
  const queueSources = mappingsOf('queue', queueSource(queues));
  const queuesRead = queueSources.map(({ queueName }) => queueName);
  const second = queueSources.find(({ queueName }, index) => queuesRead.indexOf(queueName) < index);
  if (second) throw new UnsupportedTemplate(`${second.name}: only one function can read a queue`);

  const configs = readAll(resources, 'AWS::Lambda::EventInvokeConfig', invokeConfig);
  return {
    schedules: readAll(resources, 'AWS::Scheduler::Schedule', schedule(configs)),
    eventSources: mappingsOf('stream', eventSource),
    /** Names of the buses, except the default bus of the account. */
    eventBuses,
    /** Rules of the default bus. */
    rules: readAll(rulesOfBuses.get('default') ?? [], 'AWS::Events::Rule', rule(queues, sendingBuckets)),
    /** Rules of other buses. */
    busRules: readAll(rulesOfBuses.get('other') ?? [], 'AWS::Events::Rule', busRule(queues, eventBuses)),
    queues,
    queueSources,
  };
};

/** Name of the dead-letter queue. Without one, failed events are dropped. */
const deadLetterQueue = readText(queueNameIn, 'only a queue keeps dead letters').optional();

/** A queue of SQS. */
export type DeployedQueue = Read<typeof queue>;

const queue = renamed(
  {
    isFifo: ['FifoQueue', z.boolean().default(false)],
    /** Whether SQS drops a message with the same body as another of the last 5 minutes. */
    deduplicatesByContent: ['ContentBasedDeduplication', z.boolean().default(false)],
    /** Maximum number of attempts to deliver a message; unlimited if absent. */
    maxAttempts: ['RedrivePolicy.maxReceiveCount', templateNumber.optional()],
    deadLetterQueue: ['RedrivePolicy.deadLetterTargetArn', deadLetterQueue],
  },
  ['DelaySeconds', 'DeduplicationScope'],
);

/** ARN of one of the queues, converted to the queue. */
const oneOf = (queues: readonly DeployedQueue[], expected: string) =>
  readText((arn) => queues.find(({ name }) => name === queueNameIn(arn)), expected);

const mappingMembers = {
  // The template has an ARN or only the name.
  functionName: ['FunctionName', z.string().transform((text) => functionNameIn(text) ?? text)],
} as const;
const unsupportedOfMappings = [['Enabled', true]] as const;

/** A Lambda event source mapping: messages of a queue invoke a function, each alone, and those of a FIFO queue in turn. */
export type DeployedQueueSource = Read<ReturnType<typeof queueSource>>;

// The batch size and window only bound what is delivered together; here each message is delivered alone.
const queueSource = (queues: readonly DeployedQueue[]) =>
  renamed(
    {
      ...mappingMembers,
      queueName: ['EventSourceArn', oneOf(queues, 'only a queue is read').transform(({ name }) => name)],
      /** Whether the function returns the messages that it could not process. */
      reportsFailures: [
        'FunctionResponseTypes',
        z
          .tuple([z.literal('ReportBatchItemFailures')])
          .optional()
          .transform((types) => types !== undefined),
      ],
      /** Maximum number of concurrent invocations; unlimited if absent. */
      maxConcurrency: ['ScalingConfig.MaximumConcurrency', templateNumber.optional()],
    },
    [...unsupportedOfMappings, 'FilterCriteria'],
  );

/** A limit. Absent or -1 means unlimited. */
const limit = templateNumber.optional().transform((value) => (value === -1 ? undefined : value));

/** Kinds of changes of an item. */
const changeNames = z.array(z.enum(['INSERT', 'MODIFY', 'REMOVE'])).min(1);

/** One filter that selects only kinds of changes, converted to these. */
const filterCriteria = z
  .strictObject({
    Filters: z.tuple([
      z.strictObject({ Pattern: jsonText.pipe(z.strictObject({ eventName: changeNames })) }),
    ]),
  })
  .transform(({ Filters: [{ Pattern }] }) => Pattern.eventName);

/** A Lambda event source mapping: changes of a table invoke a function, in batches. */
export type DeployedEventSource = Read<typeof eventSource>;

const eventSource = renamed(
  {
    ...mappingMembers,
    tableName: ['EventSourceArn', readText(streamedTableIn, "only a table's stream or a queue is read")],
    /** Kinds of changes that invoke the function; all if absent. */
    changeNames: ['FilterCriteria', filterCriteria.optional()],
    /** Maximum number of records in an invocation. */
    batchSize: ['BatchSize', templateNumber.default(100)],
    /** Maximum number of retries of a failed batch; unlimited if absent. */
    retryAttempts: ['MaximumRetryAttempts', limit],
    /** Age in seconds beyond which a failed batch is not retried; unlimited if absent. */
    maximumRecordAgeSeconds: ['MaximumRecordAgeInSeconds', limit],
    deadLetterQueue: ['DestinationConfig.OnFailure.Destination', deadLetterQueue],
  },
  [
    ...unsupportedOfMappings,
    'FunctionResponseTypes',
    'MaximumBatchingWindowInSeconds',
    'BisectBatchOnFunctionError',
    'TumblingWindowInSeconds',
  ],
);

/** An EventBridge rule: sends a message to a FIFO queue for each object that is created in a bucket. */
export type DeployedRule = Read<ReturnType<typeof rule>>;

// Retries and dead letters of targets do not matter, because sending is part of a transaction here.
const unsupportedOfRules = [
  ['State', 'ENABLED'],
  'ScheduleExpression',
  'Targets.1',
  ...['Input', 'InputPath', 'InputTransformer'].map((name) => `Targets.0.${name}`),
] as const;

const rule = (queues: readonly DeployedQueue[], sendingBuckets: readonly string[]) => {
  // SQS rejects messages from EventBridge to a queue that does not deduplicate, and the event is lost.
  const target = oneOf(
    queues.filter(({ isFifo, deduplicatesByContent }) => isFifo && deduplicatesByContent),
    'only a FIFO queue that deduplicates by content can be a target',
  );
  const sendingBucket = readText(
    (name) => sendingBuckets.find((each) => each === name),
    'only a bucket that sends events to EventBridge has any',
  );
  const createdObject = z
    .strictObject({
      source: z.tuple([z.literal('aws.s3')]),
      'detail-type': z.tuple([z.literal('Object Created')]),
      detail: z.strictObject({
        bucket: z.strictObject({ name: z.tuple([sendingBucket]) }),
        object: z.strictObject({
          key: z.tuple([z.strictObject({ 'anything-but': z.strictObject({ suffix: z.string() }) })]),
        }),
      }),
    })
    .transform(({ detail: { bucket, object } }) => ({
      bucketName: bucket.name[0],
      /** Objects whose keys have this suffix send no message. */
      ignoredSuffix: object.key[0]['anything-but'].suffix,
    }));
  return renamed(
    {
      objects: ['EventPattern', createdObject],
      queueName: ['Targets.0.Arn', target.transform(({ name }) => name)],
      messageGroupId: ['Targets.0.SqsParameters.MessageGroupId', z.string().min(1)],
    },
    unsupportedOfRules,
  ).transform(({ objects, queueName, messageGroupId }) => ({ ...objects, queueName, messageGroupId }));
};

/** An EventBridge rule of a bus: sends a message to a queue for each event of these sources and types. */
export type DeployedBusRule = Read<ReturnType<typeof busRule>>;

const busRule = (queues: readonly DeployedQueue[], buses: readonly string[]) =>
  renamed(
    {
      busName: [
        'EventBusName',
        readText((name) => buses.find((each) => each === name), 'only a bus of the stacks has rules'),
      ],
      pattern: [
        'EventPattern',
        z.strictObject({ source: z.array(z.string()).min(1), 'detail-type': z.array(z.string()).min(1) }),
      ],
      queueName: [
        'Targets.0.Arn',
        oneOf(
          queues.filter(({ isFifo }) => !isFifo),
          'only a queue that is not FIFO can be a target',
        ).transform(({ name }) => name),
      ],
    },
    unsupportedOfRules,
  );

/** How Lambda retries asynchronous invocations of a function. */
const invokeConfig = renamed(
  {
    functionName: ['FunctionName', z.string()],
    /** Maximum number of retries of a failed invocation. */
    retryAttempts: ['MaximumRetryAttempts', templateNumber.default(2)],
    /** Seconds after the scheduled time beyond which an invocation is not retried. */
    maximumAgeSeconds: ['MaximumEventAgeInSeconds', templateNumber.default(21_600)],
    deadLetterQueue: ['DestinationConfig.OnFailure.Destination', deadLetterQueue],
  },
  // Schedules do not invoke versions or aliases.
  [['Qualifier', '$LATEST']],
);

/** An EventBridge schedule: invokes a function with the same event at a fixed rate. */
export type DeployedSchedule = Read<ReturnType<typeof schedule>>;

/**
 * The scheduler's own retries and dead-letter queue are for events that it cannot hand over to Lambda, which does not
 * happen on this machine. After that, Lambda retries as with any asynchronous invocation.
 */
const schedule = (configs: readonly z.output<typeof invokeConfig>[]) =>
  renamed(
    {
      everyMinutes: [
        'ScheduleExpression',
        readText(minutesOf, 'only rate(n minutes) is supported on this machine'),
      ],
      functionName: [
        'Target.Arn',
        readText(unqualifiedFunctionNameIn, 'only a function without an alias is supported'),
      ],
      /** The event. */
      input: ['Target.Input', jsonText.default({})],
    },
    [['State', 'ENABLED'], 'StartDate', 'EndDate'],
  ).transform((members) => {
    const { functionName: _, ...retries } =
      configs.find(({ functionName }) => functionName === members.functionName) ??
      invokeConfig.parse({ FunctionName: members.functionName });
    return { ...members, ...retries };
  });

const unqualifiedFunctionNameIn = (arn: string): string | undefined => /:function:([^/:]+)$/.exec(arn)?.[1];

const minutesOf = (expression: string): number | undefined => {
  const [, minutes] = /^rate\(([1-9]\d{0,8}) minutes?\)$/.exec(expression) ?? [];
  return minutes === undefined ? undefined : Number(minutes);
};

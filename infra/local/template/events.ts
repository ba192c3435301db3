import * as z from 'zod';
import {
  invokedFunction,
  json,
  type Read,
  type ResolvedResource,
  readAll,
  readPart,
  renamed,
  templateNumber,
  UnsupportedTemplate,
} from './resource.ts';

/** Reads events, queues, streams and schedules. Throws UnsupportedTemplate, whose message contains the resource. */
export const readEvents = (resources: readonly ResolvedResource[]) => {
  const mappings = Map.groupBy(resources, ({ properties: { EventSourceArn } }) =>
    queueArn.test(String(EventSourceArn)) ? 'queue' : 'stream',
  );
  const queues = readAll(resources, 'AWS::SQS::Queue', queue);
  const configs = readAll(resources, 'AWS::Lambda::EventInvokeConfig', invokeConfig);
  return {
    schedules: readAll(resources, 'AWS::Scheduler::Schedule', schedule(configs)),
    eventSources: readAll(mappings.get('stream') ?? [], 'AWS::Lambda::EventSourceMapping', eventSource),
    queueSources: readAll(
      mappings.get('queue') ?? [],
      'AWS::Lambda::EventSourceMapping',
      queueSource(queues),
    ),
    /** Names of the buses, except the default bus of the account. */
    eventBuses: readAll(resources, 'AWS::Events::EventBus', z.object({})).map(({ name }) => name),
    rules: readAll(resources, 'AWS::Events::Rule', rule).map((each) => withRequiredGroup(each, queues)),
  };
};

// In all members below, an absent maximum or age means that there is no limit. Without a dead-letter queue, failed
// events are dropped.

const queueArn = /^arn:[^:]+:sqs:[^:]*:[^:]*:(.+)$/;
const queueName = readPart(queueArn, 'only a queue is supported');
const deadLetterQueue = queueName.optional();

const queue = renamed(
  {
    isFifo: ['FifoQueue', z.boolean().default(false)],
    /** Maximum number of attempts to deliver a message. */
    maxAttempts: ['RedrivePolicy.maxReceiveCount', templateNumber.optional()],
    deadLetterQueue: ['RedrivePolicy.deadLetterTargetArn', deadLetterQueue],
  },
  ['DelaySeconds', 'DeduplicationScope'],
);

/** The template has an ARN or only the name. */
const mappedFunction = ['FunctionName', z.union([invokedFunction, z.string()])] as const;

/** A queue, with the Lambda event source mapping that invokes a function for each of its messages. */
export type DeployedQueueSource = Read<ReturnType<typeof queueSource>>;

/** Does not read the batch size and window, because here each invocation has one message. */
const queueSource = (queues: readonly Read<typeof queue>[]) =>
  renamed(
    {
      functionName: mappedFunction,
      queueName: ['EventSourceArn', queueName],
      /** Whether the function returns the messages that it could not process. */
      reportsFailures: [
        'FunctionResponseTypes',
        z
          .tuple([z.literal('ReportBatchItemFailures')])
          .optional()
          .transform((types) => types !== undefined),
      ],
      /** Maximum number of concurrent invocations. */
      maxConcurrency: ['ScalingConfig.MaximumConcurrency', templateNumber.optional()],
    },
    [['Enabled', true], 'FilterCriteria'],
  ).transform((source) => ({
    ...(queues.find(({ name }) => name === source.queueName) ?? queue.parse({})),
    ...source,
  }));

/** A limit. -1 means unlimited. */
const limit = templateNumber.optional().transform((value) => (value === -1 ? undefined : value));

/** Schema of a filter that selects changes only by kind. The filter is converted to a list of these kinds. */
const filterCriteria = z
  .strictObject({
    Filters: z.tuple([
      z.strictObject({
        Pattern: json.pipe(
          z.strictObject({ eventName: z.array(z.enum(['INSERT', 'MODIFY', 'REMOVE'])).min(1) }),
        ),
      }),
    ]),
  })
  .transform(({ Filters: [{ Pattern }] }) => Pattern.eventName);

/** A Lambda event source mapping that invokes a function with batches of a table's changes. */
export type DeployedEventSource = Read<typeof eventSource>;

const eventSource = renamed(
  {
    functionName: mappedFunction,
    tableName: [
      'EventSourceArn',
      readPart(
        /^arn:[^:]+:dynamodb:[^:]*:[^:]*:table\/([^/]+)\/stream\//,
        "only a table's stream or a queue is read",
      ),
    ],
    /** Kinds of changes that invoke the function. If absent, all kinds do. */
    changeNames: ['FilterCriteria', filterCriteria.optional()],
    /** Maximum number of records in an invocation. */
    batchSize: ['BatchSize', templateNumber.default(100)],
    maxAttempts: ['MaximumRetryAttempts', limit.transform((retries = Infinity) => retries + 1)],
    /** Age in seconds above which a failed batch is not retried. */
    maxAgeSeconds: ['MaximumRecordAgeInSeconds', limit],
    deadLetterQueue: ['DestinationConfig.OnFailure.Destination', deadLetterQueue],
  },
  [
    ['Enabled', true],
    'FunctionResponseTypes',
    'MaximumBatchingWindowInSeconds',
    'BisectBatchOnFunctionError',
    'TumblingWindowInSeconds',
  ],
);

/** Converts a transformer to the names of the event's members that become the message's members. */
const inputTransformer = z
  .strictObject({ InputPathsMap: z.record(z.string(), z.string()), InputTemplate: z.string() })
  .transform(({ InputPathsMap, InputTemplate }) => {
    const paths: Readonly<Record<string, string>> = {
      ...InputPathsMap,
      'aws.events.event.ingestion-time': '$.ingestion-time',
    };
    // Placeholders of text may be in quotes.
    return InputTemplate.replace(/("?)<([\w.-]+)>\1/g, (_, _quote, name) => JSON.stringify(paths[name]));
  })
  .pipe(
    json.pipe(z.record(z.string(), readPart(/^\$\.([\w-]+)$/, 'only a member of the event is supported'))),
  );

const names = z.array(z.string()).min(1);

/** Pattern of an event. The only supported details are the bucket and the key of a created object. */
const eventPattern = z.strictObject({
  source: names,
  'detail-type': names,
  detail: z
    .strictObject({
      bucket: z.strictObject({ name: names }),
      object: z.strictObject({
        key: z.tuple([z.strictObject({ 'anything-but': z.strictObject({ suffix: z.string() }) })]),
      }),
    })
    .transform(({ bucket, object: { key } }) => ({
      bucketNames: bucket.name,
      ignoredSuffix: key[0]['anything-but'].suffix,
    }))
    .optional(),
});

/** An EventBridge rule that sends a message to a queue for each event that matches its pattern. */
export type DeployedRule = Read<typeof rule>;

// Retries and dead letters of targets do not matter, because sending is part of a transaction here.
const rule = renamed(
  {
    /** Bus of the events. If absent, it is the default bus, to which S3 sends its events. */
    busName: ['EventBusName', z.string().optional()],
    pattern: ['EventPattern', eventPattern],
    queueName: ['Targets.0.Arn', queueName],
    /** Message group in a FIFO queue. */
    messageGroupId: ['Targets.0.SqsParameters.MessageGroupId', z.string().min(1).optional()],
    /** For each member of the message, the name of the event's member. If absent, the message is the event. */
    message: ['Targets.0.InputTransformer', inputTransformer.optional()],
  },
  [['State', 'ENABLED'], 'ScheduleExpression', 'Targets.1', 'Targets.0.Input', 'Targets.0.InputPath'],
);

/** Throws UnsupportedTemplate if a FIFO queue would receive messages without a group, and so without an order. */
const withRequiredGroup = (each: DeployedRule, queues: readonly Read<typeof queue>[]): DeployedRule => {
  const isFifo = queues.find(({ name }) => name === each.queueName)?.isFifo ?? false;
  if (isFifo && each.messageGroupId === undefined)
    throw new UnsupportedTemplate(`${each.name}: a FIFO queue requires a message group`);
  return each;
};

/** How Lambda retries asynchronous invocations of a function. */
const invokeConfig = renamed(
  {
    functionName: ['FunctionName', z.string()],
    maxAttempts: ['MaximumRetryAttempts', templateNumber.default(2).transform((retries) => retries + 1)],
    /** Seconds after the scheduled time after which an invocation is not retried. */
    maxAgeSeconds: ['MaximumEventAgeInSeconds', templateNumber.default(21_600)],
    deadLetterQueue: ['DestinationConfig.OnFailure.Destination', deadLetterQueue],
  },
  // Schedules do not invoke versions or aliases.
  [['Qualifier', '$LATEST']],
);

/** An EventBridge schedule that invokes a function with the same event at a fixed rate. */
export type DeployedSchedule = Read<ReturnType<typeof schedule>>;

/** Ignores the scheduler's own retries, because it can always pass events to Lambda here, which then retries. */
const schedule = (configs: readonly z.output<typeof invokeConfig>[]) =>
  renamed(
    {
      everyMinutes: [
        'ScheduleExpression',
        readPart(
          /^rate\(([1-9]\d{0,8}) minutes?\)$/,
          'only rate(n minutes) is supported on this machine',
        ).transform(Number),
      ],
      functionName: [
        'Target.Arn',
        readPart(/:function:([^/:]+)$/, 'only a function without an alias is supported'),
      ],
      /** Event with which the function is invoked. */
      input: ['Target.Input', json.default({})],
    },
    [['State', 'ENABLED'], 'StartDate', 'EndDate'],
  ).transform((members) => {
    const { functionName: _, ...retries } =
      configs.find(({ functionName }) => functionName === members.functionName) ??
      invokeConfig.parse({ FunctionName: members.functionName });
    return { ...members, ...retries };
  });

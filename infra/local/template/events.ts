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
} from './resource.ts';

/** Reads events, queues, streams and schedules. Throws UnsupportedTemplate, whose message contains the resource. */
export const readEvents = (resources: readonly ResolvedResource[]) => {
  const mappings = Map.groupBy(resources, ({ properties: { EventSourceArn } }) =>
    queueArn.test(String(EventSourceArn)) ? 'queue' : 'stream',
  );
  const rules = Map.groupBy(resources, ({ properties: { EventBusName } }) =>
    EventBusName === undefined ? 'default' : 'other',
  );
  const configs = readAll(resources, 'AWS::Lambda::EventInvokeConfig', invokeConfig);
  return {
    schedules: readAll(resources, 'AWS::Scheduler::Schedule', schedule(configs)),
    eventSources: readAll(mappings.get('stream') ?? [], 'AWS::Lambda::EventSourceMapping', eventSource),
    /** Names of the buses, except the default bus of the account. */
    eventBuses: readAll(resources, 'AWS::Events::EventBus', z.object({})).map(({ name }) => name),
    /** Rules of the default bus. */
    rules: readAll(rules.get('default') ?? [], 'AWS::Events::Rule', rule),
    /** Rules of other buses. */
    busRules: readAll(rules.get('other') ?? [], 'AWS::Events::Rule', busRule),
    queues: readAll(resources, 'AWS::SQS::Queue', queue),
    queueSources: readAll(mappings.get('queue') ?? [], 'AWS::Lambda::EventSourceMapping', queueSource),
  };
};

// In all members below, an absent maximum or age means that there is no limit. Without a dead-letter queue, failed
// events are dropped.

const queueArn = /^arn:[^:]+:sqs:[^:]*:[^:]*:(.+)$/;
const queueName = readPart(queueArn, 'only a queue is supported');
const deadLetterQueue = queueName.optional();

export type DeployedQueue = Read<typeof queue>;

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

/** A Lambda event source mapping that invokes a function for each message in a queue. */
export type DeployedQueueSource = Read<typeof queueSource>;

// The batch size and window are not read, because here each invocation has one message.
const queueSource = renamed(
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
);

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
    /** Maximum number of retries of a failed batch. */
    retryAttempts: ['MaximumRetryAttempts', limit],
    /** Age in seconds above which a failed batch is not retried. */
    maximumRecordAgeSeconds: ['MaximumRecordAgeInSeconds', limit],
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

/** An EventBridge rule that sends a message to a FIFO queue for each object that is created in a bucket. */
export type DeployedRule = Read<typeof rule>;

// Retries and dead letters of targets do not matter, because sending is part of a transaction here.
const unsupportedOfRules = [
  ['State', 'ENABLED'],
  'ScheduleExpression',
  'Targets.1',
  'Targets.0.Input',
  'Targets.0.InputPath',
] as const;

const createdObject = z.strictObject({
  source: z.tuple([z.literal('aws.s3')]),
  'detail-type': z.tuple([z.literal('Object Created')]),
  detail: z.strictObject({
    bucket: z.strictObject({ name: z.tuple([z.string()]) }),
    object: z.strictObject({
      key: z.tuple([z.strictObject({ 'anything-but': z.strictObject({ suffix: z.string() }) })]),
    }),
  }),
});

const rule = renamed(
  {
    objects: ['EventPattern', createdObject],
    queueName: ['Targets.0.Arn', queueName],
    messageGroupId: ['Targets.0.SqsParameters.MessageGroupId', z.string().min(1)],
  },
  [...unsupportedOfRules, 'Targets.0.InputTransformer'],
).transform(({ objects: { detail }, ...target }) => ({
  bucketName: detail.bucket.name[0],
  /** Suffix of the keys for which no message is sent. */
  ignoredSuffix: detail.object.key[0]['anything-but'].suffix,
  ...target,
}));

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

/** A rule of a custom EventBridge bus. Sends a message to a queue for each event with one of the sources and types. */
export type DeployedBusRule = Read<typeof busRule>;

const busRule = renamed(
  {
    busName: ['EventBusName', z.string()],
    pattern: [
      'EventPattern',
      z.strictObject({ source: z.array(z.string()).min(1), 'detail-type': z.array(z.string()).min(1) }),
    ],
    queueName: ['Targets.0.Arn', queueName],
    /** For each member of the message, the name of the event's member. */
    message: ['Targets.0.InputTransformer', inputTransformer],
  },
  [...unsupportedOfRules, 'Targets.0.SqsParameters'],
);

/** How Lambda retries asynchronous invocations of a function. */
const invokeConfig = renamed(
  {
    functionName: ['FunctionName', z.string()],
    /** Maximum number of retries of a failed invocation. */
    retryAttempts: ['MaximumRetryAttempts', templateNumber.default(2)],
    /** Seconds after the scheduled time after which an invocation is not retried. */
    maximumAgeSeconds: ['MaximumEventAgeInSeconds', templateNumber.default(21_600)],
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

import { describe, expect, it } from 'vitest';
import { deploymentWith, expectRejected, propertiesOf, type Rejected } from './assembly-under-test.ts';

const [schedule, retries] = ['Scheduler::Schedule', 'Lambda::EventInvokeConfig'];
const [stream, selective, messages, files] = [
  'AnnounceEnquiries',
  'WatchKeyTrail',
  'ReportAvailability',
  'ImportFile',
].map((name) => `Lambda::EventSourceMapping Platform${name}`) as [string, string, string, string];
const queue = 'SQS::Queue ImportTriggersFiles';
const [objectRule, busRule] = ['Events::Rule ImportTriggers', 'Events::Rule AvailabilityReports'];

const starting = (text: string) => expect.stringMatching(new RegExp(`^${text}[0-9A-F]{8}$`));

describe('the event sources of a deployment', () => {
  it('are schedules, streams, queues and rules with their functions or queues', async () => {
    const deployment = await deploymentWith();
    const publisher = starting('PlatformPublishLocations');
    const undelivered = starting('Waypost-Local-Publishing-PublicationTriggersUndelivered');
    expect(deployment.schedules).toMatchObject([
      {
        everyMinutes: 60,
        functionName: publisher,
        input: { reason: 'schedule' },
        // The function's settings, not the scheduler's, determine the retries.
        maxAttempts: 3,
        maxAgeSeconds: 3_600,
        deadLetterQueue: undelivered,
      },
    ]);
    const table = starting('Waypost-Local-Data-TablesLocations');
    const limits = { maxAttempts: Infinity, maxAgeSeconds: 3_600, deadLetterQueue: undelivered };
    expect(deployment.eventSources).toContainEqual(
      expect.objectContaining({ tableName: table, functionName: publisher, batchSize: 1_000, ...limits }),
    );
    expect(deployment.eventSources).toContainEqual(
      expect.objectContaining({ changeNames: ['MODIFY', 'REMOVE'], batchSize: 100, maxAttempts: 4 }),
    );
    const fileQueue = starting('Waypost-Local-Publishing-ImportTriggersFiles');
    const reportQueue = starting('Waypost-Local-Publishing-AvailabilityReportsEvents');
    expect(deployment.queueSources).toMatchObject([
      {
        queueName: fileQueue,
        functionName: starting('PlatformImportFile'),
        isFifo: true,
        deadLetterQueue: starting('Waypost-Local-Publishing-ImportTriggersUndelivered'),
        maxAttempts: 5,
        reportsFailures: false,
      },
      { queueName: reportQueue, isFifo: false, maxAttempts: 10, reportsFailures: true, maxConcurrency: 2 },
    ]);
    expect(deployment.eventBuses).toEqual(['waypost-local']);
    expect(deployment.rules).toMatchObject([
      {
        pattern: {
          source: ['aws.s3'],
          'detail-type': ['Object Created'],
          detail: { bucketNames: [deployment.outputs.get('ImportBucket')], ignoredSuffix: '.report.json' },
        },
        queueName: fileQueue,
        messageGroupId: 'imports',
      },
      {
        busName: 'waypost-local',
        pattern: { source: ['lockers'], 'detail-type': ['AvailabilityReported'] },
        queueName: reportQueue,
        message: { source: 'source', 'detail-type': 'detail-type', time: 'ingestion-time', detail: 'detail' },
      },
    ]);
  });

  const scheduled = (changed: object) => ({
    Target: { ...Object(propertiesOf(schedule).Target), ...changed },
  });
  const aliasArn = 'arn:aws:lambda:a:b:function:Other:live';
  const unlimited = { MaximumRetryAttempts: -1, MaximumRecordAgeInSeconds: -1, BatchSize: undefined };
  it("have Lambda's defaults if the templates have no settings, and can refer to a function by its ARN", async () => {
    const { schedules, eventSources } = await deploymentWith({
      [schedule]: { Name: 'hourly', ...scheduled({ Input: undefined }) },
      [retries]: { FunctionName: 'Another' },
      [stream]: { ...unlimited, FunctionName: aliasArn, DestinationConfig: undefined },
    });
    expect(schedules).toEqual([
      {
        name: 'hourly',
        everyMinutes: 60,
        functionName: expect.any(String),
        input: {},
        maxAttempts: 3,
        maxAgeSeconds: 21_600,
      },
    ]);
    const source = { name: expect.any(String), tableName: expect.any(String), functionName: 'Other' };
    expect(eventSources).toContainEqual({ ...source, batchSize: 100, maxAttempts: Infinity });
  });

  const filtered = (...patterns: readonly string[]) => ({
    FilterCriteria: { Filters: patterns.map((Pattern) => ({ Pattern })) },
  });
  const [target] = Object(propertiesOf(objectRule).Targets);
  const transformed = (path: string) => ({
    Targets: [{ ...target, InputTransformer: { InputPathsMap: { a: path }, InputTemplate: '{"a":<a>}' } }],
  });
  const matching = (changed: object) => ({
    EventPattern: { ...Object(propertiesOf(objectRule).EventPattern), ...changed },
  });
  const unsupported = Object.entries({
    [schedule]: ['StartDate', 'EndDate'],
    [stream]: [
      'FilterCriteria',
      'FunctionResponseTypes',
      'MaximumBatchingWindowInSeconds',
      'BisectBatchOnFunctionError',
      'TumblingWindowInSeconds',
    ],
    [queue]: ['DelaySeconds', 'DeduplicationScope'],
    [files]: ['FilterCriteria', 'FunctionResponseTypes'],
    [busRule]: ['ScheduleExpression'],
  }).flatMap(([name, names]) => names.map((each): Rejected => [name, { [each]: 5 }, new RegExp(each)]));
  it.each<Rejected>([
    ...unsupported,
    [schedule, { ScheduleExpression: 'cron(0 3 * * ? *)' }, /cron/],
    [schedule, { ScheduleExpression: 'rate(1 hour)' }, /rate\(1 hour/],
    [schedule, { State: 'DISABLED' }, /only ENABLED/],
    [schedule, scheduled({ Arn: aliasArn }), /without an alias/],
    [schedule, scheduled({ Input: '{' }), /not JSON/],
    [retries, { DestinationConfig: { OnFailure: { Destination: 'arn:aws:sns:a:b:c' } } }, /only a queue/],
    [selective, filtered('{"eventName":["MODIFY"],"dynamodb":{"Keys":{}}}'), /FilterCriteria/],
    [selective, filtered('{"eventName":["MODIFY"]}', '{"eventName":["REMOVE"]}'), /FilterCriteria/],
    [stream, { EventSourceArn: 'arn:aws:sns:a:b:c' }, /stream/],
    [stream, { Enabled: false }, /only true/],
    [retries, { Qualifier: 'live' }, /\$LATEST/],
    [messages, { FunctionResponseTypes: ['Other'] }, /FunctionResponseTypes/],
    [busRule, { EventPattern: { source: ['lockers'] } }, /detail-type/],
    [busRule, transformed('$.detail.code'), /only a member of the event/],
    [objectRule, matching({ detail: { object: { size: [{ numeric: ['>', 0] }] } } }), /detail/],
    [objectRule, { Targets: [{ ...target, SqsParameters: undefined }] }, /message group/],
    [objectRule, { Targets: [target, target] }, /Targets\.1|Targets\[1\]/],
  ])('are rejected with an error that names %s if it has %j', (...rejected) => expectRejected(rejected));
});

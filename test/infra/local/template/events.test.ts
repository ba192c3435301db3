import { describe, expect, it } from 'vitest';
import {
  attribute,
  createdObject,
  deploymentWith,
  expectRejected,
  type Rejected,
  ref,
} from './assembly-under-test.ts';

const topic = 'arn:aws:sns:a:b:c';

describe('the event sources of a deployment', () => {
  it('are schedules, streams, queues and rules with their functions or queues', async () => {
    expect(await deploymentWith()).toMatchObject({
      // The function's settings, not the scheduler's, determine the retries.
      schedules: [
        {
          name: 'Nightly',
          everyMinutes: 15,
          functionName: 'Answer',
          input: { reason: 'schedule' },
          maxAttempts: 2,
          maxAgeSeconds: 600,
          deadLetterQueue: 'Test-App-Plain',
        },
      ],
      eventSources: [
        {
          name: 'Changes',
          tableName: 'Test-Data-Orders',
          functionName: 'Answer',
          batchSize: 1_000,
          maxAttempts: 6,
          maxAgeSeconds: 3_600,
          deadLetterQueue: 'Test-App-Plain',
        },
      ],
      queueSources: [
        {
          name: 'Reporter',
          queueName: 'Test-App-Events',
          functionName: 'Answer',
          isFifo: false,
          deadLetterQueue: 'Test-App-Plain',
          maxAttempts: 10,
          reportsFailures: true,
          maxConcurrency: 2,
        },
        {
          name: 'Consumer',
          queueName: 'Test-App-Waiting',
          functionName: 'Answer',
          isFifo: true,
          deadLetterQueue: 'Test-App-Undelivered',
          maxAttempts: 5,
          reportsFailures: false,
        },
      ],
      eventBuses: ['waypost-local'],
      rules: [
        {
          name: 'Reported',
          busName: 'waypost-local',
          pattern: { source: ['lockers'], 'detail-type': ['AvailabilityReported'] },
          queueName: 'Test-App-Events',
          message: { time: 'ingestion-time', detail: 'detail' },
        },
        {
          name: 'FilePut',
          pattern: {
            source: ['aws.s3'],
            'detail-type': ['Object Created'],
            detail: { bucketNames: ['test-data-files'], ignoredSuffix: '.report.json' },
          },
          queueName: 'Test-App-Waiting',
          messageGroupId: 'files',
        },
      ],
    });
  });

  it("have Lambda's default retries if the function configures none", async () => {
    const Nightly = { Name: 'nightly', State: 'ENABLED', Target: { Arn: attribute('Answer') } };
    const plain = await deploymentWith({ Nightly, Retries: { FunctionName: 'Another' } });
    expect(plain.schedules).toEqual([
      {
        name: 'nightly',
        everyMinutes: 15,
        functionName: 'Answer',
        input: {},
        maxAttempts: 3,
        maxAgeSeconds: 21_600,
      },
    ]);
  });

  it('are retried indefinitely if a stream has no limit, and can refer to a function by its ARN', async () => {
    const { eventSources } = await deploymentWith({
      Changes: {
        FunctionName: ref('Live'),
        MaximumRetryAttempts: -1,
        MaximumRecordAgeInSeconds: undefined,
        BatchSize: undefined,
        DestinationConfig: undefined,
      },
    });
    const source = { name: 'Changes', tableName: 'Test-Data-Orders', functionName: 'Answer' };
    expect(eventSources).toEqual([{ ...source, batchSize: 100, maxAttempts: Infinity }]);
  });

  const filtered = (...patterns: readonly string[]) => ({
    FilterCriteria: { Filters: patterns.map((Pattern) => ({ Pattern })) },
  });
  it('can be selected from a stream by the kind of change', async () => {
    const { eventSources } = await deploymentWith({ Changes: filtered('{"eventName":["MODIFY","REMOVE"]}') });
    expect(eventSources).toMatchObject([{ name: 'Changes', changeNames: ['MODIFY', 'REMOVE'] }]);
  });

  const scheduled = (changed: object) => ({ Target: { Arn: attribute('Answer'), ...changed } });
  const matching = (changed: object) => ({ EventPattern: createdObject(changed) });
  const target = { Arn: attribute('Waiting'), SqsParameters: { MessageGroupId: 'files' } };
  const sentTo = (changed: object) => ({ Targets: [{ ...target, ...changed }] });
  const transformed = (path: string, variable: string) =>
    sentTo({ InputTransformer: { InputPathsMap: { a: path }, InputTemplate: `{"a":<${variable}>}` } });
  const unsupported = Object.entries({
    Nightly: ['StartDate', 'EndDate'],
    Changes: [
      'FilterCriteria',
      'FunctionResponseTypes',
      'MaximumBatchingWindowInSeconds',
      'BisectBatchOnFunctionError',
      'TumblingWindowInSeconds',
    ],
    Waiting: ['DelaySeconds', 'DeduplicationScope'],
    Consumer: ['FilterCriteria', 'FunctionResponseTypes'],
    FilePut: ['EventBusName', 'ScheduleExpression'],
    Reported: ['ScheduleExpression'],
  }).flatMap(([id, names]) => names.map((name): Rejected => [id, { [name]: 5 }, new RegExp(name)]));
  it.each<Rejected>([
    ...unsupported,
    ['Nightly', { ScheduleExpression: 'cron(0 3 * * ? *)' }, /cron/],
    ['Nightly', { ScheduleExpression: 'rate(1 hour)' }, /rate\(1 hour/],
    ['Nightly', { State: 'DISABLED' }, /only ENABLED/],
    ['Nightly', scheduled({ Arn: ref('Live') }), /without an alias/],
    ['Nightly', scheduled({ Input: '{' }), /not JSON/],
    ['Retries', { DestinationConfig: { OnFailure: { Destination: topic } } }, /only a queue/],
    ['Changes', filtered('{"eventName":["MODIFY"],"dynamodb":{"Keys":{}}}'), /FilterCriteria/],
    ['Changes', filtered('{"eventName":["MODIFY"]}', '{"eventName":["REMOVE"]}'), /FilterCriteria/],
    ['Changes', { BatchSize: 'many' }, /BatchSize/],
    ['Reported', { EventPattern: { source: ['lockers'] } }, /detail-type/],
    ['Reported', transformed('$.detail.code', 'a'), /only a member of the event/],
    ['Reported', transformed('$.detail', 'aws.events.rule-name'), /not JSON/],
    ['FilePut', matching({ detail: { object: { size: [{ numeric: ['>', 0] }] } } }), /detail/],
    ['FilePut', { Targets: [target, target] }, /Targets\.1|Targets\[1\]/],
  ])('are rejected with an error that names %s if it has %j', (...rejected) => expectRejected(rejected));
});

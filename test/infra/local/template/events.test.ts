import { describe, expect, it } from 'vitest';
import { attribute, deploymentWith, expectRefused, type Refused, ref } from './assembly-under-test.ts';

const topic = 'arn:aws:sns:a:b:c';

describe('the events that templates describe', () => {
  it('are schedules, streams, queues and rules, each with its function or queue', async () => {
    expect(await deploymentWith()).toMatchObject({
      // Retried as the function's configuration says, not as the scheduler's.
      schedules: [
        {
          name: 'Nightly',
          enabled: true,
          everyMinutes: 15,
          functionName: 'Answer',
          input: { reason: 'schedule' },
          retryAttempts: 1,
          maximumAgeSeconds: 600,
          deadLetterQueue: 'Test-App-Plain',
        },
      ],
      eventSources: [
        {
          name: 'Changes',
          enabled: true,
          tableName: 'Test-Data-Orders',
          functionName: 'Answer',
          batchSize: 1_000,
          batchingWindowSeconds: 10,
          retryAttempts: 5,
          maximumRecordAgeSeconds: 3_600,
          deadLetterQueue: 'Test-App-Plain',
        },
      ],
      queues: [
        { name: 'Test-App-Undelivered', deduplicatesByContent: false },
        {
          name: 'Test-App-Waiting',
          deduplicatesByContent: true,
          deadLetterQueue: 'Test-App-Undelivered',
          maxAttempts: 5,
        },
      ],
      queueSources: [
        { name: 'Consumer', enabled: true, queueName: 'Test-App-Waiting', functionName: 'Answer' },
      ],
      eventBuses: ['waypost-local'],
      rules: [
        {
          name: 'FilePut',
          busName: 'default',
          enabled: true,
          pattern: {
            source: ['aws.s3'],
            'detail-type': ['Object Created'],
            detail: { object: { key: [{ 'anything-but': { suffix: ['.report.json'] } }] } },
          },
          targets: [{ queueName: 'Test-App-Waiting', messageGroupId: 'files' }],
        },
      ],
    });
  });

  it('have Lambda’s own retries unless the version or alias has others', async () => {
    const Nightly = { Name: 'nightly', State: 'DISABLED', Target: { Arn: ref('Live') } };
    const plain = await deploymentWith({ Nightly });
    expect(plain.schedules).toEqual([
      {
        name: 'nightly',
        enabled: false,
        everyMinutes: 15,
        functionName: 'Answer',
        input: {},
        retryAttempts: 2,
        maximumAgeSeconds: 21_600,
      },
    ]);
    const configured = await deploymentWith({ Nightly, Retries: { Qualifier: 'live' } });
    expect(configured.schedules).toMatchObject([{ retryAttempts: 1, maximumAgeSeconds: 600 }]);
  });

  it('are tried without end if a stream sets no bound, and lead to a function by its ARN', async () => {
    const { eventSources } = await deploymentWith({
      Changes: {
        FunctionName: ref('Live'),
        Enabled: false,
        MaximumRetryAttempts: -1,
        MaximumRecordAgeInSeconds: undefined,
        BatchSize: undefined,
        MaximumBatchingWindowInSeconds: undefined,
        DestinationConfig: undefined,
      },
    });
    expect(eventSources).toEqual([
      {
        name: 'Changes',
        enabled: false,
        tableName: 'Test-Data-Orders',
        functionName: 'Answer',
        batchSize: 100,
        batchingWindowSeconds: 0,
      },
    ]);
  });

  it('have rules for any event of a bus of the templates', async () => {
    const EventPattern = { source: ['waypost.enquiries'], detail: { sandbox: [false] } };
    const FilePut = { EventBusName: ref('Bus'), EventPattern, State: 'DISABLED' };
    const { rules } = await deploymentWith({ FilePut });
    expect(rules).toMatchObject([{ busName: 'waypost-local', pattern: EventPattern, enabled: false }]);
  });

  const scheduled = (changed: object) => ({ Target: { Arn: attribute('Answer'), ...changed } });
  const matching = (changed: object) => ({
    EventPattern: { source: ['aws.s3'], 'detail-type': ['Object Created'], ...changed },
  });
  const target = { Arn: attribute('Waiting'), SqsParameters: { MessageGroupId: 'files' } };
  const sentTo = (changed: object) => ({ Targets: [{ ...target, ...changed }] });
  const second = { type: 'AWS::Lambda::EventSourceMapping', FunctionName: ref('Answer') };
  it.each<Refused>([
    ['Nightly', { ScheduleExpression: 'cron(0 3 * * ? *)' }, /cron/],
    ['Nightly', { ScheduleExpression: 'at(2026-11-21T00:00:00)' }, /at\(/],
    ['Nightly', { ScheduleExpression: 'rate(0 minutes)' }, /rate\(0/],
    ['Nightly', { ScheduleExpression: 'rate(1 hour)' }, /rate\(1 hour/],
    ['Nightly', { StartDate: '2026-11-21T00:00:00Z' }, /StartDate/],
    ['Nightly', { EndDate: '2026-11-21T00:00:00Z' }, /EndDate/],
    ['Nightly', scheduled({ Arn: attribute('Plain') }), /Target\.Arn/],
    ['Nightly', scheduled({ Input: '{' }), /only JSON/],
    ['Retries', { DestinationConfig: { OnFailure: { Destination: topic } } }, /only a queue keeps/],
    ['Changes', { FilterCriteria: { Filters: [{ Pattern: '{}' }] } }, /FilterCriteria/],
    ['Changes', { BisectBatchOnFunctionError: true }, /Bisect/],
    ['Changes', { FunctionResponseTypes: ['ReportBatchItemFailures'] }, /ResponseTypes/],
    ['Changes', { TumblingWindowInSeconds: 5 }, /Tumbling/],
    ['Changes', { EventSourceArn: topic }, /stream/],
    ['Changes', { DestinationConfig: { OnFailure: { Destination: 'arn:aws:s3:::b' } } }, /only a queue/],
    ['Changes', { BatchSize: 'many' }, /BatchSize/],
    ['Waiting', { DelaySeconds: 5 }, /DelaySeconds/],
    ['Waiting', { DeduplicationScope: 'messageGroup' }, /DeduplicationScope/],
    ['Waiting', { RedrivePolicy: { deadLetterTargetArn: topic, maxReceiveCount: 3 } }, /only a queue keeps/],
    ['Consumer', { EventSourceArn: attribute('Plain') }, /only a FIFO queue/],
    ['Consumer', { FilterCriteria: { Filters: [] } }, /FilterCriteria/],
    ['Consumer', { FunctionResponseTypes: ['ReportBatchItemFailures'] }, /ResponseTypes/],
    ['Consumer', { MaximumBatchingWindowInSeconds: 5 }, /Window/],
    ['Consumer', { ScalingConfig: { MaximumConcurrency: 2 } }, /ScalingConfig/],
    ['Another', { ...second, EventSourceArn: attribute('Waiting') }, /one function/],
    ['FilePut', { ScheduleExpression: 'rate(1 day)' }, /ScheduleExpression/],
    ['FilePut', { EventBusName: 'orders' }, /not orders/],
    ['FilePut', matching({ source: ['aws.ec2'] }), /only Object Created of aws.s3/],
    ['FilePut', matching({ source: [{ prefix: 'aws.' }] }), /only Object Created of aws.s3/],
    ['FilePut', matching({ 'detail-type': ['Object Created', 'Object Deleted'] }), /only Object Created/],
    ['FilePut', matching({ detail: { object: { size: [{ numeric: ['>', 0] }] } } }), /detail/],
    ['FilePut', matching({ $or: [{ account: ['1'] }] }), /or/],
    ['FilePut', sentTo({ Arn: attribute('Answer') }), /only a FIFO queue/],
    ['FilePut', sentTo({ Arn: attribute('Plain') }), /only a FIFO queue/],
    ['FilePut', sentTo({ Arn: attribute('Undelivered') }), /deduplicates by content/],
    ['FilePut', sentTo({ SqsParameters: undefined }), /SqsParameters/],
    ['FilePut', sentTo({ InputTransformer: { InputTemplate: '{}' } }), /InputTransformer/],
  ])('are refused by the name of %s with %j', (...refused) => expectRefused(refused));
});

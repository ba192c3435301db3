import { describe, expect, it } from 'vitest';
import type { SynthesisedStack } from '../../../../infra/local/template/assembly.ts';
import { readEvents } from '../../../../infra/local/template/events.ts';
import { resolveResources } from '../../../../infra/local/template/intrinsics.ts';
import { UnsupportedTemplate } from '../../../../infra/local/template/resource.ts';

type Properties = Readonly<Record<string, unknown>>;

const queueArn = { 'Fn::GetAtt': ['Undelivered', 'Arn'] };
const functionArn = { 'Fn::GetAtt': ['Publisher', 'Arn'] };

const stack = (
  stackName: string,
  Resources: SynthesisedStack['Resources'],
  Outputs: SynthesisedStack['Outputs'] = {},
): SynthesisedStack => ({
  stackName,
  Resources,
  Outputs,
  assets: new Map(),
});

const resourcesWith = (
  logicalId: string,
  Type: string,
  Properties: Properties,
  more: SynthesisedStack['Resources'] = {},
) => {
  const data = stack(
    'Test-Data',
    { Orders: { Type: 'AWS::DynamoDB::Table', Properties: {} } },
    { Stream: { Value: { 'Fn::GetAtt': ['Orders', 'StreamArn'] }, Export: { Name: 'orders-stream' } } },
  );
  const api = stack('Test-Api', {
    Publisher: { Type: 'AWS::Lambda::Function', Properties: {} },
    Undelivered: { Type: 'AWS::SQS::Queue', Properties: {} },
    [logicalId]: { Type, Properties },
    ...more,
  });
  return resolveResources([data, api]);
};

describe('a schedule of the template', () => {
  const target = {
    Arn: functionArn,
    Input: '{"reason":"schedule"}',
    RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 900 },
    DeadLetterConfig: { Arn: queueArn },
    RoleArn: 'role',
  };
  const properties = {
    ScheduleExpression: 'rate(15 minutes)',
    ScheduleExpressionTimezone: 'Etc/UTC',
    State: 'ENABLED',
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: target,
  };
  const invokeConfig = {
    FunctionName: { Ref: 'Publisher' },
    Qualifier: '$LATEST',
    MaximumRetryAttempts: 1,
    MaximumEventAgeInSeconds: 600,
    DestinationConfig: { OnFailure: { Destination: queueArn } },
  };
  const schedulesOf = (changed: Properties = {}, config: Properties | undefined = invokeConfig) =>
    readEvents(
      resourcesWith(
        'Nightly',
        'AWS::Scheduler::Schedule',
        { ...properties, ...changed },
        { Retries: { Type: 'AWS::Lambda::EventInvokeConfig', Properties: config } },
      ),
    ).schedules;

  it('says what is invoked, with what, how often, and how the function is retried, which is not the scheduler’s to say', () => {
    expect(schedulesOf()).toEqual([
      {
        name: 'Nightly',
        enabled: true,
        everyMinutes: 15,
        functionName: 'Publisher',
        input: { reason: 'schedule' },
        retryAttempts: 1,
        maximumAgeSeconds: 600,
        deadLetterQueue: 'Test-Api-Undelivered',
      },
    ]);
  });

  it('has the name that the template gives it, and Lambda’s own retries where it asks for none', () => {
    const ofAnother = { ...invokeConfig, Qualifier: 'live' };
    const [schedule] = schedulesOf(
      { Name: 'nightly', State: 'DISABLED', Target: { Arn: functionArn } },
      ofAnother,
    );
    expect(schedule).toEqual({
      name: 'nightly',
      enabled: false,
      everyMinutes: 15,
      functionName: 'Publisher',
      input: {},
      retryAttempts: 2,
      maximumAgeSeconds: 21_600,
    });
  });

  it('refuses a topic for what its function failed to take', () => {
    const DestinationConfig = { OnFailure: { Destination: 'arn:aws:sns:a:b:c' } };
    const reading = () => schedulesOf({}, { ...invokeConfig, DestinationConfig });
    expect(reading).toThrow(UnsupportedTemplate);
    expect(reading).toThrow(/^Retries .*queue/);
  });

  it.each([
    ['rate(1 minute)', 1],
    ['rate(1 hour)', 60],
    ['rate(6 hours)', 360],
    ['rate(1 day)', 1_440],
    ['rate(7 days)', 10_080],
  ])('%s is every %d minutes', (ScheduleExpression, everyMinutes) => {
    expect(schedulesOf({ ScheduleExpression })).toMatchObject([{ everyMinutes }]);
  });

  it.each([
    ['cron', { ScheduleExpression: 'cron(0 3 * * ? *)' }, /cron/],
    ['a single time', { ScheduleExpression: 'at(2026-11-21T00:00:00)' }, /at\(/],
    ['a rate of nothing', { ScheduleExpression: 'rate(0 minutes)' }, /rate\(0/],
    ['a begin', { StartDate: '2026-11-21T00:00:00Z' }, /StartDate/],
    ['an end', { EndDate: '2026-11-21T00:00:00Z' }, /EndDate/],
    ['a target that is no function', { Target: { ...target, Arn: queueArn } }, /target/],
    ['an input that is not JSON', { Target: { ...target, Input: '{' } }, /not JSON/],
  ])('with %s is refused, and named', (_, changed, why) => {
    expect(() => schedulesOf(changed)).toThrow(UnsupportedTemplate);
    expect(() => schedulesOf(changed)).toThrow(/^Nightly /);
    expect(() => schedulesOf(changed)).toThrow(why);
  });
});

describe('an event source mapping of the template', () => {
  const properties = {
    EventSourceArn: { 'Fn::ImportValue': 'orders-stream' },
    FunctionName: { Ref: 'Publisher' },
    BatchSize: 1_000,
    MaximumBatchingWindowInSeconds: 10,
    MaximumRetryAttempts: 5,
    MaximumRecordAgeInSeconds: 3_600,
    BisectBatchOnFunctionError: false,
    StartingPosition: 'TRIM_HORIZON',
    DestinationConfig: { OnFailure: { Destination: queueArn } },
  };
  const sourcesOf = (changed: Properties = {}) =>
    readEvents(resourcesWith('Changes', 'AWS::Lambda::EventSourceMapping', { ...properties, ...changed }))
      .eventSources;

  it('says whose changes invoke what, in which batches, and where a failure ends', () => {
    expect(sourcesOf()).toEqual([
      {
        name: 'Changes',
        enabled: true,
        tableName: 'Test-Data-Orders',
        functionName: 'Publisher',
        batchSize: 1_000,
        batchingWindowSeconds: 10,
        retryAttempts: 5,
        maximumRecordAgeSeconds: 3_600,
        deadLetterQueue: 'Test-Api-Undelivered',
      },
    ]);
  });

  it('tries without end where the template sets no bound, and takes a function by its ARN', () => {
    const [source] = sourcesOf({
      FunctionName: functionArn,
      Enabled: false,
      MaximumRetryAttempts: -1,
      MaximumRecordAgeInSeconds: undefined,
      BatchSize: undefined,
      MaximumBatchingWindowInSeconds: undefined,
      DestinationConfig: undefined,
    });
    expect(source).toEqual({
      name: 'Changes',
      enabled: false,
      tableName: 'Test-Data-Orders',
      functionName: 'Publisher',
      batchSize: 100,
      batchingWindowSeconds: 0,
      retryAttempts: undefined,
      maximumRecordAgeSeconds: undefined,
      deadLetterQueue: undefined,
    });
  });

  it.each([
    ['a filter', { FilterCriteria: { Filters: [{ Pattern: '{}' }] } }, /FilterCriteria/],
    ['batches that are cut in half', { BisectBatchOnFunctionError: true }, /Bisect/],
    ['answers on parts of a batch', { FunctionResponseTypes: ['ReportBatchItemFailures'] }, /ResponseTypes/],
    ['a topic for its source', { EventSourceArn: 'arn:aws:sns:a:b:c' }, /stream/],
    [
      'a bucket for its dead letters',
      { DestinationConfig: { OnFailure: { Destination: 'arn:aws:s3:::b' } } },
      /queue/,
    ],
    ['a batch of words', { BatchSize: 'many' }, /BatchSize/],
  ])('with %s is refused, and named', (_, changed, why) => {
    expect(() => sourcesOf(changed)).toThrow(UnsupportedTemplate);
    expect(() => sourcesOf(changed)).toThrow(/^Changes /);
    expect(() => sourcesOf(changed)).toThrow(why);
  });
});

import { describe, expect, it } from 'vitest';
import { stages } from '../../../../infra/stages/stages.ts';
import { alarmsOf } from '../../../support/templates/synthesised-alarms.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const { data, publishing } = synthesiseStage(stages.prod);
const [[queueId, queue] = ['', undefined]] = resourcesOfType(data, 'AWS::SQS::Queue');
const [[keyId] = ['']] = resourcesOfType(data, 'AWS::KMS::Key');
const [[busId, bus] = ['', undefined]] = resourcesOfType(data, 'AWS::Events::EventBus');
const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

describe('the bus that enquiries are announced on', () => {
  it('is encrypted with their key, and stays when the stack goes, but not when the deployment that makes it is taken back', () => {
    expect(bus?.Properties).toMatchObject({
      Name: 'waypost-prod',
      KmsKeyIdentifier: arnOf(keyId),
      DeadLetterConfig: { Arn: arnOf(queueId) },
    });
    for (const kept of [bus, queue]) {
      expect(kept).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
    }
    expect(data.Outputs.EventBus?.Value).toEqual({ Ref: busId });
  });

  it('has a queue for what it gives up, under a key that does not fail with its own', () => {
    expect(queue?.Properties).toEqual({ MessageRetentionPeriod: 1_209_600, SqsManagedSseEnabled: true });
    const [policy] = resourcesOfType(data, 'AWS::SQS::QueuePolicy').values();
    expect(policy?.Properties.PolicyDocument).toMatchObject({
      Statement: [
        { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
        {
          Effect: 'Allow',
          Principal: { Service: 'events.amazonaws.com' },
          Action: 'sqs:SendMessage',
          Condition: { ArnEquals: { 'aws:SourceArn': arnOf(busId) } },
        },
      ],
    });
  });
});

describe('the announcer', () => {
  it('follows the enquiries from the first on, and gives up before DynamoDB forgets', () => {
    const mapping = [...resourcesOfType(publishing, 'AWS::Lambda::EventSourceMapping').values()].find(
      ({ Properties }) => JSON.stringify(Properties.FunctionName).includes('AnnounceEnquiries'),
    );
    expect(JSON.stringify(mapping?.Properties.EventSourceArn)).toContain('TablesEnquiries');
    expect(mapping?.Properties).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 100,
      MaximumRecordAgeInSeconds: 20 * 3_600,
      BisectBatchOnFunctionError: false,
      DestinationConfig: { OnFailure: { Destination: expect.anything() } },
    });
    // As often as the time allows.
    expect(mapping?.Properties.MaximumRetryAttempts).toBeUndefined();
    expect(JSON.stringify(mapping?.Properties.DestinationConfig)).toContain('EnquiryEventsUndelivered');
  });

  it.each([
    ['announcer-failing', 'Errors'],
    ['enquiries-unannounced', 'ApproximateNumberOfMessagesVisible'],
    ['enquiries-unreadable', 'EnquiriesUnreadable'],
  ])('has an alarm: %s', (name, metric) => {
    const alarm = alarmsOf(publishing).find(({ AlarmName }) => AlarmName === `waypost-prod-${name}`);
    expect(alarm).toMatchObject({ MetricName: metric, Threshold: 1, TreatMissingData: 'notBreaching' });
    expect(alarm?.AlarmActions).toHaveLength(1);
  });

  it('has an alarm for enquiries that are taken while nothing calls it, and one for being late', () => {
    const alarms = alarmsOf(publishing);
    const silent = alarms.find(({ AlarmName }) => AlarmName === 'waypost-prod-announcer-silent');
    expect(silent?.Metrics?.map(({ Expression }) => Expression)).toContain(
      'IF(FILL(taken, 0) > 0 AND FILL(announced, 0) == 0, 1, 0)',
    );
    expect(silent?.watched).toEqual([
      { namespace: 'Waypost/prod', name: 'EnquiriesTaken', dimensions: { service: 'bill-management-v1' } },
      { namespace: 'Waypost/prod', name: 'EnquiriesAnnounced', dimensions: { service: 'platform' } },
    ]);
    expect(silent).toMatchObject({ Threshold: 1, seconds: 30 * 60, TreatMissingData: 'notBreaching' });

    const behind = alarms.find(({ AlarmName }) => AlarmName === 'waypost-prod-announcer-behind');
    expect(behind).toMatchObject({
      MetricName: 'IteratorAge',
      Threshold: 15 * 60_000,
      ComparisonOperator: 'GreaterThanThreshold',
    });
    expect(JSON.stringify(behind?.watched)).toContain('AnnounceEnquiries');
  });
});

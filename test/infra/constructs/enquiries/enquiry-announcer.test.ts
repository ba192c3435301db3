import { describe, expect, it } from 'vitest';
import { stages } from '../../../../infra/stages/stages.ts';
import { alarmsOf } from '../../../support/synthesised-alarms.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/synthesised-stage.ts';

const { data, publishing } = synthesiseStage(stages.prod);
const [[queueId, queue] = ['', undefined]] = resourcesOfType(data, 'AWS::SQS::Queue');
const [[keyId] = ['']] = resourcesOfType(data, 'AWS::KMS::Key');
const [[busId, bus] = ['', undefined]] = resourcesOfType(data, 'AWS::Events::EventBus');
const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

describe('the bus that enquiries are announced on', () => {
  it('is encrypted with their key, and stays when the stack goes', () => {
    expect(bus?.Properties).toMatchObject({
      Name: 'waypost-prod',
      KmsKeyIdentifier: arnOf(keyId),
      DeadLetterConfig: { Arn: arnOf(queueId) },
    });
    expect(bus?.DeletionPolicy).toBe('Retain');
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
});

import { describe, expect, it } from 'vitest';
import { stages } from '../../../../infra/stages/stages.ts';
import {
  propertiesOf,
  resourcesOfType,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const { data, publishing } = synthesiseStage(stages.prod);
const [[queueId, queue] = ['', undefined]] = resourcesOfType(data, 'AWS::SQS::Queue');
const [[keyId] = ['']] = resourcesOfType(data, 'AWS::KMS::Key');
const [[busId, bus] = ['', undefined]] = resourcesOfType(data, 'AWS::Events::EventBus');
const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

describe('the event bus for enquiries', () => {
  const policy = propertiesOf(data, 'AWS::SQS::QueuePolicy')[0]?.PolicyDocument;

  it("is encrypted with the enquiries' key, and moves undelivered events to a queue that is not", () => {
    expect(bus?.Properties).toMatchObject({
      KmsKeyIdentifier: arnOf(keyId),
      DeadLetterConfig: { Arn: arnOf(queueId) },
    });
    expect(queue?.Properties).toEqual({ MessageRetentionPeriod: 4 * 86_400, SqsManagedSseEnabled: true });
    expect(policy).toMatchObject({
      Statement: expect.arrayContaining([
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        expect.objectContaining({
          Effect: 'Allow',
          Action: 'sqs:SendMessage',
          Condition: { ArnEquals: { 'aws:SourceArn': arnOf(busId) } },
        }),
      ]),
    });
  });

  it('lets only one role read the queue of undelivered events, because some of them are whole enquiries', () => {
    const [readerId = ''] = [...resourcesOfType(data, 'AWS::IAM::Role').keys()].filter((id) =>
      id.includes('UndeliveredReader'),
    );
    expect(policy).toMatchObject({
      Statement: expect.arrayContaining([
        {
          Effect: 'Deny',
          Principal: { AWS: '*' },
          Action: 'sqs:ReceiveMessage',
          Resource: arnOf(queueId),
          Condition: { ArnNotEquals: { 'aws:PrincipalArn': arnOf(readerId) } },
        },
      ]),
    });
    expect(data.Outputs.UndeliveredReader?.Value).toEqual(arnOf(readerId));
  });
});

it('the announcer receives the stream from its start, with retries for 20 hours', () => {
  const mapping = propertiesOf(publishing, 'AWS::Lambda::EventSourceMapping').find(({ FunctionName }) =>
    JSON.stringify(FunctionName).includes('AnnounceEnquiries'),
  );
  expect(JSON.stringify(mapping?.EventSourceArn)).toContain('TablesEnquiries');
  expect(mapping).toMatchObject({
    StartingPosition: 'TRIM_HORIZON',
    BatchSize: 100,
    // After 24 hours, DynamoDB drops records without a dead letter.
    MaximumRecordAgeInSeconds: 20 * 3_600,
    BisectBatchOnFunctionError: false,
  });
  expect(mapping?.MaximumRetryAttempts).toBeUndefined();
  expect(JSON.stringify(mapping?.DestinationConfig)).toContain('EnquiryEventsUndelivered');
});

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { reportKeyOf } from '../../../../shared/data-access/importing/import-report.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const { publishing } = synthesiseStage(stages.prod);

const only = (type: string, part: string) => {
  const found = [...resourcesOfType(publishing, type)].filter(([id]) => id.includes(part));
  expect(found).toHaveLength(1);
  const [[id, resource] = ['', undefined]] = found;
  return { id, properties: resource?.Properties ?? {} };
};

const files = only('AWS::SQS::Queue', 'ImportTriggersFiles');
const undelivered = only('AWS::SQS::Queue', 'ImportTriggersUndelivered');
const rule = only('AWS::Events::Rule', 'ImportTriggers');
const importer = only('AWS::Lambda::Function', 'PlatformImportFile');
const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

describe('a file that is put into the import bucket', () => {
  it('is told of by S3 through EventBridge, unless it is a report', () => {
    expect(rule.properties).toMatchObject({
      State: 'ENABLED',
      EventPattern: {
        source: ['aws.s3'],
        'detail-type': ['Object Created'],
        detail: { object: { key: [{ 'anything-but': { suffix: reportKeyOf('') } }] } },
      },
    });
    expect(JSON.stringify(rule.properties.EventPattern)).toMatch(/"bucket":\{"name":\[\{.*RefImports/);
  });

  it('waits for those before it in one group of a queue, which keeps it for two weeks', () => {
    expect(rule.properties.Targets).toEqual([
      { Id: 'Target0', Arn: arnOf(files.id), SqsParameters: { MessageGroupId: 'imports' } },
    ]);
    expect(files.properties).toEqual({
      FifoQueue: true,
      ContentBasedDeduplication: true,
      MessageRetentionPeriod: 1_209_600,
      RedrivePolicy: { deadLetterTargetArn: arnOf(undelivered.id), maxReceiveCount: 5 },
      SqsManagedSseEnabled: true,
      VisibilityTimeout: 960,
    });
  });

  it('is handed to the importer alone, which has fifteen minutes', () => {
    const mapping = [...resourcesOfType(publishing, 'AWS::Lambda::EventSourceMapping').values()].filter(
      ({ Properties }) => z.object({ Ref: z.string() }).parse(Properties.FunctionName).Ref === importer.id,
    );
    expect(mapping.map(({ Properties }) => Properties)).toEqual([
      { BatchSize: 1, EventSourceArn: arnOf(files.id), FunctionName: { Ref: importer.id } },
    ]);
    expect(importer.properties).toMatchObject({
      Timeout: 900,
      MemorySize: stages.prod.memoryMegabytes.importer,
    });
  });

  it('is not delivered again while the importer may still be at it', () => {
    const seconds = z.object({ VisibilityTimeout: z.number() }).parse(files.properties).VisibilityTimeout;
    expect(seconds).toBeGreaterThan(z.object({ Timeout: z.number() }).parse(importer.properties).Timeout);
  });

  it('is kept for two weeks where it was delivered in vain', () => {
    expect(undelivered.properties).toEqual({
      FifoQueue: true,
      MessageRetentionPeriod: 1_209_600,
      SqsManagedSseEnabled: true,
    });
  });
});

describe('the queues of imports', () => {
  it('are reached over TLS alone, and written to by that rule', () => {
    const statements = [...resourcesOfType(publishing, 'AWS::SQS::QueuePolicy')]
      .filter(([id]) => id.startsWith('ImportTriggers'))
      .map(([, { Properties }]) =>
        z.object({ Statement: z.array(z.unknown()) }).parse(Properties.PolicyDocument),
      );
    expect(statements).toHaveLength(2);
    const overTls = {
      Effect: 'Deny',
      Action: 'sqs:*',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    };
    for (const { Statement } of statements) expect(Statement[0]).toMatchObject(overTls);
    expect(statements.flatMap(({ Statement }) => Statement.slice(1))).toEqual([
      {
        Effect: 'Allow',
        Action: ['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage'],
        Principal: { Service: 'events.amazonaws.com' },
        Resource: arnOf(files.id),
        Condition: { ArnEquals: { 'aws:SourceArn': arnOf(rule.id) } },
      },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { reportKeyOf } from '../../../../shared/data-access/importing/import-report.ts';
import {
  propertiesOf,
  resourcesOfType,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

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

describe("the import bucket's rule", () => {
  it('matches all files except reports', () => {
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

  it('sends files to one message group, so that they are imported in order', () => {
    expect(rule.properties.Targets).toEqual([
      { Id: 'Target0', Arn: arnOf(files.id), SqsParameters: { MessageGroupId: 'imports' } },
    ]);
  });
});

describe('the import queues', () => {
  it('keep messages for 2 weeks, and move a message to the dead-letter queue after 5 deliveries', () => {
    const queue = { FifoQueue: true, MessageRetentionPeriod: 1_209_600, SqsManagedSseEnabled: true };
    expect(undelivered.properties).toEqual(queue);
    expect(files.properties).toEqual({
      ...queue,
      ContentBasedDeduplication: true,
      RedrivePolicy: { deadLetterTargetArn: arnOf(undelivered.id), maxReceiveCount: 5 },
      VisibilityTimeout: 960,
    });
  });

  it("invoke the importer with one file at a time, and redeliver it only after the importer's timeout", () => {
    expect(propertiesOf(publishing, 'AWS::Lambda::EventSourceMapping')).toContainEqual({
      BatchSize: 1,
      EventSourceArn: arnOf(files.id),
      FunctionName: { Ref: importer.id },
    });
    expect(importer.properties).toMatchObject({
      Timeout: 900,
      MemorySize: stages.prod.memoryMegabytes.importer,
    });
    const { VisibilityTimeout } = z.object({ VisibilityTimeout: z.number() }).parse(files.properties);
    expect(VisibilityTimeout).toBeGreaterThan(900);
  });

  it('require TLS, and accept messages only from the rule', () => {
    const statements = [...resourcesOfType(publishing, 'AWS::SQS::QueuePolicy')]
      .filter(([id]) => id.startsWith('ImportTriggers'))
      .map(([, { Properties }]) =>
        z.object({ Statement: z.array(z.unknown()) }).parse(Properties.PolicyDocument),
      );
    expect(statements).toHaveLength(2);
    for (const { Statement } of statements)
      expect(Statement[0]).toMatchObject({
        Effect: 'Deny',
        Action: 'sqs:*',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      });
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

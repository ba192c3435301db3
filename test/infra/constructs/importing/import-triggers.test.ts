import { expect, it } from 'vitest';
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
const rule = only('AWS::Events::Rule', 'ImportTriggers');
const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

it('all files in the import bucket except reports are sent to one message group, so that they are imported in order', () => {
  expect(rule.properties).toMatchObject({
    EventPattern: { detail: { object: { key: [{ 'anything-but': { suffix: reportKeyOf('') } }] } } },
    Targets: [{ Arn: arnOf(files.id), SqsParameters: { MessageGroupId: 'imports' } }],
  });
  expect(JSON.stringify(rule.properties.EventPattern)).toMatch(/"bucket":\{"name":\[\{.*RefImports/);
});

it("a file is redelivered only after the importer's timeout", () => {
  const [timeout, visibility] = [
    only('AWS::Lambda::Function', 'PlatformImportFile').properties.Timeout,
    files.properties.VisibilityTimeout,
  ].map((seconds) => z.number().parse(seconds));
  expect(visibility).toBeGreaterThan(timeout ?? Number.NaN);
});

it('the import queues require TLS, and accept messages only from the rule', () => {
  const policies = [...resourcesOfType(publishing, 'AWS::SQS::QueuePolicy')]
    .filter(([id]) => id.startsWith('ImportTriggers'))
    .map(([, { Properties }]) => Properties.PolicyDocument);
  const withTls = { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } };
  const fromRule = { Effect: 'Allow', Condition: { ArnEquals: { 'aws:SourceArn': arnOf(rule.id) } } };
  expect(policies).toMatchObject([{ Statement: [withTls] }, { Statement: [withTls, fromRule] }]);
});

import { expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const denying = z.object({
  ResourcePolicy: z.object({
    PolicyDocument: z.object({
      Statement: z.tuple([
        z.object({
          Effect: z.literal('Deny'),
          Principal: z.object({ AWS: z.literal('*') }),
          Action: z.array(z.string()),
          Resource: z.literal('*'),
          Condition: z.undefined().optional(),
        }),
      ]),
    }),
  }),
});

it.each([stages.dev, stages.prod])(
  'the audit trail of keys lets nobody change or remove an entry, on $name',
  (stage) => {
    const tables = [...resourcesOfType(synthesiseStage(stage).data, 'AWS::DynamoDB::Table')];
    const [trail, ...others] = tables.filter(([, { Properties }]) => 'ResourcePolicy' in Properties);
    expect(others).toEqual([]);
    expect(trail?.[0]).toMatch(/^TablesApiKeyEvents/);
    const [statement] = denying.parse(trail?.[1].Properties).ResourcePolicy.PolicyDocument.Statement;
    expect(statement.Action.sort()).toEqual([
      'dynamodb:BatchWriteItem',
      'dynamodb:DeleteItem',
      'dynamodb:PartiQLDelete',
      'dynamodb:PartiQLUpdate',
      'dynamodb:UpdateItem',
    ]);
  },
);

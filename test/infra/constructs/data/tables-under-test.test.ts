import { expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { tableDefinitions } from '../../../support/tables/table-definitions.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const definition = z.object({
  KeySchema: z.unknown(),
  AttributeDefinitions: z.unknown(),
  GlobalSecondaryIndexes: z.unknown().optional(),
});

/** `apiKeys` of the logical id `TablesApiKeys330F873D`. */
const roleOf = (logicalId: string): string => {
  const name = logicalId.slice('Tables'.length, -8);
  return name.charAt(0).toLowerCase() + name.slice(1);
};

it('the tables that parts are tested with have the keys and indexes of those that are deployed', () => {
  const deployed = resourcesOfType(synthesiseStage(stages.prod).data, 'AWS::DynamoDB::Table');
  const definitions = [...deployed].map(([id, { Properties }]) => [roleOf(id), definition.parse(Properties)]);
  expect(tableDefinitions).toEqual(Object.fromEntries(definitions));
});

import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { alternativesTable, costTable, operationTable } from '../../../infra/cost/cost-table.ts';
import { stages } from '../../../infra/stages/stages.ts';

it('the operations page says what a stage costs as the formula has it', async () => {
  const page = await readFile('docs/operations.md', 'utf8');
  expect(page).toContain(costTable(stages.prod, [1, 60, 500]));
  expect(page).toContain(operationTable(stages.prod, 60));
  expect(page).toContain(alternativesTable(stages.prod, [1, 60, 500]));
});

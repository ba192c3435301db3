import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { alternativesTable, costTable } from '../../../infra/cost/cost-table.ts';
import { stages } from '../../../infra/stages/stages.ts';

it('the operations page has the costs that the formula computes', async () => {
  const page = await readFile('docs/operations.md', 'utf8');
  expect(page).toContain(costTable(stages.prod, [1, 60, 500]));
});

it('the performance page compares the cost of searches with other designs', async () => {
  const page = await readFile('docs/performance.md', 'utf8');
  expect(page).toContain(alternativesTable(stages.prod, [1, 60, 500]));
});

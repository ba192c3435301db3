import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { alternativesTable, costTable, operationTable } from '../../../infra/cost/cost-table.ts';
import { operatorProgram } from '../../../infra/operator/program.ts';
import { stages } from '../../../infra/stages/stages.ts';
import manifest from '../../../package.json' with { type: 'json' };

const page = await readFile('docs/operations.md', 'utf8');

describe('the operations page', () => {
  it('says what a stage costs as the formula has it', () => {
    expect(page).toContain(costTable(stages.prod, [1, 60, 500]));
    expect(page).toContain(operationTable(stages.prod, 60));
    expect(page).toContain(alternativesTable(stages.prod, [1, 60, 500]));
  });

  it('names scripts and commands that there are', () => {
    const commands = new Set(operatorProgram(() => {}).commands.map((command) => command.name()));
    const named = [...page.matchAll(/npx waypost ([a-z]+)/g)].map(([, command]) => command);
    expect(named.length).toBeGreaterThan(5);
    for (const command of named) expect(commands).toContain(command);
    const scripts = [...page.matchAll(/npm run ([a-z:]+)/g)].map(([, script]) => script);
    for (const script of scripts) expect(Object.keys(manifest.scripts)).toContain(script);
  });

  it('links to headings and files that there are', async () => {
    const anchors = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    for (const [, target = ''] of page.matchAll(/\]\(([^)]+)\)/g)) {
      if (target.startsWith('#')) expect(anchors).toContain(target.slice(1));
      else if (!target.startsWith('http'))
        await readFile(new URL(target, new URL('../../../docs/', import.meta.url)));
    }
  });
});

import { readFile } from 'node:fs/promises';
import { browserGrant } from '../../shared/domain/access/browser-key.ts';
import { scopeTextAllows, toScopeText } from '../../shared/domain/access/scope.ts';
import { clientTypes } from '../client/client-types.ts';
import { alternativesTable, costTable } from '../cost/cost-table.ts';
import { routes } from '../routes/routes.ts';
import { awsLimits, type RequestLimits } from '../stages/limits.ts';
import { stages } from '../stages/stages.ts';
import { alarmsPage } from './alarms-page.ts';

/** Returns the content of each generated file, by its path from the repository's root. */
export const generatedFiles = async (): Promise<ReadonlyMap<string, string>> => {
  const types = Object.entries(await clientTypes());
  return new Map([
    ...types.map(([name, text]) => [`shared/client/generated/${name}`, text] as const),
    ['README.md', await withSections('README.md', { operations: operationsTable() })],
    ['docs/alarms.md', alarmsPage()],
    ['docs/partners.md', await withSections('docs/partners.md', { limits: limitsTable() })],
    [
      'docs/operations.md',
      await withSections('docs/operations.md', { costs: costTable(stages.prod, [1, 60, 500]) }),
    ],
    [
      'docs/performance.md',
      await withSections('docs/performance.md', {
        'costs of other designs': alternativesTable(stages.prod, [1, 60, 500]),
      }),
    ],
  ]);
};

/**
 * Replaces the content between `<!-- generated: NAME -->` and `<!-- end -->` in a page. Throws if a section is missing.
 */
const withSections = async (path: string, sections: Readonly<Record<string, string>>): Promise<string> => {
  let page = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
  for (const [name, content] of Object.entries(sections)) {
    const start = `<!-- generated: ${name} -->`;
    const [before, rest] = page.split(start);
    const end = rest?.indexOf('<!-- end -->') ?? -1;
    if (before === undefined || rest === undefined || end < 0)
      throw new Error(`${path} has no section between ${start} and <!-- end -->`);
    page = `${before}${start}\n\n${content.trim()}\n\n${rest.slice(end)}`;
  }
  return page;
};

const operationsTable = (): string =>
  markdownTable(
    ['operation', 'request', 'handler'],
    routes.map(({ operationId, method, path, handler, open }) => [
      `${operationId}${open ? ' (no key)' : ''}`,
      `\`${method} ${path}\``,
      `\`${handler}\``,
    ]),
  );

const isForBrowsers = (path: string): boolean => scopeTextAllows(toScopeText(browserGrant.scopes), path);

/** Table of rates and bursts: of the operations that differ from the whole plan, and of the plans. */
const limitsTable = (): string => {
  const cellsOf = (perClient: Partial<RequestLimits['perClient']>) =>
    Object.values({ ...awsLimits.perClient, ...perClient }).map(
      ({ ratePerSecond, burst }) => `${ratePerSecond.toLocaleString('en')} (${burst.toLocaleString('en')})`,
    );
  const ofPlans = cellsOf(awsLimits.perClient);
  const rows = routes
    .filter(({ open }) => !open)
    .map(({ operationId, method, path }) => ({
      request: `\`${method} ${path}\``,
      path,
      cells: cellsOf(awsLimits.operations[operationId].perClient),
    }))
    .filter(({ cells }) => cells.join() !== ofPlans.join())
    .map(({ request, path, cells }) => [
      request,
      // Browser keys may call only some operations.
      ...cells.with(-1, isForBrowsers(path) ? (cells.at(-1) ?? '') : 'no access'),
    ]);
  return markdownTable(
    ['requests a second (burst)', ...Object.keys(awsLimits.perClient)],
    [...rows, ['every other operation', ...ofPlans]],
  );
};

const markdownTable = (headings: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
};

import { readFile } from 'node:fs/promises';
import { clientTypes } from '../client/client-types.ts';
import { alternativesTable, costTable } from '../cost/cost-table.ts';
import { serviceDescriptions } from '../openapi/services.ts';
import type { Route } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';
import { awsLimits, type RequestLimits, type Throttle } from '../stages/limits.ts';
import { stages } from '../stages/stages.ts';
import { alarmsPage } from './alarms-page.ts';

const limitsGuide = 'infra/portal/guides/reliability/rate-limits.md';

/** Returns the content of each generated file, by path from the repository's root. */
export const generatedFiles = async (): Promise<ReadonlyMap<string, string>> => {
  return new Map([
    ...(await clientTypes()).map(([name, text]) => [`shared/client/generated/${name}`, text] as const),
    ['README.md', await withSections('README.md', { operations: operationsTable() })],
    ['docs/alarms.md', alarmsPage()],
    ['docs/partners.md', await withSections('docs/partners.md', { limits: limitsTable(requestOf) })],
    [limitsGuide, await withSections(limitsGuide, { limits: limitsTable(referenceLinkOf) })],
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

/** Replaces a page's sections between `<!-- generated: NAME -->` and `<!-- end -->`. Throws if one is missing. */
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

const requestOf = ({ method, path }: Route): string => `\`${method} ${path}\``;

/** Returns an operation's summary, which fits into table cells on a phone, linked to its portal page. */
const referenceLinkOf = (route: Route): string => {
  const [service] = Object.entries(serviceDescriptions).find((each) => each[1].routes.includes(route)) ?? [];
  return `[${route.summary}](/reference/${service}/${route.operationId}/)`;
};

/** Returns a Markdown table of each plan's rate and burst, with a row for each operation that has limits of its own. */
const limitsTable = (nameOf: (route: Route) => string): string => {
  const { perClient: ofPlans, operations } = awsLimits;
  const cellOf = ({ ratePerSecond, burst }: Throttle) =>
    `${ratePerSecond.toLocaleString('en')} (${burst.toLocaleString('en')})`;
  const cellsOf = ({ browser, ...perClient }: Partial<RequestLimits['perClient']>) => [
    ...Object.values({ ...ofPlans, ...perClient })
      .slice(0, -1)
      .map(cellOf),
    browser ? cellOf(browser) : 'no access',
  ];
  const rest = cellsOf(ofPlans).with(-1, 'no access');
  const rows = routes
    .filter(({ open }) => !open)
    .map((route) => [nameOf(route), ...cellsOf(operations[route.operationId].perClient)])
    .filter(([, ...cells]) => cells.join() !== rest.join());
  return markdownTable(
    ['requests a second (burst)', ...Object.keys(ofPlans)],
    [...rows, ['every other operation', ...rest]],
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

import type { StageSettings } from '../stages/stage-settings.ts';
import { assumptions, costItems, monthlyCost, totalOf } from './monthly-cost.ts';

const dollars = (amount: number): string =>
  amount.toLocaleString('en-US', { maximumFractionDigits: amount < 10 ? 2 : 0 });

/** The bill of a stage at each of several rates, one row an item: a table of Markdown, in US dollars a month. */
export const costTable = (stage: StageSettings, requestsPerSecond: readonly number[]): string => {
  const costs = requestsPerSecond.map((rate) => monthlyCost(stage, rate));
  const rows = [
    ['paid for', ...requestsPerSecond.map((rate) => `${rate} a second`)],
    ...costItems.map((item) => [item, ...costs.map((cost) => dollars(cost[item]))]),
    ['together', ...costs.map((cost) => dollars(totalOf(cost)))],
    [
      'for a million requests',
      ...costs.map((cost, index) =>
        dollars(totalOf(cost) / ((requestsPerSecond[index] ?? 1) * assumptions.hoursAMonth * 3_600e-6)),
      ),
    ],
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), rule, ...body.map(line)].join('\n');
};

import type { StageSettings } from '../stages/stage-settings.ts';
import { monthlyCost, operationProfiles, requestCost, secondsPerMonth, totalOf } from './cost-model.ts';
import { searchDesigns, searches } from './search-alternatives.ts';

/** Returns a stage's monthly cost in US dollars at several request rates, as a Markdown table with one row per item. */
export const costTable = (stage: StageSettings, requestsPerSecond: readonly number[]): string => {
  const bills = requestsPerSecond.map((rate) => {
    const items = monthlyCost(stage, rate);
    const total = totalOf(items);
    return { ...items, total, 'per million requests': total / ((rate * secondsPerMonth) / 1e6) };
  });
  const rows = bills.map((bill) => Object.entries(bill));
  const [first = []] = rows;
  return markdownTable([
    ['item', ...requestsPerSecond.map((rate) => `${rate} a second`)],
    ...first.map(([item], index) => [item, ...rows.map((row) => dollars(row[index]?.[1] ?? 0))]),
  ]);
};

/**
 * Returns the cost of a million requests to each operation as a Markdown table, for a stage with this total request
 * rate.
 */
export const operationTable = (stage: StageSettings, requestsPerSecond: number): string => {
  const rows = operationProfiles.map((profile) => {
    const { logs, tracing, firewall, ...cost } = requestCost(stage, profile, requestsPerSecond);
    const monitoring = logs + tracing + firewall;
    const { 'API Gateway': gateway, Lambda, DynamoDB, 'outgoing data': sent } = cost;
    const items = [gateway, Lambda, DynamoDB, monitoring, sent, totalOf({ ...cost, monitoring })];
    return [profile.operationId, ...items.map(dollars)];
  });
  const head = ['operation', 'API Gateway', 'Lambda', 'DynamoDB', 'monitoring', 'outgoing data', 'total'];
  return markdownTable([head, ...rows]);
};

/**
 * Returns the cost of a million searches with each design as a Markdown table, excluding the gateway and outgoing data,
 * which all designs share.
 */
export const alternativesTable = (stage: StageSettings, requestsPerSecond: readonly number[]): string => {
  const columns = searches.flatMap((search) => requestsPerSecond.map((rate) => ({ search, rate })));
  return markdownTable([
    ['a million searches', ...columns.map(({ search, rate }) => `${search}, ${rate} a second`)],
    ...Object.entries(searchDesigns).map(([name, cost]) => [
      name,
      ...columns.map(({ search, rate }) => dollars(cost(stage, search, rate))),
    ]),
  ]);
};

/** Formats an amount in dollars, with cents if it is less than 10. */
const dollars = (amount: number): string =>
  amount.toLocaleString('en-US', { maximumFractionDigits: amount < 10 ? 2 : 0 });

/**
 * Formats rows as a Markdown table. The first row is the header. The first column is left-aligned, all others
 * right-aligned.
 */
const markdownTable = (rows: readonly (readonly string[])[]): string => {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rules = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), `| ${rules.join(' | ')} |`, ...body.map(line)].join('\n');
};

import type { StageSettings } from '../stages/stage-settings.ts';
import { monthlyCost, operationProfiles, requestCost, secondsPerMonth, totalOf } from './cost-model.ts';
import { searchDesigns, searches } from './search-alternatives.ts';

/** Monthly bill of a stage at several request rates, one row per item: a Markdown table in US dollars. */
export const costTable = (stage: StageSettings, requestsPerSecond: readonly number[]): string => {
  const bills = requestsPerSecond.map((rate) => {
    const items = monthlyCost(stage, rate);
    const total = totalOf(items);
    return { ...items, together: total, 'for a million requests': total / ((rate * secondsPerMonth) / 1e6) };
  });
  const rows = bills.map((bill) => Object.entries(bill));
  const [first = []] = rows;
  return markdownTable([
    ['paid for', ...requestsPerSecond.map((rate) => `${rate} a second`)],
    ...first.map(([item], index) => [item, ...rows.map((row) => dollars(row[index]?.[1] ?? 0))]),
  ]);
};

/** Cost of a million requests of each operation, on a stage with this total request rate. */
export const operationTable = (stage: StageSettings, requestsPerSecond: number): string => {
  const rows = operationProfiles.map((profile) => {
    const { logs, tracing, firewall, ...cost } = requestCost(stage, profile, requestsPerSecond);
    const watching = logs + tracing + firewall;
    const { 'API Gateway': gateway, Lambda, DynamoDB, 'data sent out': sent } = cost;
    const items = [gateway, Lambda, DynamoDB, watching, sent, totalOf({ ...cost, watching })];
    return [profile.operationId, ...items.map(dollars)];
  });
  const head = ['a million of', 'API Gateway', 'Lambda', 'DynamoDB', 'watching', 'data sent out', 'together'];
  return markdownTable([head, ...rows]);
};

/** Cost of a million searches by each design, without the gateway and outgoing data, which they all share. */
export const alternativesTable = (stage: StageSettings, requestsPerSecond: readonly number[]): string => {
  const columns = searches.flatMap((search) => requestsPerSecond.map((rate) => ({ search, rate })));
  return markdownTable([
    ['a million searches by', ...columns.map(({ search, rate }) => `${search}, ${rate} a second`)],
    ...Object.entries(searchDesigns).map(([name, cost]) => [
      name,
      ...columns.map(({ search, rate }) => dollars(cost(stage, search, rate))),
    ]),
  ]);
};

/** Whole dollars from 10, cents below. */
const dollars = (amount: number): string =>
  amount.toLocaleString('en-US', { maximumFractionDigits: amount < 10 ? 2 : 0 });

/** Markdown table whose first row is its head; the first column is left-aligned, all others right-aligned. */
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

import { alignColumns } from '../../../infra/operator/terminal/text.ts';
import type { BenchReport, Measurement, Target } from './report.ts';

export const asText = (report: BenchReport): string =>
  [
    introduction(report),
    ...tablesOf(report).map(({ title, headings, rows }) => `${title}\n${alignColumns([headings, ...rows])}`),
  ].join('\n\n');

export const asMarkdown = (report: BenchReport): string =>
  [introduction(report), ...tablesOf(report).map(markdownTable)].join('\n\n');

/** Formats a value with three significant digits and its unit. Many microseconds become milliseconds or seconds. */
const formatAmount = (value: number, unit: string): string => {
  if (unit === '') return shortNumber(value);
  if (unit !== 'µs') return `${shortNumber(value)} ${unit}`;
  if (value >= 1e6) return `${shortNumber(value / 1e6)} s`;
  return value >= 1_000 ? `${shortNumber(value / 1_000)} ms` : `${shortNumber(value)} µs`;
};

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** Formats an integer with thousands separators: 21,000. */
export const wholeNumber = (value: number): string => grouped.format(value);

const shortNumber = (value: number): string => {
  if (!Number.isFinite(value)) return 'n/a';
  return Math.abs(value) >= 100 ? wholeNumber(value) : String(Number(value.toPrecision(3)));
};

interface Table {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const tablesOf = ({ measurements, targets }: BenchReport): Table[] => {
  const headings = ['what', 'locations', 'against', 'measured', 'promised', ''];
  const byTitle = Map.groupBy(measurements, ({ what }) => what);
  return [
    { title: 'Targets', headings, rows: targets.map(targetRow) },
    ...[...byTitle].map(([title, all]) => tableOf(title, all)),
  ];
};

const targetRow = ({ what, size, against, measured, unit, bound, promised, met }: Target): string[] => [
  what,
  size === undefined ? '' : wholeNumber(size),
  against,
  formatAmount(measured, unit),
  `${bound} ${formatAmount(promised, unit)}`,
  met ? 'met' : 'missed',
];

const tableOf = (title: string, all: readonly Measurement[]): Table => {
  const sizes = unique(all.map(({ size }) => size)).sort((a, b) => (a ?? 0) - (b ?? 0));
  const grows = sizes.length > 1;
  return {
    title,
    headings: [
      '',
      ...sizes.map((size) => (size === undefined ? 'measured' : wholeNumber(size))),
      ...(grows ? ['growth'] : []),
    ],
    rows: unique(all.map(({ contender }) => contender)).map((contender) => {
      const row = sizes.map((size) => all.find((each) => each.contender === contender && each.size === size));
      return [contender, ...row.map(cellOf), ...(grows ? [growthOf(row)] : [])];
    }),
  };
};

const cellOf = (found: Measurement | undefined): string => {
  if (!found) return '';
  const p50 = formatAmount(found.p50, found.unit);
  return found.p99 === undefined ? p50 : `${p50} (p99 ${formatAmount(found.p99, found.unit)})`;
};

const growthOf = (row: readonly (Measurement | undefined)[]): string => {
  const [first, last] = [row.at(0), row.at(-1)];
  return first && last ? `${shortNumber(last.p50 / first.p50)} ×` : '';
};

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

const markdownTable = ({ title, headings, rows }: Table): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [`### ${title}`, '', line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
};

const introduction = ({ machine, localities, rounds, measuredAt }: BenchReport): string =>
  `Measured ${measuredAt.slice(0, 10)} on ${machine.processor}, ${machine.cores} cores, ` +
  `${wholeNumber(machine.memoryMegabytes)} MB, Node ${machine.node}, ${machine.platform}; ` +
  `localities: ${localities}; median of ${rounds} rounds.`;

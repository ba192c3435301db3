import { textTable } from '../../../infra/operator/terminal/text.ts';
import type { BenchReport, Measurement, Target } from './report.ts';

/** Formats a report for a terminal. */
export const asText = (report: BenchReport): string =>
  [
    introduction(report),
    ...tablesOf(report).map(({ title, headings, rows }) => `${title}\n${textTable(headings, rows)}`),
    ...closing(report),
  ].join('\n\n');

/** Formats a report for the documentation. */
export const asMarkdown = (report: BenchReport): string =>
  [introduction(report), ...tablesOf(report).map(markdownTable), ...closing(report)].join('\n\n');

/** Formats a value in its unit, with three significant digits. Microseconds become milliseconds or seconds. */
const formatAmount = (value: number, unit: string): string => {
  if (unit === '') return shortNumber(value);
  if (unit !== 'µs') return `${shortNumber(value)} ${unit}`;
  if (value >= 1e6) return `${shortNumber(value / 1e6)} s`;
  return value >= 1_000 ? `${shortNumber(value / 1_000)} ms` : `${shortNumber(value)} µs`;
};

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** Formats a whole number with groups of digits: 21,000. */
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

/** Targets first, then a table for each thing that was measured, then the comparison with brute force. */
const tablesOf = ({ measurements, checks, targets }: BenchReport): Table[] => {
  const tables: Table[] = [
    {
      title: 'Targets',
      headings: ['what', 'locations', 'against', 'measured', 'promised', ''],
      rows: targets.map(targetRow),
    },
    ...unique(measurements.map(({ what }) => what)).map((what) =>
      tableOf(
        what,
        measurements.filter((each) => each.what === what),
      ),
    ),
    {
      title: 'Answers that differ from brute force',
      headings: ['what', 'locations', 'contender', 'random centres', 'mismatches'],
      rows: checks.map(({ what, size, contender, centres, mismatches }) => [
        what,
        wholeNumber(size),
        contender,
        wholeNumber(centres),
        wholeNumber(mismatches),
      ]),
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
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

/** From the smallest network to the largest. */
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

const closing = ({ leftOut }: BenchReport): string[] =>
  leftOut.length > 0 ? [['Left out:', ...leftOut.map((each) => `- ${each}`)].join('\n')] : [];

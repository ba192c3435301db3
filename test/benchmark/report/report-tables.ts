import type { BenchReport, Measurement, Target } from './bench-report.ts';
import { amountText, shortNumber, wholeText } from './number-text.ts';

/** One table of a report. */
export interface Table {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

const cellOf = (found: Measurement | undefined): string => {
  if (!found) return '';
  const p50 = amountText(found.p50, found.unit);
  return found.p99 === undefined ? p50 : `${p50} (p99 ${amountText(found.p99, found.unit)})`;
};

/** How the cost grows from the smallest network to the largest. */
const growthOf = (row: readonly Measurement[]): string => {
  const sized = row.filter(({ size }) => size !== undefined).sort((a, b) => (a.size ?? 0) - (b.size ?? 0));
  const [first, last] = [sized.at(0), sized.at(-1)];
  return first && last && first !== last ? `${shortNumber(last.p50 / first.p50)} ×` : '';
};

const tableOf = (what: string, all: readonly Measurement[]): Table => {
  const sizes = unique(all.map(({ size }) => size)).sort((a, b) => (a ?? 0) - (b ?? 0));
  const grows = sizes.length > 1;
  return {
    title: what,
    headings: [
      '',
      ...sizes.map((size) => (size === undefined ? 'measured' : wholeText(size))),
      ...(grows ? ['growth'] : []),
    ],
    rows: unique(all.map(({ contender }) => contender)).map((contender) => {
      const row = all.filter((each) => each.contender === contender);
      const cells = sizes.map((size) => cellOf(row.find((each) => each.size === size)));
      return [contender, ...cells, ...(grows ? [growthOf(row)] : [])];
    }),
  };
};

const targetRow = ({ what, size, against, measured, unit, bound, promised, met }: Target): string[] => [
  what,
  size === undefined ? '' : wholeText(size),
  against,
  `${shortNumber(measured)} ${unit}`,
  `${bound} ${shortNumber(promised)} ${unit}`,
  met ? 'met' : 'missed',
];

/** What is promised and whether it is kept, first of all; then every table of figures, and what was checked. */
export const tablesOf = ({ measurements, checks, targets }: BenchReport): Table[] => [
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
    title: 'Answers unlike those of brute force',
    headings: ['what', 'locations', 'contender', 'random centres', 'mismatches'],
    rows: checks.map(({ what, size, contender, centres, mismatches }) => [
      what,
      wholeText(size),
      contender,
      wholeText(centres),
      wholeText(mismatches),
    ]),
  },
];

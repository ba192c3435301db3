import { textTable } from '../../../infra/operator/terminal/text-table.ts';
import type { BenchReport } from './bench-report.ts';
import { wholeText } from './number-text.ts';
import { type Table, tablesOf } from './report-tables.ts';

const introduction = ({ machine, network, rounds, measuredAt }: BenchReport): string =>
  `Measured ${measuredAt.slice(0, 10)} on ${machine.processor}, ${machine.cores} cores, ` +
  `${wholeText(machine.memoryMegabytes)} MB, Node ${machine.node}, ${machine.platform}; ` +
  `localities: ${network.localities}; median of ${rounds} rounds.`;

const markdownTable = ({ title, headings, rows }: Table): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [`### ${title}`, '', line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
};

const shown = (report: BenchReport) => tablesOf(report).filter(({ rows }) => rows.length > 0);

const closing = ({ leftOut }: BenchReport): string[] =>
  leftOut.length > 0 ? [['Left out:', ...leftOut.map((each) => `- ${each}`)].join('\n')] : [];

/** A report for a terminal. */
export const asText = (report: BenchReport): string =>
  [
    introduction(report),
    ...shown(report).map(({ title, headings, rows }) => `${title}\n${textTable(headings, rows)}`),
    ...closing(report),
  ].join('\n\n');

/** A report for a page of the documentation. */
export const asMarkdown = (report: BenchReport): string =>
  [introduction(report), ...shown(report).map(markdownTable), ...closing(report)].join('\n\n');

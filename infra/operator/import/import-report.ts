import type { BadLine } from '../../../shared/data-access/importing/import-lines.ts';
import type { ImportSummary } from '../../../shared/data-access/importing/import-report.ts';
import type { ImportKind } from '../../../shared/data-access/importing/record-kinds.ts';
import { OperatorError } from '../operator-error.ts';
import { visible, visibleParagraphs } from '../terminal/visible-text.ts';

/** Tells the operator, apart from what a program may read. */
export const say = (text: string) => void process.stderr.write(`${visibleParagraphs(text)}\n`);

/** One line of a terminal, whatever the file says, and however it is called. */
export const badLineText = ({ source, line, reason }: BadLine): string =>
  visible(`${source}:${line}: ${reason}`);

/** What an operator should know of an import: it may quote what a file says. */
export const tellWarnings = (warnings: Iterable<string>): void => {
  for (const warning of warnings) say(`warning: ${visible(warning)}`);
};

const counts = ['read', 'added', 'changed', 'unchanged', 'removed', 'failed'] as const;

const summaryText = (summary: ImportSummary, dryRun: boolean): string =>
  [
    ...(dryRun ? ['dry run: nothing was written; this is what an import would do'] : []),
    ...counts.map((name) => `${name.padEnd(10)}${String(summary[name]).padStart(9)}`),
  ].join('\n');

/** The summary of an import: one count a line, or one JSON object. */
export const summaryOutput = (
  kind: ImportKind,
  summary: ImportSummary,
  { json, dryRun = false }: { readonly json?: boolean; readonly dryRun?: boolean },
): string => (json ? JSON.stringify({ kind, dryRun, ...summary }) : summaryText(summary, dryRun));

/** Throws OperatorError where a replacement would have removed everything, and so removed nothing. */
export const refuseEmpty = (kind: ImportKind, { refused }: Pick<ImportSummary, 'refused'>): void => {
  if (!refused) return;
  throw new OperatorError(
    `no line of the input is valid: nothing was removed. To remove all ${kind}, repeat with --force`,
  );
};

import type { BadLine } from '../../../shared/data-access/importing/import-lines.ts';
import type { ImportSummary } from '../../../shared/data-access/importing/import-report.ts';
import {
  type ImportKind,
  type ImportMode,
  isPublished,
} from '../../../shared/data-access/importing/record-kinds.ts';
import { OperatorError } from '../errors.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { visible } from '../terminal/text.ts';

const sampleNames = { locations: 'the sample network', services: 'the sample services' };

/** Returns the name of the sample of a local stack that an import replaces; undefined if it replaces none. */
export const replacedSample = async (
  stack: OperatedStack,
  kind: ImportKind,
  mode: ImportMode,
): Promise<string | undefined> =>
  isPublished(kind) && mode === 'replace' && (await stack.isSample(kind)) ? sampleNames[kind] : undefined;

/** Formats a bad line on one line of a terminal. */
export const badLineText = ({ source, line, reason }: BadLine): string =>
  visible(`${source}:${line}: ${reason}`);

const counts = ['read', 'added', 'changed', 'unchanged', 'removed', 'failed'] as const;

/** Formats the counts of an import, one a line. */
export const summaryText = (summary: ImportSummary): string =>
  counts.map((name) => `${name.padEnd(10)}${String(summary[name]).padStart(9)}`).join('\n');

interface ReportedImport {
  readonly kind: ImportKind;
  readonly dryRun: boolean;
  /** Key in the import bucket; absent for a dry run. */
  readonly file?: string;
  readonly summary: ImportSummary;
  readonly badLines: readonly BadLine[];
  readonly warnings: readonly string[];
  /** Result of the publisher; absent if nothing was to be published, or publishing failed. */
  readonly publication?: object | undefined;
}

/** Builds the result of an import for scripts. */
export const importData = ({ summary, badLines, publication, ...about }: ReportedImport) => ({
  ...about,
  ...summary,
  badLines: badLines.map(({ source, line, reason }) => ({ file: source, line, reason })),
  publication: publication ?? null,
});

/** A replacement without a valid line would have removed everything, and so removed nothing. */
export const noValidLine = (kind: ImportKind, result: OperatorError['result']): OperatorError =>
  new OperatorError('no line of the input is valid: nothing was removed', {
    code: 'import_failed',
    remedy: `Fix the file; or, to remove all ${kind}, repeat with --force`,
    result,
  });

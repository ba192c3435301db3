import type { ImportKind, ImportMode } from '../../../shared/data-access/importing/import-kinds.ts';
import type { BadLine } from '../../../shared/data-access/importing/import-lines.ts';
import type { ImportReport } from '../../../shared/data-access/importing/import-report.ts';
import { isGuarded } from '../../../shared/domain/publication/publication.ts';
import { exitCodes, OperatorError } from '../errors.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { say } from '../terminal/output.ts';
import { formatCounted, visible } from '../terminal/text.ts';
import type { InputOrigin } from './input.ts';

const sampleNames = { locations: 'the sample network', services: 'the sample services' };

/** Returns the name of the sample that an import replaces on a local stack, or undefined if it replaces none. */
export const replacedSample = async (
  stack: OperatedStack,
  kind: ImportKind,
  mode: ImportMode,
): Promise<string | undefined> =>
  isGuarded(kind) && mode === 'replace' && (await stack.isSample(kind)) ? sampleNames[kind] : undefined;

export interface LineOrigins {
  /** Returns the input file and line from which a line of the upload comes. */
  originOf(line: number): InputOrigin;
  /** Whether the lines come from several files, so that line numbers in the importer's messages must be mapped back. */
  readonly hasSeveralFiles?: boolean;
}

type NumberedBadLine = Omit<BadLine, 'source'>;

/** Formats an invalid line of an import as one line for a terminal. */
export const badLineText = (origins: LineOrigins, bad: NumberedBadLine): string => {
  const { file, line, reason } = locate(origins, bad);
  return visible(`${file}:${line}: ${reason}`);
};

/** Returns an invalid line's input file, its line number in that file, and the reason. */
export const locate = (origins: LineOrigins, bad: NumberedBadLine) => {
  const { source: file, line, reason = nameFiles(origins, bad.reason) } = origins.originOf(bad.line);
  return { file, line, reason };
};

/** Replaces the upload's line numbers in a message with the files and their line numbers. */
const nameFiles = ({ originOf, hasSeveralFiles = false }: LineOrigins, text: string): string =>
  hasSeveralFiles
    ? text.replace(/\b(in|of) line (\d+)/g, (_, before: string, number: string) => {
        const { source, line } = originOf(Number(number));
        return `${before} ${source} line ${line}`;
      })
    : text;

const counts = ['read', 'added', 'changed', 'unchanged', 'removed', 'failed'] as const;

interface EndedImport extends Pick<ImportReport, 'kind' | 'summary'> {
  readonly badLines: readonly NumberedBadLine[];
  readonly warnings: readonly string[];
  readonly dryRun: boolean;
  /** Key in the import bucket. Absent for a dry run. */
  readonly file?: string;
}

/** Prints the warnings of a finished import, and returns its result, with an error if it was rejected. */
export const importResult = (origins: LineOrigins, { summary, badLines, ...ended }: EndedImport) => {
  const more = summary.failed - badLines.length;
  if (more > 0) say(`and ${formatCounted(more, 'more bad line')}`);
  const warnings = ended.warnings.map((warning) => nameFiles(origins, warning));
  for (const warning of warnings) say(`warning: ${warning}`);
  const data = {
    ...ended,
    ...summary,
    badLines: badLines.map((bad) => locate(origins, bad)),
    warnings,
    /** Result of the publisher, or null if there was nothing to publish or publishing failed. */
    publication: null,
  };
  const lines = counts.map((name) => `${name.padEnd(10)}${String(summary[name]).padStart(9)}`);
  if (ended.dryRun) lines.unshift('dry run: nothing was written. An import would do this:');
  const text = lines.join('\n');
  // Without a valid line, a replacement would have removed all records, so it was rejected.
  const rejection = new OperatorError('the input has no valid lines, so nothing was removed', {
    code: 'import_failed',
    remedy: `Fix the file or, to remove all ${ended.kind}, repeat the import with --force`,
    result: { data, text },
  });
  const result = { data, text, exit: summary.failed > 0 ? exitCodes.badLines : exitCodes.done };
  return { result, rejection: summary.refused ? rejection : undefined };
};

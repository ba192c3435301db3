import { type ImportChecks, importChecks } from '../../../shared/data-access/importing/import-checks.ts';
import { UnreadableImport } from '../../../shared/data-access/importing/import-lines.ts';
import { importRecords } from '../../../shared/data-access/importing/import-records.ts';
import type { ImportSummary } from '../../../shared/data-access/importing/import-report.ts';
import { importWarnings } from '../../../shared/data-access/importing/import-warnings.ts';
import { isPublished, recordKinds } from '../../../shared/data-access/importing/record-kinds.ts';
import { errorMessage } from '../error-message.ts';
import { OperatorError } from '../operator-error.ts';
import { linesOf } from './import-input.ts';
import { importProgress } from './import-progress.ts';
import { publishImport } from './import-publication.ts';
import { badLineText, refuseEmpty, say, summaryOutput, tellWarnings } from './import-report.ts';
import { type ImportOptions, type ImportRequest, patienceSeconds } from './import-request.ts';
import { inImportTurn } from './import-turn.ts';
import { tellOfInterruption } from './interruption.ts';
import { wouldReplaceSample } from './sample-replacement.ts';

const remedy = (error: unknown, { dryRun = false }: ImportOptions): string => {
  if (dryRun) return '';
  // The same file would stop the next import at the same place.
  return error instanceof UnreadableImport
    ? '. What was read of it is stored, and nothing is removed. Import it again once it is whole'
    : '. Repeating it is safe: it goes on from what is stored';
};

const writeRecords = async ({ kind, input, options, stack }: ImportRequest, checks: ImportChecks) => {
  const progress = importProgress(input.totalBytes, process.stderr);
  try {
    return await importRecords({
      kind,
      lines: linesOf(input),
      mode: options.merge ? 'merge' : 'replace',
      dryRun: options.dryRun,
      force: options.force,
      client: stack.database,
      tableName: stack.tables[recordKinds[kind].table],
      onProgress: ({ read }) => progress.update(input.bytesRead(), read),
      onBadLine: (line) => progress.print(badLineText(line)),
      observer: checks,
    });
  } catch (error) {
    throw new OperatorError(
      `the import stopped before its end: ${errorMessage(error)}${remedy(error, options)}`,
      {
        cause: error,
      },
    );
  } finally {
    progress.stop();
  }
};

const store = async (request: ImportRequest): Promise<ImportSummary> => {
  const { kind, input, options, stack, replacesSample } = request;
  const forget = tellOfInterruption(
    'part of the input is stored, nothing is published. Repeat the import to finish it',
  );
  const { merge = false, dryRun = false, force = false } = options;
  const mode = merge ? 'merge' : 'replace';
  const checks = await importChecks({
    kind,
    mode,
    client: stack.database,
    tables: stack.tables,
    hasSeveralFiles: input.sources.length > 1,
  });
  const summary = await writeRecords(request, checks);
  forget();
  tellWarnings(importWarnings({ kind, mode, summary, dryRun, force, replacesSample, checks }));
  process.stdout.write(`${summaryOutput(kind, summary, options)}\n`);
  return summary;
};

/** Says what the input would change, and writes nothing. Throws OperatorError. */
export const tryImport = async (request: ImportRequest): Promise<ImportSummary> => {
  const { kind, replacesSample } = request;
  const summary = await store(request);
  refuseEmpty(kind, summary);
  if (replacesSample && isPublished(kind)) say(wouldReplaceSample(kind, summary));
  return summary;
};

/** Writes the records from here, and publishes them. Throws OperatorError. */
export const importDirectly = (request: ImportRequest): Promise<ImportSummary> => {
  const { kind, input, options, stack, replacesSample } = request;
  const { merge = false, force = false } = options;
  const file = input.identity;
  const turn = { stack, kind, mode: merge ? 'merge' : 'replace', force, file, patienceSeconds } as const;
  return inImportTurn(
    turn,
    () => store(request),
    async (summary) => {
      refuseEmpty(kind, summary);
      if (isPublished(kind)) await publishImport({ stack, kind, force, replacesSample });
    },
  );
};

import { batchWriter } from './batch-writer.ts';
import { checkpointsOf } from './import-checkpoint.ts';
import { openImportLedger } from './import-ledger.ts';
import type { ImportRequest } from './import-request.ts';
import { emptySummary, type ImportSummary } from './import-summary.ts';
import { type ImportRun, importLineInto } from './lines/import-line-into.ts';
import { UnreadableImport } from './lines/read-import-lines.ts';
import { recordKinds } from './record-kind.ts';
import { readStoredRecords } from './stored-records.ts';

type Checkpoints = ReturnType<typeof checkpointsOf>;

const importLines = async (run: ImportRun, checkpoints: Checkpoints): Promise<void> => {
  const { request, summary } = run;
  try {
    for await (const line of request.lines) {
      const isBlank = await importLineInto(run, line);
      request.onProgress?.(summary);
      await checkpoints.afterLine(line.line, isBlank);
    }
  } catch (error) {
    // Lines read before the failure count.
    if (error instanceof UnreadableImport) await checkpoints.reach();
    throw error;
  }
  await checkpoints.reach();
};

const removeAbsent = async (run: ImportRun, checkpoints: Checkpoints): Promise<void> => {
  const { request, kind, ledger, writer, summary } = run;
  summary.kept = ledger.keptCount();
  if (request.onKept) for (const key of ledger.kept()) request.onKept(key);
  if (request.dryRun) {
    summary.removed = ledger.absentCount();
    return;
  }
  for (const key of ledger.absent()) {
    await writer.write({
      request: { DeleteRequest: { Key: kind.tableKey(key) } },
      bytes: key.length,
      onWritten: () => {
        summary.removed += 1;
      },
      onRefused: (reason) => {
        throw new Error(`${request.tableName} refuses to delete ${key}: ${reason}`);
      },
    });
    await checkpoints.afterRemoval();
  }
  await writer.drain();
};

const runImport = async (run: ImportRun): Promise<ImportSummary> => {
  const { request, kind, ledger, writer, summary } = run;
  await readStoredRecords(request.client, request.tableName, kind, ({ key, digest }) =>
    ledger.recordStored(key, digest),
  );
  const checkpoints = checkpointsOf({ pieces: request.pieces, writer, summary });
  await importLines(run, checkpoints);
  if (request.mode === 'merge') return summary;
  summary.refused = summary.read === summary.failed && !request.force;
  if (!summary.refused) await removeAbsent(run, checkpoints);
  return summary;
};

/**
 * Imports lines into a table. Bad lines are reported and skipped; of several lines with one key, the first counts.
 * Unchanged records are not written, and removals come after all writes, so that an interrupted import has lost nothing
 * and can be repeated. Throws UnreadableImport, WritesLeftUndone, ImportStopped if it is done in pieces, or errors of
 * the SDK.
 */
export const importRecords = async (request: ImportRequest): Promise<ImportSummary> => {
  const ledger = openImportLedger();
  try {
    return await runImport({
      request,
      kind: recordKinds[request.kind],
      ledger,
      writer: batchWriter(request),
      summary: { ...(request.pieces?.goOnFrom?.summary ?? emptySummary()) },
    });
  } finally {
    ledger.close();
  }
};

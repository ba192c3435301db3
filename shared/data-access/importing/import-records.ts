import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describeIssues } from '../../domain/importing/import-field.ts';
import { type BatchWriter, batchWriter } from './batch-writer.ts';
import { type ImportLedger, openImportLedger } from './import-ledger.ts';
import {
  type BadLine,
  type ImportLine,
  type LineOrigin,
  parseLine,
  UnreadableImport,
} from './import-lines.ts';
import { emptySummary, type ImportSummary } from './import-report.ts';
import {
  digestAttribute,
  type ImportKind,
  type ImportMode,
  type RecordKind,
  recordDigest,
  recordKinds,
  storedKeys,
} from './record-kinds.ts';

/** Request of an import: its source, its destination, options and callbacks. */
export interface ImportRequest {
  readonly kind: ImportKind;
  readonly lines: AsyncIterable<ImportLine>;
  readonly mode: ImportMode;
  /** Whether to count changes without writing them. */
  readonly dryRun?: boolean;
  /** Whether a replacement without a valid line may remove everything. */
  readonly force?: boolean;
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Options for interrupting and resuming the import of one file; without them it runs in one go. */
  readonly checkpoints?: CheckpointOptions;
  /** Called after each line; the summary is updated in place. */
  readonly onProgress?: (summary: Readonly<ImportSummary>) => void;
  readonly onBadLine?: (line: BadLine) => void;
  /** Called with the JSON of each valid line, before its schema; again if the line is read again. */
  readonly onLine?: (value: unknown, origin: LineOrigin) => void;
  /** Called with each valid record, as stored; again if its line is read again. */
  readonly onRecord?: (record: Readonly<Record<string, unknown>>, origin: LineOrigin) => void;
  /** Called at the end of a replacement with the key of each stored record that stays only because its line is bad. */
  readonly onKept?: (key: string) => void;
  /** Waits this many milliseconds before a retry; replaceable in tests. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** Progress of the import of one file: everything up to this line is stored, or reported as bad. */
interface Checkpoint {
  readonly line: number;
  readonly summary: Readonly<ImportSummary>;
}

/** Options of an import that can be interrupted at any time and resumes from its last checkpoint. */
interface CheckpointOptions {
  /** Last checkpoint of an earlier run on the same file, in the same mode. */
  readonly resumeFrom?: Checkpoint;
  /** Lines read, blank ones not counted, or records removed from one checkpoint to the next. */
  readonly interval: number;
  readonly onCheckpoint: (checkpoint: Checkpoint) => Promise<void>;
  /** Called after each line and each removal. */
  readonly mustStop: () => boolean;
}

/** The import was told to stop, and has stopped at a checkpoint. */
export class ImportStopped extends Error {
  override readonly name = 'ImportStopped';
}

/** State of an import in progress. */
interface ImportRun {
  readonly request: ImportRequest;
  readonly kind: RecordKind;
  readonly ledger: ImportLedger;
  readonly writer: BatchWriter;
  readonly summary: ImportSummary;
}

/**
 * Imports lines into a table. Bad lines are reported and skipped; of several lines with one key, the first counts.
 * Unchanged records are not written, and removals come after all writes, so that an interrupted import has lost nothing
 * and can be repeated. Throws UnreadableImport, WritesLeftUndone, StoreUnavailable, ImportStopped if it has
 * checkpoints, or errors of the SDK.
 */
export const importRecords = async (request: ImportRequest): Promise<ImportSummary> => {
  const { client, tableName, mode, force = false, checkpoints: options } = request;
  const kind = recordKinds[request.kind];
  const ledger = openImportLedger();
  try {
    const writer = batchWriter(request);
    const summary = { ...(options?.resumeFrom?.summary ?? emptySummary()) };
    const run: ImportRun = { request, kind, ledger, writer, summary };
    for await (const { key, digest } of storedKeys(client, tableName, kind)) ledger.recordStored(key, digest);
    const checkpoints = checkpointsOf(run);
    await importLines(run, checkpoints);
    if (mode === 'merge') return summary;
    summary.refused = summary.read === summary.failed && !force;
    if (!summary.refused) await removeAbsent(run, checkpoints);
    return summary;
  } finally {
    ledger.close();
  }
};

type Checkpoints = ReturnType<typeof checkpointsOf>;

/** Without options, a checkpoint only waits until everything is written. */
const checkpointsOf = ({ request, writer, summary }: ImportRun) => {
  const options = request.checkpoints;
  let line = options?.resumeFrom?.line ?? 0;
  let since = 0;

  const reach = async (): Promise<void> => {
    await writer.drain();
    await options?.onCheckpoint({ line, summary: { ...summary } });
    since = 0;
  };
  const step = async (): Promise<void> => {
    if (!options) return;
    if (options.mustStop()) {
      await reach();
      throw new ImportStopped(`stopped at line ${line}`);
    }
    if (since >= options.interval) await reach();
  };
  return {
    reach,
    /** Called after a line is read, perhaps for a second time. */
    async afterLine(read: number, isBlank: boolean): Promise<void> {
      if (read > line) {
        line = read;
        if (!isBlank) since += 1;
      }
      await step();
    },
    async afterRemoval(): Promise<void> {
      since += 1;
      await step();
    },
  };
};

const importLines = async (run: ImportRun, checkpoints: Checkpoints): Promise<void> => {
  const { request, summary } = run;
  try {
    for await (const line of request.lines) {
      const parsed = parseLine(line.bytes);
      const isBlank = parsed.kind === 'blank';
      if (parsed.kind === 'bad') tallyOf(run, line).reject(parsed.reason);
      else if (parsed.kind === 'value') await importValue(run, line, parsed.value);
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

/** Counts a line as read. A line that an earlier run has counted is not counted again. */
const tallyOf = ({ request, summary }: ImportRun, { source, line }: LineOrigin) => {
  const isCounted = line <= (request.checkpoints?.resumeFrom?.line ?? 0);
  if (!isCounted) summary.read += 1;
  return {
    count(outcome: 'added' | 'changed' | 'unchanged') {
      if (!isCounted) summary[outcome] += 1;
    },
    reject(reason: string) {
      if (isCounted) return;
      summary.failed += 1;
      request.onBadLine?.({ source, line, reason });
    },
  };
};

/**
 * Imports the JSON of one line. A line that an earlier run has counted is only read for its key, unless the stored
 * record differs from it: it is then written again.
 */
const importValue = async (run: ImportRun, line: ImportLine, value: unknown): Promise<void> => {
  const { request, kind, ledger, writer } = run;
  const tally = tallyOf(run, line);
  const { data: record, error } = kind.record.safeParse(value);
  if (!record) {
    const badKey = kind.keyOfLine.safeParse(value).data;
    if (badKey !== undefined) ledger.keep(badKey);
    return tally.reject(describeIssues(error));
  }
  request.onLine?.(value, line);
  const key = String(record[kind.keyAttribute]);
  const claim = ledger.claim(key, line);
  if (claim.claimedBy) {
    const { source, line: number } = claim.claimedBy;
    const place = source === line.source ? `line ${number}` : `${source} line ${number}`;
    return tally.reject(`${key} is a duplicate of ${place}`);
  }
  request.onRecord?.(record, line);
  const digest = recordDigest(record);
  if (claim.storedDigest === digest) return tally.count('unchanged');
  const outcome = claim.isStored ? 'changed' : 'added';
  if (request.dryRun) return tally.count(outcome);
  await writer.write({
    request: { PutRequest: { Item: { ...record, ...kind.tableKey(key), [digestAttribute]: digest } } },
    bytes: line.bytes?.length ?? 0,
    onWritten: () => tally.count(outcome),
    onRefused: (reason) => tally.reject(`${key} is refused by the store: ${reason}`),
  });
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

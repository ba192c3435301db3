import { describeIssues } from '../../domain/importing/import-field.ts';
import type { BatchedTable } from '../table.ts';
import { batchWriter } from './batch-writer.ts';
import type { ImportMode, TableKind } from './import-kinds.ts';
import {
  type BadLine,
  type ImportLine,
  type LineOrigin,
  type ParsedLine,
  parseLine,
  UnreadableImport,
} from './import-lines.ts';
import { emptySummary, type ImportSummary } from './import-report.ts';
import { digestAttribute, recordDigest, recordKinds, storedKeys } from './record-kinds.ts';

export interface ImportRequest extends BatchedTable {
  readonly kind: TableKind;
  readonly lines: AsyncIterable<ImportLine>;
  readonly mode: ImportMode;
  /** Whether to count changes without writing them. */
  readonly dryRun?: boolean;
  /** Whether a replacement without a valid line may remove everything. */
  readonly force?: boolean;
  /** Options for interrupting and resuming the import of one file. Without them, it runs without interruption. */
  readonly checkpoints?: CheckpointOptions;
  /** Called after each line. The summary is updated in place. */
  readonly onProgress?: (summary: Readonly<ImportSummary>) => void;
  readonly onBadLine?: (line: BadLine) => void;
  readonly observer?: RecordObserver;
}

/** Observes the valid lines of an import, including lines that an earlier run has already read. */
export interface RecordObserver {
  /** Called with the parsed JSON of each valid line. */
  onLine(value: unknown, origin: LineOrigin): void;
  /** Called with each valid record in its stored form. */
  onRecord(record: Readonly<Record<string, unknown>>, origin: LineOrigin): void;
  /** Called at the end of a replacement with the key of each stored record that is kept because its line is bad. */
  onKept(key: string): void;
}

/** Progress of the import of one file. All lines up to `line` are stored, or reported as bad. */
interface Checkpoint {
  readonly line: number;
  readonly summary: Readonly<ImportSummary>;
}

/** Options for an import that can be interrupted at any time, and resumes from its last checkpoint. */
interface CheckpointOptions {
  /** Last checkpoint of an earlier run with the same file and mode. */
  readonly resumeFrom?: Checkpoint;
  /** Number of non-blank lines and removals between checkpoints. */
  readonly interval: number;
  readonly onCheckpoint: (checkpoint: Checkpoint) => Promise<void>;
  /** Called after each line and each removal. The import stops if it returns true. */
  readonly mustStop: () => boolean;
}

/** The import has stopped at a checkpoint, because `mustStop` returned true. */
export class ImportStopped extends Error {
  override readonly name = 'ImportStopped';
}

/**
 * Imports lines into a table. Invalid lines, and all but the first with the same key, are reported and skipped.
 * Unchanged records are not written. Removals follow all writes, so that an interrupted import has lost nothing and can
 * be retried. Throws UnreadableImport, UnprocessedItems, StoreUnavailable, ImportStopped, or SDK errors.
 */
export const importRecords = async (request: ImportRequest): Promise<ImportSummary> => {
  const { mode, dryRun, force = false, checkpoints, observer } = request;
  const kind = recordKinds[request.kind];
  await using writer = batchWriter(request);
  const resumed = checkpoints?.resumeFrom ?? { line: 0, summary: emptySummary() };
  const summary = { ...resumed.summary };
  // The maps take 230 bytes a record, which is 1.2 GB for the maximum number of lines.
  /** Keys of all stored records, with their digests. */
  const stored = new Map<string, string | undefined>();
  for await (const { key, digest } of storedKeys(request, kind)) stored.set(key, digest);
  /** Keys of valid lines, each with its first line. */
  const claimed = new Map<string, LineOrigin>();
  /** Keys of stored records whose line in the file is invalid. */
  const bad = new Set<string>();
  /** Last line read, but never a line before the last checkpoint. */
  let lastLine = resumed.line;
  /** Lines and removals since the last checkpoint. */
  let sinceCheckpoint = 0;

  /** Waits until everything is written, and reports the progress. */
  const makeCheckpoint = async (): Promise<void> => {
    await writer.drain();
    await checkpoints?.onCheckpoint({ line: lastLine, summary: { ...summary } });
    sinceCheckpoint = 0;
  };

  const checkpointIfDue = async (): Promise<void> => {
    if (!checkpoints) return;
    const mustStop = checkpoints.mustStop();
    if (mustStop || sinceCheckpoint >= checkpoints.interval) await makeCheckpoint();
    if (mustStop) throw new ImportStopped(`stopped at line ${lastLine}`);
  };

  /**
   * Imports a non-blank line. A line that an earlier run has counted is not counted again. Lines are written only if the
   * stored record differs.
   */
  const importLine = async ({ source, line, bytes }: ImportLine, parsed: ParsedLine): Promise<void> => {
    const origin = { source, line };
    const isCounted = line <= resumed.line;
    const count = (outcome: 'read' | 'added' | 'changed' | 'unchanged' | 'failed') => {
      if (!isCounted) summary[outcome] += 1;
    };
    const reject = (reason: string) => {
      count('failed');
      if (!isCounted) request.onBadLine?.({ ...origin, reason });
    };
    count('read');
    if ('bad' in parsed) return reject(parsed.bad);
    const { data: record, error } = kind.record.safeParse(parsed.value);
    if (!record) {
      const badKey = kind.keyOfLine.safeParse(parsed.value).data;
      if (badKey !== undefined && stored.has(badKey)) bad.add(badKey);
      return reject(describeIssues(error));
    }
    observer?.onLine(parsed.value, origin);
    const key = String(record[kind.keyAttribute]);
    const first = claimed.get(key);
    if (first) {
      const place = source === first.source ? `line ${first.line}` : `${first.source} line ${first.line}`;
      return reject(`${key} is a duplicate of ${place}`);
    }
    claimed.set(key, origin);
    observer?.onRecord(record, origin);
    const digest = recordDigest(record);
    if (stored.get(key) === digest) return count('unchanged');
    const outcome = stored.has(key) ? 'changed' : 'added';
    if (dryRun) return count(outcome);
    await writer.write({
      request: { PutRequest: { Item: { ...record, ...kind.tableKey(key), [digestAttribute]: digest } } },
      bytes: bytes?.length ?? 0,
      onWritten: () => count(outcome),
      onRefused: (reason) => reject(`${key} was rejected by the store: ${reason}`),
    });
  };

  const remove = async (key: string): Promise<void> => {
    await writer.write({
      request: { DeleteRequest: { Key: kind.tableKey(key) } },
      bytes: key.length,
      onWritten: () => {
        summary.removed += 1;
      },
      onRefused: (reason) => {
        throw new Error(`${request.tableName} rejected the deletion of ${key}: ${reason}`);
      },
    });
    sinceCheckpoint += 1;
    await checkpointIfDue();
  };

  try {
    for await (const line of request.lines) {
      const { maxLines = line.line } = kind;
      if (line.line > maxLines) throw new UnreadableImport(`${line.source} has more than ${maxLines} lines`);
      const parsed = parseLine(line.bytes);
      if (parsed) await importLine(line, parsed);
      request.onProgress?.(summary);
      if (line.line > lastLine) {
        lastLine = line.line;
        if (parsed) sinceCheckpoint += 1;
      }
      await checkpointIfDue();
    }
  } catch (error) {
    // Saves the progress up to the failure.
    if (error instanceof UnreadableImport) await makeCheckpoint();
    throw error;
  }
  await makeCheckpoint();
  if (mode === 'merge') return summary;
  summary.refused = summary.read === summary.failed && !force;
  if (summary.refused) return summary;
  summary.kept = 0;
  for (const key of stored.keys()) {
    if (claimed.has(key)) continue;
    if (bad.has(key)) {
      summary.kept += 1;
      observer?.onKept(key);
    } else if (dryRun) summary.removed += 1;
    else await remove(key);
  }
  await writer.drain();
  return summary;
};

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describeIssues } from '../../domain/import-issue.ts';
import { type BatchWriter, batchWriter } from './batch-writer.ts';
import { type ImportLedger, openImportLedger } from './import-ledger.ts';
import type { BadLine, ImportLine, LineOrigin } from './import-line.ts';
import { emptySummary, type ImportSummary } from './import-summary.ts';
import { parseLine } from './parse-line.ts';
import { digestAttribute, recordDigest } from './record-digest.ts';
import { type ImportKind, type RecordKind, recordKinds, tableKey } from './record-kind.ts';
import { readStoredRecords } from './stored-records.ts';

/** What to import, where to and how, and who wants to know. */
export interface ImportRequest {
  readonly kind: ImportKind;
  readonly lines: AsyncIterable<ImportLine>;
  /** `replace` removes the stored records that no line names; `merge` only adds and replaces. */
  readonly mode: 'replace' | 'merge';
  /** Counts what would change and writes nothing. */
  readonly dryRun?: boolean;
  /** Lets a replacement without a single valid line remove everything. */
  readonly force?: boolean;
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** After each line; the summary goes on changing. */
  readonly onProgress?: (summary: Readonly<ImportSummary>) => void;
  readonly onBadLine?: (line: BadLine) => void;
  /** Each valid record, as it is stored. */
  readonly onRecord?: (record: Readonly<Record<string, unknown>>) => void;
  /** Waits so many milliseconds before the store is asked again. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

interface Run {
  readonly request: ImportRequest;
  readonly kind: RecordKind;
  readonly ledger: ImportLedger;
  readonly writer: BatchWriter;
  readonly summary: ImportSummary;
}

const report = ({ request, summary }: Run, { source, line }: LineOrigin, reason: string) => {
  summary.failed += 1;
  request.onBadLine?.({ source, line, reason });
};

const place = ({ source, line }: LineOrigin, reader: LineOrigin) =>
  source === reader.source ? `line ${line}` : `${source} line ${line}`;

/** Writes the record of a line, unless it is stored like this already. */
const importRecord = async (
  run: Run,
  origin: ImportLine,
  key: string,
  record: Readonly<Record<string, unknown>>,
) => {
  const { request, kind, ledger, writer, summary } = run;
  const claim = ledger.claim(key, origin);
  if (claim.claimedBy)
    return report(run, origin, `${key} is a duplicate of ${place(claim.claimedBy, origin)}`);
  request.onRecord?.(record);
  const digest = recordDigest(record);
  if (claim.storedDigest === digest) {
    summary.unchanged += 1;
    return;
  }
  const outcome = claim.isStored ? 'changed' : 'added';
  if (request.dryRun) {
    summary[outcome] += 1;
    return;
  }
  await writer.write({
    request: { PutRequest: { Item: { ...record, ...tableKey(kind, key), [digestAttribute]: digest } } },
    bytes: origin.bytes?.length ?? 0,
    onWritten: () => {
      summary[outcome] += 1;
    },
    onRefused: (reason) => report(run, origin, `${key} is refused by the store: ${reason}`),
  });
};

const importLine = async (run: Run, line: ImportLine) => {
  const parsed = parseLine(line.bytes);
  if (parsed.kind === 'blank') return;
  run.summary.read += 1;
  if (parsed.kind === 'bad') return report(run, line, parsed.reason);
  const { kind, ledger } = run;
  const record = kind.record.safeParse(parsed.value);
  if (record.success) return importRecord(run, line, String(record.data[kind.keyAttribute]), record.data);
  const key = kind.keyOfLine.safeParse(parsed.value).data;
  if (key !== undefined) ledger.keep(key);
  report(run, line, describeIssues(record.error));
};

const removeAbsent = async ({ request, kind, ledger, writer, summary }: Run) => {
  summary.kept = ledger.keptCount();
  if (request.dryRun) {
    summary.removed = ledger.absentCount();
    return;
  }
  for (const key of ledger.absent())
    await writer.write({
      request: { DeleteRequest: { Key: tableKey(kind, key) } },
      bytes: key.length,
      onWritten: () => {
        summary.removed += 1;
      },
      onRefused: (reason) => {
        throw new Error(`${request.tableName} refuses to delete ${key}: ${reason}`);
      },
    });
  await writer.drain();
};

const runImport = async (run: Run): Promise<ImportSummary> => {
  const { request, kind, ledger, writer, summary } = run;
  await readStoredRecords(request.client, request.tableName, kind, ({ key, digest }) =>
    ledger.recordStored(key, digest),
  );
  for await (const line of request.lines) {
    await importLine(run, line);
    request.onProgress?.(summary);
  }
  await writer.drain();
  if (request.mode === 'merge') return summary;
  summary.refused = summary.read === summary.failed && !request.force;
  if (!summary.refused) await removeAbsent(run);
  return summary;
};

/**
 * Brings the table to what the lines say. Bad lines are reported and passed over; the first of several lines with one
 * key counts. Records whose row is the same already are not written again, and none is removed before all are
 * written, so that an import which stops half-way has lost nothing and can be run again. Throws UnreadableImport,
 * WritesLeftUndone, or what the SDK threw.
 */
export const importRecords = async (request: ImportRequest): Promise<ImportSummary> => {
  const ledger = openImportLedger();
  try {
    const writer = batchWriter(request);
    return await runImport({
      request,
      kind: recordKinds[request.kind],
      ledger,
      writer,
      summary: emptySummary(),
    });
  } finally {
    ledger.close();
  }
};

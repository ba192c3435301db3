import { describeIssues } from '../../../domain/import-issue.ts';
import type { BatchWriter } from '../batch-writer.ts';
import type { ImportLedger } from '../import-ledger.ts';
import type { ImportRequest } from '../import-request.ts';
import type { ImportSummary } from '../import-summary.ts';
import { digestAttribute, recordDigest } from '../record-digest.ts';
import type { RecordKind } from '../record-kind.ts';
import type { ImportLine, LineOrigin } from './import-line.ts';
import { type ParsedLine, parseLine } from './parse-line.ts';

type Count = 'read' | 'added' | 'changed' | 'unchanged';

/** Receivers of the outcome of lines. */
interface Tally {
  count(what: Count): void;
  reportBad(origin: LineOrigin, reason: string): void;
}

/** State of an import in progress. */
export interface ImportRun {
  readonly request: ImportRequest;
  readonly kind: RecordKind;
  readonly ledger: ImportLedger;
  readonly writer: BatchWriter;
  readonly summary: ImportSummary;
}

const tallyOf = ({ request, summary }: ImportRun): Tally => ({
  count: (what) => {
    summary[what] += 1;
  },
  reportBad: ({ source, line }, reason) => {
    summary.failed += 1;
    request.onBadLine?.({ source, line, reason });
  },
});

/** Tally for lines that an earlier run has already counted. */
const silent: Tally = { count: () => {}, reportBad: () => {} };

const place = ({ source, line }: LineOrigin, reader: LineOrigin) =>
  source === reader.source ? `line ${line}` : `${source} line ${line}`;

/** Writes the record of a line, unless it is stored unchanged. */
const importRecord = async (
  { request, kind, ledger, writer }: ImportRun,
  tally: Tally,
  origin: ImportLine,
  record: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const key = String(record[kind.keyAttribute]);
  const claim = ledger.claim(key, origin);
  if (claim.claimedBy)
    return tally.reportBad(origin, `${key} is a duplicate of ${place(claim.claimedBy, origin)}`);
  request.onRecord?.(record, origin);
  const digest = recordDigest(record);
  if (claim.storedDigest === digest) return tally.count('unchanged');
  const outcome = claim.isStored ? 'changed' : 'added';
  if (request.dryRun) return tally.count(outcome);
  await writer.write({
    request: { PutRequest: { Item: { ...record, ...kind.tableKey(key), [digestAttribute]: digest } } },
    bytes: origin.bytes?.length ?? 0,
    onWritten: () => tally.count(outcome),
    onRefused: (reason) => tally.reportBad(origin, `${key} is refused by the store: ${reason}`),
  });
};

const importParsedLine = async (
  run: ImportRun,
  line: ImportLine,
  parsed: Exclude<ParsedLine, { readonly kind: 'blank' }>,
): Promise<void> => {
  const { request, kind, ledger } = run;
  const isReadAgain = line.line <= (request.pieces?.goOnFrom?.line ?? 0);
  const tally = isReadAgain ? silent : tallyOf(run);
  tally.count('read');
  if (parsed.kind === 'bad') return tally.reportBad(line, parsed.reason);
  const record = kind.record.safeParse(parsed.value);
  if (record.success) {
    request.onLine?.(parsed.value, line);
    return importRecord(run, tally, line, record.data);
  }
  const key = kind.keyOfLine.safeParse(parsed.value).data;
  if (key !== undefined) ledger.keep(key);
  tally.reportBad(line, describeIssues(record.error));
};

/**
 * Takes one line into the table and the ledger. One that an earlier run got past is read for its key, and counts no
 * more; should its record be stored no longer as it says, it is written again. Returns whether the line is blank.
 */
export const importLineInto = async (run: ImportRun, line: ImportLine): Promise<boolean> => {
  const parsed = parseLine(line.bytes);
  if (parsed.kind === 'blank') return true;
  await importParsedLine(run, line, parsed);
  return false;
};

import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { hasS3Status } from '../../../shared/data-access/errors.ts';
import { importChecks } from '../../../shared/data-access/importing/import-checks.ts';
import type { BadLine } from '../../../shared/data-access/importing/import-lines.ts';
import { importRecords } from '../../../shared/data-access/importing/import-records.ts';
import { isReportKey } from '../../../shared/data-access/importing/import-report.ts';
import { importWarnings } from '../../../shared/data-access/importing/import-warnings.ts';
import { identityMetadata } from '../../../shared/data-access/importing/put-file.ts';
import {
  type ImportKind,
  type ImportMode,
  isPublished,
  recordKinds,
} from '../../../shared/data-access/importing/record-kinds.ts';
import { counted } from '../../../shared/domain/counted.ts';
import type { Outcome, Run } from '../command.ts';
import { errorMessage, exitCodes, OperatorError, UsageError } from '../errors.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { onInterrupt, say, showProgress } from '../terminal/output.ts';
import { followCommandLine, followToEnd } from './follow.ts';
import { type ImportInput, linesOf, openImportInput, prepareUpload, type UploadFile } from './input.ts';
import { badLineText, importData, noValidLine, sampleNames, summaryText } from './report.ts';

interface ImportOptions {
  readonly kind: ImportKind;
  readonly files: readonly string[];
  readonly merge?: boolean;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  /** False if the command ends with the upload. */
  readonly wait: boolean;
}

/**
 * `waypost import`: puts the files into the import bucket, from where the importer reads them, and follows its report to the
 * end. Throws OperatorError, UsageError.
 */
export const importCommand: Run<ImportOptions> = async ({ openStack }, options) => {
  const { kind, files, merge = false, dryRun = false, force = false, wait } = options;
  if (!wait && dryRun) throw new UsageError('--dry-run uploads nothing, so --no-wait has no meaning');
  const input = await openImportInput(files);
  const stack = await openStack();
  const mode = merge ? 'merge' : 'replace';
  if (dryRun) return tryImport(stack, input, { kind, mode, force });
  const file = await prepareUpload(input);
  const key = uploadKey(
    kind,
    input.sources.map(({ fileName }) => fileName),
    new Date(),
  );
  try {
    await upload(stack, key, file, { mode, ...(force && { force: 'true' }), ...mergeIdentity(mode, input) });
  } finally {
    file.remove();
  }
  const hasSeveralFiles = files.length > 1;
  if (wait) return followToEnd({ stack, key, originOf: file.originOf, hasSeveralFiles });
  return {
    data: { file: key },
    text: key,
    notes: [
      `Uploaded; the stack imports it. To follow the import and publish the result: ${followCommandLine(stack, key)}`,
    ],
  };
};

/** A merge that is uploaded again under a new key completes an interrupted one of the same files. */
const mergeIdentity = (mode: ImportMode, { identity }: ImportInput): Record<string, string> =>
  mode === 'merge' && identity !== undefined ? { [identityMetadata]: identity } : {};

/** S3 accepts keys of 1,024 bytes, and the name of the report must fit too. */
const maxNameLength = 200;

/**
 * Returns the key of an upload: under its kind, in the order of time, with a name that tells an operator what it contains,
 * in the characters that S3 recommends. It is never that of a report, which would not be imported.
 */
const uploadKey = (kind: ImportKind, fileNames: readonly string[], now: Date): string => {
  const [first = '', ...others] = fileNames;
  const more = others.length === 0 ? '' : `-and-${others.length}-more.gz`;
  const time = now.toISOString().replace(/[-:.]/g, '');
  const name = first.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, maxNameLength);
  const key = `${kind}/${time}-${name}${more}`;
  return isReportKey(key) ? `${key}.ndjson` : key;
};

const maxAttempts = 4;

/** Puts a file into the import bucket. Throws OperatorError. */
const upload = async (
  stack: OperatedStack,
  key: string,
  file: UploadFile,
  metadata: Readonly<Record<string, string>>,
): Promise<void> => {
  const { client, bucket } = stack.imports;
  const progress = showProgress(file.bytes, '{count} MB uploaded');
  // The last request may have been sent by then.
  const forget = onInterrupt(
    `the upload was not confirmed. If the file is there anyway, the stack imports it; to see: ${followCommandLine(stack, key)}`,
  );
  const body = async function* () {
    let sent = 0;
    for await (const chunk of createReadStream(file.path)) {
      sent += chunk.length;
      progress.update(sent, Math.round(sent / 1e6));
      yield chunk;
    }
  };
  try {
    // The SDK does not retry requests with a stream.
    for (let attempt = 1; ; attempt += 1) {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: Readable.from(body(), { objectMode: false }),
        ContentLength: file.bytes,
        ContentType: 'application/x-ndjson',
        Metadata: metadata,
      });
      try {
        // At 50 kB/s at least: the client's own timeout is for small requests.
        await client.send(command, { requestTimeout: 20_000 + file.bytes / 50 });
        return;
      } catch (cause) {
        if (attempt === maxAttempts || hasS3Status(cause, 400, 403, 404))
          throw new OperatorError(`the upload failed: ${errorMessage(cause)}`, { cause });
      }
      await delay(250 * 2 ** attempt);
    }
  } finally {
    forget();
    progress.stop();
  }
};

interface Trial {
  readonly kind: ImportKind;
  readonly mode: ImportMode;
  readonly force: boolean;
}

/** `--dry-run`: compares the files with the tables from here, and writes nothing. */
const tryImport = async (
  stack: OperatedStack,
  input: ImportInput,
  { kind, mode, force }: Trial,
): Promise<Outcome> => {
  const { database: client, tables } = stack;
  const replacesSample = isPublished(kind) && mode === 'replace' && (await stack.isSample(kind));
  const hasSeveralFiles = input.sources.length > 1;
  const checks = await importChecks({ kind, mode, client, tables, hasSeveralFiles });
  const badLines: BadLine[] = [];
  const progress = showProgress(input.totalBytes, '{count} lines read');
  const summary = await importRecords({
    kind,
    mode,
    force,
    dryRun: true,
    lines: linesOf(input),
    client,
    tableName: tables[recordKinds[kind].table],
    onProgress: ({ read }) => progress.update(input.bytesRead(), read),
    onBadLine: (line) => {
      badLines.push(line);
      progress.print(badLineText(line));
    },
    observer: checks,
  })
    .catch((cause: unknown) => {
      throw new OperatorError(`the dry run stopped before its end: ${errorMessage(cause)}`, { cause });
    })
    .finally(progress.stop);
  const warnings = [...importWarnings({ kind, mode, summary, dryRun: true, force, replacesSample, checks })];
  for (const warning of warnings) say(`warning: ${warning}`);
  const text = `dry run: nothing was written; this is what an import would do\n${summaryText(summary)}`;
  const data = importData({ kind, dryRun: true, summary, badLines, warnings });
  if (summary.refused) throw noValidLine(kind).after({ data, text });
  const before = counted(summary.removed + summary.unchanged + summary.changed + summary.kept, 'record');
  return {
    data,
    text,
    ...(replacesSample && {
      notes: [
        `this replaces ${sampleNames[kind]}: ${summary.removed} of its ${before} would be removed, which is published without --force`,
      ],
    }),
    exit: summary.failed > 0 ? exitCodes.badLines : exitCodes.done,
  };
};

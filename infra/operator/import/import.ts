import { createReadStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { hasS3Status } from '../../../shared/data-access/errors.ts';
import { importChecks } from '../../../shared/data-access/importing/import-checks.ts';
import { type BadLine, readImportLines } from '../../../shared/data-access/importing/import-lines.ts';
import { importRecords } from '../../../shared/data-access/importing/import-records.ts';
import { isReportKey } from '../../../shared/data-access/importing/import-report.ts';
import { importWarnings } from '../../../shared/data-access/importing/import-warnings.ts';
import { identityMetadata, identityOfFiles } from '../../../shared/data-access/importing/put-file.ts';
import { type ImportKind, recordKinds } from '../../../shared/data-access/importing/record-kinds.ts';
import { counted } from '../../../shared/domain/counted.ts';
import type { Outcome, Run } from '../command.ts';
import { errorMessage, OperatorError, UsageError } from '../errors.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { onInterrupt, showProgress } from '../terminal/output.ts';
import { followCommandLine, followToEnd } from './follow.ts';
import { openSources, prepareUpload, standardInput, type UploadFile } from './input.ts';
import { badLineText, importResult, replacedSample } from './report.ts';

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
  const { kind, files, wait, dryRun } = options;
  if (!wait && dryRun) throw new UsageError('--dry-run uploads nothing, so --no-wait has no meaning');
  const sources = await openSources(files);
  const stack = await openStack();
  const file = await prepareUpload(sources);
  const key = uploadKey(kind, files);
  try {
    if (dryRun) return await tryImport(stack, file, options);
    await upload(stack, key, file, uploadMetadata(options));
  } finally {
    file.remove();
  }
  if (wait) return followToEnd({ stack, key, originOf: file.originOf, hasSeveralFiles: files.length > 1 });
  return {
    data: { file: key },
    text: key,
    notes: [
      `Uploaded; the stack imports it. To follow the import and publish the result: ${followCommandLine(stack, key)}`,
    ],
  };
};

const uploadMetadata = ({ files, merge, force }: ImportOptions): Record<string, string> => ({
  mode: merge ? 'merge' : 'replace',
  ...(force && { force: 'true' }),
  // A merge that is uploaded again under a new key completes an interrupted one of the same files. The content of standard
  // input is another each time.
  ...(merge &&
    !files.includes(standardInput) && {
      [identityMetadata]: identityOfFiles(files.map((file) => resolve(file))),
    }),
});

/** S3 accepts keys of 1,024 bytes, and the name of the report must fit too. */
const maxNameLength = 200;

/**
 * Returns the key of an upload: under its kind, in the order of time, with a name that tells an operator what it contains,
 * in the characters that S3 recommends. It is never that of a report, which would not be imported.
 */
const uploadKey = (kind: ImportKind, [first = '', ...others]: readonly string[]): string => {
  const more = others.length === 0 ? '' : `-and-${others.length}-more.gz`;
  const time = new Date().toISOString().replace(/[-:.]/g, '');
  const fileName = first === standardInput ? 'standard-input' : basename(first);
  const name = fileName.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, maxNameLength);
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

/** `--dry-run`: compares the lines with the tables from here, and writes nothing. */
const tryImport = async (
  stack: OperatedStack,
  { path, bytes, originOf }: UploadFile,
  { kind, files, merge, force = false }: ImportOptions,
): Promise<Outcome> => {
  const { database: client, tables } = stack;
  const mode = merge ? 'merge' : 'replace';
  const origins = { originOf, hasSeveralFiles: files.length > 1 };
  const sample = await replacedSample(stack, kind, mode);
  const checks = await importChecks({ kind, mode, client, tables });
  const badLines: BadLine[] = [];
  const progress = showProgress(bytes, '{count} lines read');
  const input = createReadStream(path);
  const summary = await importRecords({
    kind,
    mode,
    force,
    dryRun: true,
    lines: readImportLines(files.join(', '), input),
    client,
    tableName: tables[recordKinds[kind].table],
    onProgress: ({ read }) => progress.update(input.bytesRead, read),
    onBadLine: (line) => {
      badLines.push(line);
      progress.print(badLineText(origins, line));
    },
    observer: checks,
  })
    .catch((cause: unknown) => {
      throw new OperatorError(`the dry run stopped before its end: ${errorMessage(cause)}`, { cause });
    })
    .finally(progress.stop);
  const replacesSample = sample !== undefined;
  const warnings = [...importWarnings({ kind, mode, summary, dryRun: true, force, replacesSample, checks })];
  const result = importResult(origins, { kind, dryRun: true, summary, badLines, warnings });
  if (sample === undefined) return result;
  const before = counted(summary.removed + summary.unchanged + summary.changed + summary.kept, 'record');
  const note = `this replaces ${sample}: ${summary.removed} of its ${before} would be removed, which is published without --force`;
  return { ...result, notes: [note] };
};

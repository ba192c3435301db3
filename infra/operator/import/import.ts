import { createReadStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { hasS3Status } from '../../../shared/data-access/errors.ts';
import {
  type AvailabilityImport,
  importAvailability,
} from '../../../shared/data-access/importing/import-availability.ts';
import { importChecks } from '../../../shared/data-access/importing/import-checks.ts';
import type { ImportKind, TableKind } from '../../../shared/data-access/importing/import-kinds.ts';
import { type BadLine, readImportLines } from '../../../shared/data-access/importing/import-lines.ts';
import { importRecords } from '../../../shared/data-access/importing/import-records.ts';
import { isReportKey } from '../../../shared/data-access/importing/import-report.ts';
import { importWarnings } from '../../../shared/data-access/importing/import-warnings.ts';
import { identityMetadata, identityOfFiles } from '../../../shared/data-access/importing/put-file.ts';
import { recordKinds } from '../../../shared/data-access/importing/record-kinds.ts';
import {
  patientWaits,
  publishedCatalogue,
} from '../../../shared/data-access/publishing/published-catalogue.ts';
import { formatCount } from '../../../shared/domain/format-count.ts';
import type { Run } from '../command.ts';
import { errorMessage, OperatorError, UsageError } from '../errors.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { onInterrupt, showProgress } from '../terminal/output.ts';
import { formatOf, type ImportFormat } from './csv.ts';
import { followCommandLine, followToEnd } from './follow.ts';
import { openSources, prepareUpload, standardInput, type UploadFile } from './input.ts';
import { badLineText, importResult, replacedSample } from './report.ts';

export interface ImportOptions {
  readonly kind: ImportKind;
  readonly files: readonly string[];
  /** Format of the files. If absent, it is derived from their names. */
  readonly format?: ImportFormat;
  readonly merge?: boolean;
  readonly force?: boolean;
  /** Identity of a merge's files (default: derived from their paths). */
  readonly identity?: string;
}

interface CommandOptions extends ImportOptions {
  readonly dryRun?: boolean;
  /** Whether to follow the import. If false, the command ends after the upload. */
  readonly wait: boolean;
}

/** `waypost import`: uploads the files and follows their import to its end. Throws OperatorError, UsageError. */
export const importCommand: Run<CommandOptions> = async ({ openStack }, options) => {
  const { kind, files, format, wait, dryRun } = options;
  if (!wait && dryRun) throw new UsageError('--no-wait has no effect with --dry-run, which uploads nothing');
  const sources = await openSources(files, kind, format);
  const stack = await openStack();
  const file = await prepareUpload(sources);
  if (dryRun) {
    const { result, notes, rejection } = await dryRunImport(stack, file, options).finally(file.remove);
    if (rejection) throw rejection;
    return { ...result, notes };
  }
  const key = await uploadImport(stack, file, options).finally(file.remove);
  if (wait) return followToEnd({ stack, key, originOf: file.originOf, hasSeveralFiles: files.length > 1 });
  const note = `Uploaded. The stack will import it. To follow the import and publish the result: ${followCommandLine(stack, key)}`;
  return { data: { file: key }, text: key, notes: [note] };
};

const uploadMetadata = ({ files, merge, force, identity }: ImportOptions): Record<string, string> => ({
  mode: merge ? 'merge' : 'replace',
  ...(force && { force: 'true' }),
  // A merge uploaded again under a new key completes an interrupted merge of the same files. Standard input has no
  // identity, because its content differs each time.
  ...(merge &&
    !files.includes(standardInput) && {
      [identityMetadata]: identity ?? identityOfFiles(files.map((file) => resolve(file))),
    }),
});

/** Maximum length of the file name in a key, so that the report's key fits into S3's limit of 1,024 bytes. */
const maxNameLength = 200;

/** Returns a key with kind, time and file name, in characters that S3 recommends. Report keys are not imported. */
export const uploadKey = ({
  kind,
  files: [first = '', ...others],
  format = formatOf(first),
}: ImportOptions): string => {
  const converted = format === 'csv' ? '.ndjson.gz' : '';
  const more = others.length === 0 ? converted : `-and-${others.length}-more.gz`;
  const time = new Date().toISOString().replace(/[-:.]/g, '');
  const fileName = first === standardInput ? 'standard-input' : basename(first);
  const name = fileName.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, maxNameLength);
  const key = `${kind}/${time}-${name}${more}`;
  return isReportKey(key) ? `${key}.ndjson` : key;
};

const maxAttempts = 4;

/** Uploads a file to the import bucket, and returns its key there. Throws OperatorError. */
export const uploadImport = async (
  stack: OperatedStack,
  file: UploadFile,
  options: ImportOptions,
  progress = showProgress(file.bytes, '{count} MB uploaded'),
  key = uploadKey(options),
): Promise<string> => {
  const { client, bucket: Bucket } = stack.imports;
  // The request may have completed when the signal arrives.
  using _ = onInterrupt(
    `the upload was not confirmed. If it completed anyway, the stack imports the file. To check: ${followCommandLine(stack, key)}`,
  );
  const body = async function* (unreadable: AbortController) {
    let sent = 0;
    try {
      for await (const chunk of createReadStream(file.path)) {
        sent += chunk.length;
        progress.update(sent, Math.round(sent / 1e6));
        yield chunk;
      }
    } catch (cause) {
      // Not thrown, because nobody handles errors of the stream into which the SDK pipes the body.
      unreadable.abort(cause);
    }
  };
  try {
    // The SDK does not retry requests whose body is a stream.
    for (let attempt = 1; ; attempt += 1) {
      const unreadable = new AbortController();
      const { signal } = unreadable;
      const Body = Readable.from(body(unreadable), { objectMode: false });
      const command = new PutObjectCommand({
        Bucket,
        Key: key,
        Body,
        ContentLength: file.bytes,
        ContentType: 'application/x-ndjson',
        Metadata: uploadMetadata(options),
      });
      try {
        // Allows for 50 kB/s. The client's own timeout is for small requests.
        await client.send(command, { requestTimeout: 20_000 + file.bytes / 50, abortSignal: signal });
        return key;
      } catch (cause) {
        if (signal.aborted)
          throw new OperatorError(`${file.path} cannot be read: ${errorMessage(signal.reason)}`, { cause });
        if (attempt === maxAttempts || hasS3Status(cause, 400, 403, 404))
          throw new OperatorError(`the upload failed: ${errorMessage(cause)}`, { cause });
      } finally {
        Body.destroy();
      }
      await delay(250 * 2 ** attempt);
    }
  } finally {
    progress.stop();
  }
};

/** Compares lines with stored records on this machine, without writing anything. Throws OperatorError. */
export const dryRunImport = async (
  stack: OperatedStack,
  { path, bytes, originOf }: UploadFile,
  { kind, files, merge, force = false }: ImportOptions,
  progress = showProgress(bytes, '{count} lines read'),
) => {
  const mode = merge ? 'merge' : 'replace';
  const origins = { originOf, hasSeveralFiles: files.length > 1 };
  const sample = await replacedSample(stack, kind, mode);
  const badLines: BadLine[] = [];
  // The reader gets an error of the stream even if it starts reading later.
  const input = createReadStream(path).on('error', () => {});
  const dryRun: DryRun = {
    mode,
    force,
    dryRun: true,
    lines: readImportLines(files.join(', '), input),
    onProgress: ({ read }) => progress.update(input.bytesRead, read),
    onBadLine: (line) => {
      badLines.push(line);
      progress.print(badLineText(origins, line));
    },
  };
  const { summary, checks } = await (kind === 'availability'
    ? compareAvailability(stack, dryRun)
    : compareRecords(stack, kind, dryRun)
  )
    .catch((cause: unknown) => {
      throw new OperatorError(`the dry run failed: ${errorMessage(cause)}`, { cause });
    })
    .finally(() => {
      input.destroy();
      progress.stop();
    });
  const replacesSample = sample !== undefined;
  const warnings = [...importWarnings({ kind, mode, summary, dryRun: true, force, replacesSample, checks })];
  const ended = importResult(origins, { kind, dryRun: true, summary, badLines, warnings });
  if (sample === undefined || ended.rejection) return { ...ended, notes: [] };
  const before = formatCount(summary.removed + summary.unchanged + summary.changed + summary.kept, 'record');
  const note = `this replaces ${sample}: ${summary.removed} of its ${before} would be removed, which publishing allows`;
  return { ...ended, notes: [note] };
};

type DryRun = Pick<AvailabilityImport, 'mode' | 'force' | 'dryRun' | 'lines' | 'onProgress' | 'onBadLine'>;

const compareRecords = async (stack: OperatedStack, kind: TableKind, dryRun: DryRun) => {
  const { database: client, tables } = stack;
  const checks = await importChecks({ kind, mode: dryRun.mode, client, tables });
  const tableName = tables[recordKinds[kind].table];
  return { checks, summary: await importRecords({ ...dryRun, kind, client, tableName, observer: checks }) };
};

const compareAvailability = async ({ published }: OperatedStack, dryRun: DryRun) => {
  const settings = { ...published, checkSeconds: 60, now: Date.now, waits: patientWaits };
  const catalogue = await publishedCatalogue(settings).current();
  return importAvailability({ ...dryRun, published, catalogue, startedAt: new Date() });
};

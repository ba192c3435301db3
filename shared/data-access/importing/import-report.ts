import * as z from 'zod/mini';
import { type Bucket, readJson } from '../objects/bucket.ts';
import { putJson } from '../objects/sdk-bucket.ts';
import { type ImportKind, importKinds, importModes } from './import-kinds.ts';
import { importMark } from './import-mark.ts';

const count = z.int().check(z.minimum(0));

/** Counts of lines and stored records. `read` is the sum of `added`, `changed`, `unchanged` and `failed`. */
const importSummary = z.object({
  /** Number of non-blank lines read. */
  read: count,
  added: count,
  changed: count,
  unchanged: count,
  removed: count,
  /** Number of bad lines. */
  failed: count,
  /** Number of stored records that a replacement kept because their line was bad. */
  kept: count,
  /** Whether a replacement without a valid line was rejected, because it would have removed everything. */
  refused: z.boolean(),
});
export type ImportSummary = z.infer<typeof importSummary>;

const noCounts = { read: 0, added: 0, changed: 0, unchanged: 0, removed: 0, failed: 0, kept: 0 };

/** Creates the summary of an import that has not read anything yet. */
export const emptySummary = (): ImportSummary => ({ ...noCounts, refused: false });

/** Maximum number of bad lines in a report. Further ones are only counted. */
export const maxReportedBadLines = 10_000;

/** Report of an import, stored next to its file at each checkpoint. An interrupted import resumes from it. */
export const importReport = z.object({
  /** Key of the imported file. */
  file: z.string().check(z.minLength(1)),
  /** ETag of the file, which distinguishes it from a replacement under the same key. */
  etag: z.string().check(z.minLength(1)),
  /** Time of the upload according to S3, in whole seconds, which distinguishes repeated uploads of the same file. */
  putAt: z.iso.datetime(),
  kind: z.enum(importKinds),
  mode: z.enum(importModes),
  force: z.boolean(),
  /**
   * `importing` until all lines are processed; `imported` when the tables match the file; `refused` if a replacement
   * without a valid line would have removed everything; `failed` if the file cannot be read completely, or must not be
   * imported in the current state.
   */
  status: z.enum(['importing', 'imported', 'refused', 'failed']),
  startedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  endedAt: z.optional(z.iso.datetime()),
  /** Mark of the import or restore that was interrupted before this import started; null if there was none. */
  interrupted: z.optional(z.nullable(importMark)),
  /** Line up to which all lines are stored, or reported as bad. */
  line: count,
  summary: importSummary,
  /** The first bad lines, in order. */
  badLines: z.array(z.object({ line: count, reason: z.string() })).check(z.maxLength(maxReportedBadLines)),
  warnings: z.array(z.string()),
  /** Reason for a failure. */
  failure: z.optional(z.string()),
});
export type ImportReport = z.infer<typeof importReport>;

const suffix = '.report.json';

export const reportKeyOf = (file: string): string => `${file}${suffix}`;

/** Whether a key belongs to a report, which is never imported. */
export const isReportKey = (key: string): boolean => key.endsWith(suffix);

/** Returns the file that a report's key belongs to; undefined for other keys. */
export const reportedFile = (key: string): string | undefined =>
  isReportKey(key) ? key.slice(0, -suffix.length) : undefined;

/**
 * Reads the report of a file; undefined if it is absent or damaged. The import then starts again, and finds stored
 * records unchanged. Throws StoreUnavailable.
 */
export const readReport = async (imports: Bucket, file: string): Promise<ImportReport | undefined> =>
  (await readJson(imports, reportKeyOf(file), importReport))?.data;

/** Whether the report of a file exists but is damaged. Throws StoreUnavailable. */
export const isReportDamaged = async (imports: Bucket, file: string): Promise<boolean> =>
  (await readJson(imports, reportKeyOf(file), importReport))?.error !== undefined;

/** Stores a report next to its file. Throws StoreUnavailable. */
export const writeReport = async (imports: Bucket, report: ImportReport): Promise<ImportReport> => {
  const content = importReport.parse(report);
  await putJson(imports, 'writing the report', { key: reportKeyOf(report.file), content });
  return report;
};

/** The most recent upload among the imported files of one kind. */
const newestImport = z.pick(importReport, { file: true, putAt: true });

/** A file of the same kind that was uploaded later has already been imported. */
export class NewerImported extends Error {
  override readonly name = 'NewerImported';
}

type UploadedFile = Pick<ImportReport, 'file' | 'kind' | 'putAt'>;

/**
 * Rejects a file that was uploaded before the newest imported file of its kind, because events may arrive out of order.
 * Files uploaded in the same second are imported in the order of their events. Throws NewerImported or
 * StoreUnavailable.
 */
export const rejectOlder = async (imports: Bucket, uploaded: UploadedFile): Promise<void> => {
  const newer = await newerImport(imports, uploaded);
  if (newer)
    throw new NewerImported(
      `a newer file of this kind has already been imported: ${newer.file}, uploaded at ${newer.putAt}. To import this one anyway, upload it again`,
    );
};

/** Records a file as the newest import of its kind, unless a newer one is recorded. Throws StoreUnavailable. */
export const recordNewest = async (imports: Bucket, uploaded: UploadedFile): Promise<void> => {
  const { kind, file, putAt } = uploaded;
  if (await newerImport(imports, uploaded)) return;
  const content = newestImport.parse({ file, putAt });
  await putJson(imports, 'recording the newest import', { key: newestKeyOf(kind), content });
};

const newerImport = async (imports: Bucket, { kind, putAt }: UploadedFile) => {
  const newest = (await readJson(imports, newestKeyOf(kind), newestImport))?.data;
  return newest && Date.parse(putAt) < Date.parse(newest.putAt) ? newest : undefined;
};

/**
 * The importer may write only reports' keys, and receives no events for them. Files' keys start with a kind, so this is
 * no file's report.
 */
const newestKeyOf = (kind: ImportKind): string => reportKeyOf(`newest/${kind}`);

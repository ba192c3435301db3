import * as z from 'zod/mini';
import { importModes } from './import-mode.ts';
import { importKinds } from './record-kind.ts';

const count = z.int().check(z.minimum(0));

/** Maximum number of bad lines that a report lists; further ones are only counted. */
export const reportedBadLines = 10_000;

/**
 * Report of an import, stored beside its file. It is written after each chunk, and an interrupted import resumes from
 * it.
 */
export const importReport = z.object({
  /** Key of the imported file. */
  file: z.string().check(z.minLength(1)),
  /** ETag of the file, which distinguishes it from a replacement under the same key. */
  etag: z.string().check(z.minLength(1)),
  /** S3's sequencer, which distinguishes repeated puts of the same file; absent if S3 did not send it. */
  sequencer: z.optional(z.string()),
  /** Time of the put according to S3; absent if S3 did not send it. */
  putAt: z.optional(z.iso.datetime()),
  kind: z.enum(importKinds),
  mode: z.enum(importModes),
  force: z.boolean(),
  /**
   * `importing` while chunks are left; `imported` when the tables match the file; `refused` if a replacement without a
   * valid line would have removed everything; `failed` if the file cannot be read to its end, or must not be imported
   * in the current state.
   */
  status: z.enum(['importing', 'imported', 'refused', 'failed']),
  startedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  endedAt: z.optional(z.iso.datetime()),
  /** Whether the tables held half of an earlier import when it began. */
  afterHalf: z.optional(z.boolean()),
  /** Last line up to which every line is stored, or reported as bad. */
  line: count,
  summary: z.object({
    read: count,
    added: count,
    changed: count,
    unchanged: count,
    removed: count,
    failed: count,
    kept: count,
    refused: z.boolean(),
  }),
  /** First bad lines in order; later ones are appended. */
  badLines: z.array(z.object({ line: count, reason: z.string() })).check(z.maxLength(reportedBadLines)),
  /** Sentences for the operator. */
  warnings: z.array(z.string()),
  /** Reason of a failure. */
  failure: z.optional(z.string()),
});
export type ImportReport = z.infer<typeof importReport>;

const suffix = '.report.json';

/** Returns the key of a file's report. */
export const reportKeyOf = (file: string): string => `${file}${suffix}`;

/** Whether a key is that of a report, which is never imported. */
export const isReportKey = (key: string): boolean => key.endsWith(suffix);

/** Returns the file that a report's key belongs to; undefined for other keys. */
export const reportedFile = (key: string): string | undefined =>
  isReportKey(key) ? key.slice(0, -suffix.length) : undefined;

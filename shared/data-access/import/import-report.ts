import * as z from 'zod';
import { importModes } from './import-mode.ts';
import { importKinds } from './record-kind.ts';

const count = z.int().min(0);

/** Most bad lines that a report names; the rest are counted. */
export const reportedBadLines = 10_000;

/**
 * What has become of a file in the import bucket. It lies beside the file, is written again after every chunk, and is
 * where an import that was interrupted goes on from.
 */
export const importReport = z.object({
  /** Key of the file. */
  file: z.string().min(1),
  /** Tells the file from another that took its place under the same key. */
  etag: z.string().min(1),
  /** Tells a file from the same one put again; absent where S3 did not say it. */
  sequencer: z.string().optional(),
  /** When it was put, as S3 says it; absent where S3 did not, or a release wrote the report that did not ask. */
  putAt: z.iso.datetime().optional(),
  kind: z.enum(importKinds),
  mode: z.enum(importModes),
  force: z.boolean(),
  /**
   * `importing` while chunks are left, `imported` when the tables are what the file says, `refused` where a replacement
   * without one valid line would have removed everything, `failed` where the file cannot be read to its end, or may not
   * be imported as things are.
   */
  status: z.enum(['importing', 'imported', 'refused', 'failed']),
  startedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
  /** Whether what was stored when it began was half of an earlier import. */
  afterHalf: z.boolean().optional(),
  /** Every line up to this one is stored, or reported as bad. */
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
  /** The first bad lines, in their order: those that come later stand at the end. */
  badLines: z.array(z.object({ line: count, reason: z.string() })).max(reportedBadLines),
  /** Sentences that an operator should read. */
  warnings: z.array(z.string()),
  /** Why it failed, where it did. */
  failure: z.string().optional(),
});
export type ImportReport = z.infer<typeof importReport>;

const suffix = '.report.json';

/** Where the report of a file lies. */
export const reportKeyOf = (file: string): string => `${file}${suffix}`;

/** Whether what lies under a key is taken for a report: it is never handed to the importer. */
export const isReportKey = (key: string): boolean => key.endsWith(suffix);

/** The file whose report lies under a key; undefined where the key is none of a report. */
export const reportedFile = (key: string): string | undefined =>
  isReportKey(key) ? key.slice(0, -suffix.length) : undefined;

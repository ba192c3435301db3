import * as z from 'zod';
import { publicationVersion } from '../../../domain/location/publication-version.ts';
import { datedName, type ExportedFile, IncompleteExport } from './export-format.ts';
import { headOf } from './head-line.ts';

/** The first line of the file of removed locations. */
export const removedHead = z.object({
  version: publicationVersion,
  generated_at: z.iso.datetime(),
  total: z.int().min(0),
});
export type RemovedHead = z.infer<typeof removedHead>;

/** What is left of a location that was removed; `removed_at` is when the version without it was generated. */
export const tombstone = z.object({ id: z.string().min(1), removed_at: z.iso.datetime() });
export type Tombstone = z.infer<typeof tombstone>;

const isTombstone = (line: string): boolean => line.startsWith('{"id":"') && line.endsWith('}');

/** NDJSON: a head, then a tombstone a line. */
export const removedFile = {
  fileName: datedName('workcentres-removed', 'ndjson'),
  contentType: 'application/x-ndjson',
  head: ({ version, generated_at, total }: RemovedHead): string =>
    `${JSON.stringify({ version, generated_at, total })}\n`,
  record: ({ id, removed_at }: Tombstone): string => `${JSON.stringify({ id, removed_at })}\n`,
  async count(lines: AsyncIterable<string>): Promise<number> {
    let head: RemovedHead | undefined;
    let records = 0;
    for await (const line of lines) {
      if (head === undefined) head = headOf(line, removedHead);
      else if (isTombstone(line)) records++;
      else throw new IncompleteExport(`the removed locations cannot be read after ${records}`);
    }
    if (head?.total === records) return records;
    throw new IncompleteExport(`the file holds ${records} of ${head?.total} removed locations`);
  },
} satisfies ExportedFile & Record<string, unknown>;

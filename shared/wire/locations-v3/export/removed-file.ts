import * as z from 'zod/mini';
import { publicationVersion } from '../../../domain/location/publication/publication-version.ts';
import { datedName, type ExportedFile, IncompleteExport } from './export-format.ts';
import { parsedLine } from './parsed-line.ts';

/** Record of a removed location. */
export interface Tombstone {
  readonly id: string;
  /** Time at which the first version without it was generated: ISO 8601, UTC. */
  readonly removedAt: string;
}

/** First line of the file of removed locations. */
export interface RemovedHead {
  readonly version: string;
  readonly generatedAt: Date;
  readonly total: number;
}

const headLine = z.object({
  version: publicationVersion,
  generated_at: z.iso.datetime(),
  total: z.int().check(z.minimum(0)),
});

/** Tombstone as a line of the file. */
export const tombstone = z.object({ id: z.string().check(z.minLength(1)), removed_at: z.iso.datetime() });

/** Builds the first line. */
export const removedFileHead = ({ version, generatedAt, total }: RemovedHead): string =>
  `${JSON.stringify({ version, generated_at: generatedAt.toISOString(), total })}\n`;

/** Builds the line of a tombstone. */
export const tombstoneLine = ({ id, removedAt }: Tombstone): string =>
  `${JSON.stringify({ id, removed_at: removedAt })}\n`;

/** Yields the tombstones of a file from its lines. Throws IncompleteExport. */
export async function* readTombstones(lines: AsyncIterable<string>): AsyncGenerator<Tombstone> {
  let total: number | undefined;
  let read = 0;
  for await (const line of lines) {
    if (total === undefined) {
      total = parsedLine(line, headLine).total;
      continue;
    }
    const { id, removed_at } = parsedLine(line, tombstone);
    read++;
    yield { id, removedAt: removed_at };
  }
  if (total !== read) throw new IncompleteExport(`the file holds ${read} of ${total} removed locations`);
}

/** File of removed locations in NDJSON: a head, then one tombstone a line. */
export const removedFile: ExportedFile = {
  fileName: datedName('workcentres-removed', 'ndjson'),
  contentType: 'application/x-ndjson',
  async count(lines) {
    let records = 0;
    for await (const _tombstone of readTombstones(lines)) records++;
    return records;
  },
};

import * as z from 'zod';
import { changeCounts } from '../../../domain/location/publication.ts';
import { publicationVersion } from '../../../domain/location/publication-version.ts';
import { workCentre } from '../work-centre.ts';
import { datedName, type ExportedFile, IncompleteExport } from './export-format.ts';
import { headOf } from './head-line.ts';
import { type Tombstone, tombstone } from './removed-file.ts';

/** The first line of a file of changes: what leads from the version `since` to `version`. */
export const changesHead = z.object({
  version: publicationVersion,
  /** Absent where there is no former version: whoever follows takes the whole. */
  since: publicationVersion.optional(),
  generated_at: z.iso.datetime(),
  ...changeCounts.shape,
});
export type ChangesHead = z.infer<typeof changesHead>;

/** One location that differs: as it is now, or when it was removed. */
export const changeLine = z.discriminatedUnion('change', [
  z.object({ change: z.literal('added'), id: z.string(), workcentre: workCentre }),
  z.object({ change: z.literal('changed'), id: z.string(), workcentre: workCentre }),
  tombstone.extend({ change: z.literal('removed') }),
]);

const kindOf = /^\{"change":"(added|changed|removed)","id":".*\}$/s;

const countKinds = async (lines: AsyncIterable<string>) => {
  let head: ChangesHead | undefined;
  const counts = new Map<string, number>();
  let records = 0;
  for await (const line of lines) {
    if (head === undefined) {
      head = headOf(line, changesHead);
      continue;
    }
    const kind = kindOf.exec(line)?.[1];
    if (kind === undefined) throw new IncompleteExport(`the changes cannot be read after ${records}`);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    records++;
  }
  return { head, counts, records };
};

const kinds = ['added', 'changed', 'removed'] as const;

/** NDJSON: a head, then a line for each location that was added, changed or removed. */
export const changesFile = {
  fileName: datedName('workcentres-changes', 'ndjson'),
  contentType: 'application/x-ndjson',
  head: ({ version, since, generated_at, added, changed, removed }: ChangesHead): string =>
    `${JSON.stringify({ version, since, generated_at, added, changed, removed })}\n`,
  /** A location as it is now; `text` is its work centre as JSON. */
  shown: (change: 'added' | 'changed', id: string, text: string): string =>
    `{"change":"${change}","id":${JSON.stringify(id)},"workcentre":${text}}\n`,
  removed: ({ id, removed_at }: Tombstone): string =>
    `${JSON.stringify({ change: 'removed', id, removed_at })}\n`,
  async count(lines: AsyncIterable<string>): Promise<number> {
    const { head, counts, records } = await countKinds(lines);
    const found = Object.fromEntries(kinds.map((kind) => [kind, counts.get(kind) ?? 0]));
    if (head && kinds.every((kind) => head[kind] === found[kind])) return records;
    throw new IncompleteExport(`the changes are ${JSON.stringify(found)}, and not what their head says`);
  },
} satisfies ExportedFile & Record<string, unknown>;

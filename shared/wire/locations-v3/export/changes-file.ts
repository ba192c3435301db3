import * as z from 'zod/mini';
import { type ChangeCounts, changeCounts } from '../../../domain/location/publication/publication.ts';
import { publicationVersion } from '../../../domain/location/publication/publication-version.ts';
import { workCentre } from '../../work-centre.ts';
import { datedName, type ExportedFile, IncompleteExport, type RecordPieces } from './export-format.ts';
import { parsedLine } from './parsed-line.ts';
import { type Tombstone, tombstone } from './removed-file.ts';
import type { ShownWorkCentre } from './shown-work-centre.ts';

/** First line of a changes file, which leads from the version `since` to `version`. */
export interface ChangesHead extends ChangeCounts {
  readonly version: string;
  /** Former version; absent if there is none, and clients must download the whole. */
  readonly since?: string;
  readonly generatedAt: Date;
}

const headLine = z.object({
  version: publicationVersion,
  since: z.optional(publicationVersion),
  generated_at: z.iso.datetime(),
  ...changeCounts.shape,
});

/** Line of a location that differs: as it is now, or when it was removed. */
export const changeLine = z.discriminatedUnion('change', [
  z.object({ change: z.literal('added'), id: z.string(), workcentre: workCentre }),
  z.object({ change: z.literal('changed'), id: z.string(), workcentre: workCentre }),
  z.extend(tombstone, { change: z.literal('removed') }),
]);

/** Builds the first line. */
export const changesFileHead = ({
  version,
  since,
  generatedAt,
  added,
  changed,
  removed,
}: ChangesHead): string =>
  `${JSON.stringify({ version, since, generated_at: generatedAt.toISOString(), added, changed, removed })}\n`;

/** Builds the line of an added or changed location. */
export const changedLine = (change: 'added' | 'changed', { id, json }: ShownWorkCentre): RecordPieces => [
  `{"change":"${change}","id":${JSON.stringify(id)},"workcentre":`,
  json,
  '}\n',
];

/** Builds the line of a removed location. */
export const removedChangeLine = ({ id, removedAt }: Tombstone): string =>
  `${JSON.stringify({ change: 'removed', id, removed_at: removedAt })}\n`;

const kinds = ['added', 'changed', 'removed'] as const;

const kindOf = (line: string) =>
  line.endsWith('}') ? kinds.find((kind) => line.startsWith(`{"change":"${kind}","id":"`)) : undefined;

const countKinds = async (lines: AsyncIterable<string>) => {
  let head: ChangeCounts | undefined;
  const found = { added: 0, changed: 0, removed: 0 };
  let records = 0;
  for await (const line of lines) {
    if (head === undefined) {
      head = parsedLine(line, headLine);
      continue;
    }
    const kind = kindOf(line);
    if (kind === undefined) throw new IncompleteExport(`the changes cannot be read after ${records}`);
    found[kind]++;
    records++;
  }
  return { head, found, records };
};

/** Changes file in NDJSON: a head, then a line for each location that was added, changed or removed. */
export const changesFile: ExportedFile = {
  fileName: datedName('workcentres-changes', 'ndjson'),
  contentType: 'application/x-ndjson',
  async count(lines) {
    const { head, found, records } = await countKinds(lines);
    if (head && kinds.every((kind) => head[kind] === found[kind])) return records;
    throw new IncompleteExport(`the file holds ${records} changes, and not those that its head says`);
  },
};

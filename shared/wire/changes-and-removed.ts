import * as z from 'zod/mini';
import { type Change, changeKinds } from '../domain/publication/changes.ts';
import { type ChangeCounts, changeCounts } from '../domain/publication/publication.ts';
import { publicationVersion } from '../domain/publication/publication-version.ts';
import { datedName, type ExportedFile, IncompleteExport } from './export-formats.ts';

/** First line of a file of changes, which leads from the version `since` to `version`. */
export interface ChangesHead extends ChangeCounts {
  readonly version: string;
  /** Absent if the file follows on no version, and clients must download the whole. */
  readonly since?: string | undefined;
  readonly generatedAt: Date;
}

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

const changesHead = z.object({
  version: publicationVersion,
  since: z.optional(publicationVersion),
  generated_at: z.iso.datetime(),
  ...changeCounts.shape,
});

const removedHead = z.object({
  version: publicationVersion,
  generated_at: z.iso.datetime(),
  total: z.int().check(z.minimum(0)),
});

const tombstone = z.object({ id: z.string().check(z.minLength(1)), removed_at: z.iso.datetime() });

/** Builds the first line of a file of changes. */
export const changesFileHead = ({ version, since, generatedAt, ...counts }: ChangesHead): string =>
  `${JSON.stringify({ version, since, generated_at: generatedAt.toISOString(), ...counts })}\n`;

/** Builds the line of a location that was added, changed or removed; `json` is its work centre if it is there. */
export const formatChange = ({ code, kind, removedAt }: Change, json: string | undefined): string =>
  kind === 'removed'
    ? `${JSON.stringify({ change: kind, id: code, removed_at: removedAt })}\n`
    : `{"change":"${kind}","id":${JSON.stringify(code)},"workcentre":${json}}\n`;

/** Builds the first line of the file of removed locations. */
export const removedFileHead = ({ version, generatedAt, total }: RemovedHead): string =>
  `${JSON.stringify({ version, generated_at: generatedAt.toISOString(), total })}\n`;

/** Builds the line of a tombstone. */
export const formatTombstone = ({ id, removedAt }: Tombstone): string =>
  `${JSON.stringify({ id, removed_at: removedAt })}\n`;

/**
 * Reads the changes of a file from its lines, without the work centres, and the version that it leads from. Throws
 * IncompleteExport if there are not as many as the file says.
 */
export const readChanges = async (
  lines: AsyncIterable<string>,
): Promise<{ readonly since: string | undefined; readonly changes: readonly Change[] }> => {
  let head: z.infer<typeof changesHead> | undefined;
  const changes: Change[] = [];
  const counts = { added: 0, changed: 0, removed: 0 };
  for await (const line of lines) {
    if (head === undefined) {
      head = parseLine(line, changesHead);
      continue;
    }
    const change = changeIn(line);
    counts[change.kind]++;
    changes.push(change);
  }
  if (head && changeKinds.every((kind) => head[kind] === counts[kind])) return { since: head.since, changes };
  throw new IncompleteExport(`the file holds ${changes.length} changes, and not those that its head says`);
};

/** Reads the tombstones of a file from its lines. Throws IncompleteExport if there are not as many as the file says. */
export const readTombstones = async (lines: AsyncIterable<string>): Promise<Tombstone[]> => {
  let total: number | undefined;
  const tombstones: Tombstone[] = [];
  for await (const line of lines) {
    if (total === undefined) total = parseLine(line, removedHead).total;
    else {
      const { id, removed_at } = parseLine(line, tombstone);
      tombstones.push({ id, removedAt: removed_at });
    }
  }
  if (total === tombstones.length) return tombstones;
  throw new IncompleteExport(`the file holds ${tombstones.length} of ${total} removed locations`);
};

/** Files of changes and of removed locations in NDJSON: a head, then one record a line. */
export const changesFile: ExportedFile = {
  fileName: datedName('workcentres-changes', 'ndjson'),
  contentType: 'application/x-ndjson',
  count: async (lines) => (await readChanges(lines)).changes.length,
};
export const removedFile: ExportedFile = {
  fileName: datedName('workcentres-removed', 'ndjson'),
  contentType: 'application/x-ndjson',
  count: async (lines) => (await readTombstones(lines)).length,
};

/** Reads the kind and the id of a line, whose work centre is not parsed: the checksum shows that it is as written. */
const changeIn = (line: string): Change => {
  const [, kind, code] = /^\{"change":"(added|changed)","id":"([\w-]+)",.*\}$/s.exec(line) ?? [];
  if (code !== undefined && (kind === 'added' || kind === 'changed')) return { code, kind };
  const { id, removed_at } = parseLine(line, removedLine);
  return { code: id, kind: 'removed', removedAt: removed_at };
};

const removedLine = z.extend(tombstone, { change: z.literal('removed') });

const parseLine = <T>(line: string, schema: z.ZodMiniType<T>): T => {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    throw new IncompleteExport('a line of the export cannot be read', { cause: error });
  }
};

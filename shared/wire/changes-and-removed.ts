import * as z from 'zod/mini';
import { type Change, changeKinds, countChanges } from '../domain/publication/changes.ts';
import { type ChangeCounts, changeCounts } from '../domain/publication/publication.ts';
import { publicationVersion } from '../domain/publication/publication-version.ts';
import { datedName, type ExportedFile, IncompleteExport, parseLine } from './export-formats.ts';

/** Record of a removed location. */
export interface Tombstone {
  readonly id: string;
  /** Time at which the first version without it was generated: ISO 8601, UTC. */
  readonly removedAt: string;
}

/** First line of a file, without its counts. */
interface FileHead {
  readonly version: string;
  /** Version that the changes follow. If absent, clients must download a full export. */
  readonly since?: string | undefined;
  readonly generatedAt: Date;
}

const head = z.object({ version: publicationVersion, generated_at: z.iso.datetime() });
const changesHead = z.extend(head, { since: z.optional(publicationVersion), ...changeCounts.shape });
const removedHead = z.extend(head, { total: z.int().check(z.minimum(0)) });

const tombstone = z.object({ id: z.string().check(z.minLength(1)), removed_at: z.iso.datetime() });
const removedLine = z.extend(tombstone, { change: z.literal('removed') });

/** Builds the first line of a file of changes or, with a `total`, of the file of removed locations. */
export const formatHead = ({
  version,
  since,
  generatedAt,
  ...counts
}: FileHead & (ChangeCounts | { readonly total: number })): string =>
  `${JSON.stringify({ version, since, generated_at: generatedAt.toISOString(), ...counts })}\n`;

/** Builds the line for a changed location. `json` is its work centre. */
export const formatChange = ({ code, kind }: Change, json: string): string =>
  `{"change":"${kind}","id":${JSON.stringify(code)},"workcentre":${json}}\n`;

/** Builds the line for a removed location in a file of changes. */
export const formatRemoval = ({ code, removedAt }: Change, replacedBy: readonly string[]): string =>
  `${JSON.stringify({ change: 'removed', id: code, removed_at: removedAt, ...successors(replacedBy) })}\n`;

export const formatTombstone = ({ id, removedAt }: Tombstone, replacedBy: readonly string[]): string =>
  `${JSON.stringify({ id, removed_at: removedAt, ...successors(replacedBy) })}\n`;

const successors = (ids: readonly string[]) => (ids.length > 0 ? { replaced_by: ids } : {});

/**
 * Reads a file's changes, without the work centres, and the version that they follow. Throws IncompleteExport if the
 * numbers of changes differ from those in the first line.
 */
export const readChanges = async (
  lines: AsyncIterable<string>,
): Promise<{ readonly since: string | undefined; readonly changes: readonly Change[] }> => {
  const { first, records: changes } = await readFile(lines, changesHead, changeIn);
  const counts = countChanges(changes);
  if (changeKinds.every((kind) => first[kind] === counts[kind])) return { since: first.since, changes };
  throw new IncompleteExport(
    `the file has ${changes.length} changes, which contradicts the counts in its first line`,
  );
};

/** Reads the tombstones from a file. Throws IncompleteExport if their number differs from the first line. */
export const readTombstones = async (lines: AsyncIterable<string>): Promise<Tombstone[]> => {
  const { first, records } = await readFile(lines, removedHead, (line) => parseLine(line, tombstone));
  if (first.total !== records.length)
    throw new IncompleteExport(`the file has ${records.length} of ${first.total} removed locations`);
  return records.map(({ id, removed_at }) => ({ id, removedAt: removed_at }));
};

/** Files of changes and of removed locations. Both are NDJSON, with a head and then one record per line. */
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

/** Parses the first line of a file with a schema, and reads a record from each line after it. */
const readFile = async <Head, Item>(
  lines: AsyncIterable<string>,
  schema: z.ZodMiniType<Head>,
  read: (line: string) => Item,
) => {
  let first: Head | undefined;
  const records: Item[] = [];
  for await (const line of lines) {
    if (first === undefined) first = parseLine(line, schema);
    else records.push(read(line));
  }
  if (first === undefined) throw new IncompleteExport('the file is empty');
  return { first, records };
};

/** Reads the kind and id from a line. Its work centre is not parsed, because the checksum shows that it is intact. */
const changeIn = (line: string): Change => {
  const [, kind, code] = /^\{"change":"(added|changed)","id":"([\w-]+)",.*\}$/s.exec(line) ?? [];
  if (code !== undefined && (kind === 'added' || kind === 'changed')) return { code, kind };
  const { id, removed_at } = parseLine(line, removedLine);
  return { code: id, kind: 'removed', removedAt: removed_at };
};

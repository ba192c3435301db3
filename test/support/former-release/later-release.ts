import * as z from 'zod';
import { type Frozen, type FrozenManifest, manifestShape, replaceFile } from './frozen-publication.ts';

/** Stands for anything that a later release adds to a publication: a file of a format or a catalogue of its own. */
const addedLater = { key: 'versions/later', bytes: 10, sha256: 'a'.repeat(64) };

/** Adds a member to an object and to each object within it. */
const withMembers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withMembers);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withMembers(member)]);
  return { ...Object.fromEntries(members), addedLater };
};

const jsonWith = (bytes: Uint8Array, change: (document: unknown) => unknown): Buffer =>
  Buffer.from(`${JSON.stringify(change(JSON.parse(Buffer.from(bytes).toString('utf8'))))}\n`);

const filesShape = z.looseObject({ files: z.array(z.looseObject({ format: z.string() })) });
/** Lists one more file, of a format that no release has yet. */
const withFile = (document: unknown): unknown => {
  const { files, ...facts } = filesShape.parse(document);
  return { ...facts, files: [...files, { ...files[0], format: 'addedLater' }] };
};

const headerShape = z.looseObject({ pieces: z.array(z.looseObject({ bytes: z.int() })) });
/** Adds a piece to a snapshot, after those that it has. */
const snapshotWith = (bytes: Uint8Array): Uint8Array => {
  const headerEnd = bytes.indexOf(0x0a) + 1;
  const header = headerShape.parse(JSON.parse(Buffer.from(bytes.subarray(0, headerEnd)).toString('utf8')));
  const blocksAt = header.pieces.reduce((end, piece) => end + piece.bytes, headerEnd);
  const piece = { name: 'addedLater', bytes: 3, contentBytes: 3, arrays: [] };
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(withMembers({ ...header, pieces: [...header.pieces, piece] }))}\n`),
    bytes.subarray(headerEnd, blocksAt),
    Buffer.from('abc'),
    bytes.subarray(blocksAt),
  ]);
};

/**
 * Returns a publication as a release after this one may write it in the same format: with a member more in each object
 * of its manifest and its documents, a file of a format more, a catalogue more, and a piece more in each snapshot.
 */
export const asLaterRelease = (frozen: Frozen): Frozen => {
  const to: Frozen = { ...frozen, files: new Map(frozen.files) };
  const { files, history, catalogues } = frozen.manifest;
  const manifest = {
    ...frozen.manifest,
    files: replaceFile(to, files, (bytes) => jsonWith(bytes, (list) => withMembers(withFile(list)))),
    history: replaceFile(to, history, (bytes) => jsonWith(bytes, withMembers)),
    catalogues: {
      points: replaceFile(to, catalogues.points, snapshotWith),
      workCentres: replaceFile(to, catalogues.workCentres, snapshotWith),
    },
  } satisfies FrozenManifest;
  return { ...to, manifest: manifestShape.parse(withMembers(manifest)) };
};

/** Returns a publication as a release wrote it that did not have this format yet. */
export const asWithoutFormat = (frozen: Frozen, format: string): Frozen => {
  const to: Frozen = { ...frozen, files: new Map(frozen.files) };
  const { [format]: omitted, ...exports } = frozen.manifest.exports;
  if (omitted === undefined) throw new Error(`the publication has no ${format}`);
  to.files.delete(omitted.key);
  const files = replaceFile(to, frozen.manifest.files, (bytes) =>
    jsonWith(bytes, (document) => {
      const list = filesShape.parse(document);
      return { ...list, files: list.files.filter((file) => file.format !== format) };
    }),
  );
  return { ...to, manifest: { ...frozen.manifest, exports, files } };
};

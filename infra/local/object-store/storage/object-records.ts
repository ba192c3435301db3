import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { removeIfThere, replaceFile, syncDirectory } from '../../files/durable-file.ts';
import type { StoredObject } from './stored-object.ts';

/** The records of a bucket's objects: read from memory, changed on the disk first. */
export interface ObjectRecords {
  find(key: string): StoredObject | undefined;
  /** In the order of the keys' UTF-8 bytes. */
  inOrder(): readonly StoredObject[];
  /** Those of objects whose creation was not told, in the order of creation. */
  untold(): readonly StoredObject[];
  /** Puts a record in the place of the key's former one. */
  replace(object: StoredObject): Promise<void>;
  remove(key: string): Promise<void>;
}

/** A key may be longer than a file's name, and hold what must not be in one: the name is its digest. */
export const recordFileName = (key: string) => `${createHash('sha256').update(key).digest('hex')}.json`;

const byKey = (one: StoredObject, other: StoredObject) =>
  Buffer.compare(Buffer.from(one.key), Buffer.from(other.key));

const bySequencer = ({ untold: one }: StoredObject, { untold: other }: StoredObject) =>
  (one?.sequencer ?? '') < (other?.sequencer ?? '') ? -1 : 1;

/** Keeps the records that were read from this directory. */
export const objectRecords = (directory: string, known: readonly StoredObject[]): ObjectRecords => {
  const objects = new Map(known.map((object) => [object.key, object]));
  const fileOf = (key: string) => join(directory, recordFileName(key));
  return {
    find: (key) => objects.get(key),
    inOrder: () => [...objects.values()].sort(byKey),
    untold: () => [...objects.values()].filter(({ untold }) => untold !== undefined).sort(bySequencer),
    replace: (object) =>
      replaceFile(fileOf(object.key), JSON.stringify(object), () => objects.set(object.key, object)),
    remove: async (key) => {
      await removeIfThere(fileOf(key));
      objects.delete(key);
      await syncDirectory(directory);
    },
  };
};

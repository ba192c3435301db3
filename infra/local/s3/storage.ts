import { randomUUID } from 'node:crypto';
import { closeSync, createReadStream, fstatSync, openSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { removeIfThere, syncDirectory, writeNewFile } from '../data-directory/durable-file.ts';
import type { ObjectSource } from '../http/object-answer.ts';
import { jsonColumn, type State } from '../state.ts';
import type { Payload } from './payload.ts';

const storedObject = z.object({
  key: z.string(),
  /** Name of the contents file. It does not contain the key, so that no request can influence a path. */
  contentsFile: z.uuid(),
  size: z.int(),
  /** MD5 in hexadecimal, in quotation marks. */
  entityTag: z.string(),
  /** Time of the last change in ISO 8601 (UTC). */
  lastModified: z.iso.datetime(),
  /** Headers returned with the contents. */
  headers: z.record(z.string(), z.string()),
});

const row = z.object({ object: jsonColumn.pipe(storedObject) });

/** Metadata of an object, without its content. */
export type StoredObject = z.infer<typeof storedObject>;

/** Throws if the current object, or its absence, forbids the write. */
export type WriteCondition = (current: StoredObject | undefined) => void;

interface Put extends Pick<StoredObject, 'lastModified' | 'headers'> {
  readonly payload: Payload;
  /** Checked in the transaction that records the object. */
  readonly condition: WriteCondition;
  /** Called in that transaction, which also covers this function's writes. Throwing rolls the transaction back. */
  onCreated(object: StoredObject): void;
}

export type Storage = Awaited<ReturnType<typeof openStorage>>;

/** Table of objects. `object` is a StoredObject as JSON. */
const table = `
  CREATE TABLE IF NOT EXISTS objects (bucket TEXT, key TEXT, object TEXT, PRIMARY KEY (bucket, key))
  STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS objects_folder (id TEXT) STRICT`;

/**
 * Opens the objects of all buckets: records in the state, and contents in a directory that only this process uses.
 * Removes files of writes that were in progress when the process last ended.
 */
export const openStorage = async (state: State, directory: string) => {
  const { database } = state;
  database.exec(table);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await removeOrphans(state, directory);
  const selectOne = database.prepare('SELECT object FROM objects WHERE bucket = ? AND key = ?');
  const selectFrom = database.prepare(
    'SELECT object FROM objects WHERE bucket = ? AND key >= ? AND key > ? ORDER BY key',
  );
  const replace = database.prepare('REPLACE INTO objects VALUES (?, ?, ?)');
  const deleteOne = database.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?');

  const pathOf = ({ contentsFile }: Pick<StoredObject, 'contentsFile'>) => join(directory, contentsFile);
  const find = (bucket: string, key: string): StoredObject | undefined =>
    row.optional().parse(selectOne.get(bucket, key))?.object;
  // A file that cannot be removed is an orphan, which the next start removes.
  const removeContents = (object: StoredObject) => rm(pathOf(object), { force: true }).catch(() => {});

  return {
    find,
    /** Yields objects whose keys start with `prefix` and sort after `after` (as UTF-8). Must be read synchronously. */
    *list(bucket: string, prefix = '', after = ''): Generator<StoredObject> {
      for (const found of selectFrom.iterate(bucket, prefix, after)) {
        const { object } = row.parse(found);
        if (!object.key.startsWith(prefix)) return;
        yield object;
      }
    },
    /** Returns an object whose `read` throws if the contents are missing or have the wrong size. */
    source: (bucket: string, key: string): ObjectSource | undefined => {
      const object = find(bucket, key);
      return (
        object && {
          ...object,
          read: ({ first: start, last: end }) =>
            createReadStream('', { fd: openContents(pathOf(object), object), start, end }),
        }
      );
    },
    /** Stores or replaces an object atomically. Throws errors from the payload, the condition and `onCreated`. */
    put: async (
      bucket: string,
      key: string,
      { payload, condition, onCreated, ...described }: Put,
    ): Promise<StoredObject> => {
      const contentsFile = randomUUID();
      const path = pathOf({ contentsFile });
      await writeNewFile(path, payload.contents);
      try {
        const object = { key, contentsFile, ...described, ...payload.received() };
        // The directory entry must be on disk before a record names it.
        await syncDirectory(directory);
        const replaced = state.transaction(() => {
          const current = find(bucket, key);
          condition(current);
          replace.run(bucket, key, JSON.stringify(object));
          onCreated(object);
          return current;
        });
        if (replaced) await removeContents(replaced);
        return object;
      } catch (error) {
        await removeIfThere(path);
        throw error;
      }
    },
    /** Removes the objects with these keys atomically. Throws errors from `condition`, which is called for each key. */
    remove: async (bucket: string, keys: readonly string[], condition: WriteCondition = () => {}) => {
      const removed = state.transaction(() =>
        keys.flatMap((key) => {
          const current = find(bucket, key);
          condition(current);
          deleteOne.run(bucket, key);
          return current ?? [];
        }),
      );
      for (const object of removed) await removeContents(object);
    },
  };
};

/**
 * Removes files that no record names. If the folder was replaced with an empty one, removes the records, because
 * whoever replaced it accepted the loss of the objects. If the folder has files but does not belong to the records, for
 * example because a disk was not mounted, throws and removes nothing.
 */
const removeOrphans = async ({ database, transaction }: State, directory: string): Promise<void> => {
  const { contentsFile } = storedObject.shape;
  const names = (await readdir(directory)).filter((name) => contentsFile.safeParse(name).success);
  // The id of the folder is both in the state and in this file.
  const identityFile = join(directory, 'folder-id');
  const expected = database.prepare('SELECT id FROM objects_folder').get()?.id;
  const found = await readFile(identityFile, 'utf8').catch(() => undefined);
  if (names.length > 0 && found !== expected)
    throw new Error(
      `${directory} does not belong to the objects recorded in state.sqlite. Restore the whole data folder from one copy, or start with a new one: npm start -- --data-dir FOLDER`,
    );
  if (found === undefined || found !== expected) {
    const id = randomUUID();
    await writeFile(identityFile, id, { flush: true });
    transaction(() => {
      database.exec('DELETE FROM objects; DELETE FROM objects_folder');
      database.prepare('INSERT INTO objects_folder VALUES (?)').run(id);
    });
  }
  const rows = z.array(row).parse(database.prepare('SELECT object FROM objects').all());
  const recorded = new Set(rows.map(({ object }) => object.contentsFile));
  for (const name of names) if (!recorded.has(name)) await rm(join(directory, name));
};

/** Opens a contents file. Checks its size, so that truncation is found before the first byte is sent. */
const openContents = (path: string, { key, size }: StoredObject): number => {
  const damaged = (why: string, cause?: unknown) =>
    new Error(
      `The contents of ${JSON.stringify(key)} ${why}. Restore ${path} from a copy, or put the object again.`,
      { cause },
    );
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch (cause) {
    throw damaged('cannot be opened', cause);
  }
  const { size: found } = fstatSync(fd);
  if (found === size) return fd;
  closeSync(fd);
  throw damaged(`have ${found} bytes instead of ${size}`);
};

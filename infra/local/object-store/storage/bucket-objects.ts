import { createHash, randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import {
  openToRead,
  removeIfThere,
  replaceFile,
  syncDirectory,
  writeNewFile,
} from '../../files/durable-file.ts';
import type { WriteCondition } from '../request/write-conditions.ts';
import { S3Error } from '../s3-error.ts';
import type { ObjectTag } from '../tagging/object-tag.ts';
import { type Creation, nextSequencer } from './creation.ts';
import { keyedLock } from './keyed-lock.ts';
import type { CreatedObject, StoredObject } from './stored-object.ts';

/** All of an object but what the storage gives it, and how it is created. */
type DescribedObject = Omit<StoredObject, 'key' | 'dataFile' | 'untold'> & { readonly creation: Creation };

/** Is told of an object before the client that created it is answered. */
export type TellOfCreated = (created: CreatedObject) => Promise<void>;

/** The objects of one bucket. Memory holds their records, the disk their contents. */
export interface BucketObjects {
  find(key: string): StoredObject | undefined;
  /** In the order of the keys' UTF-8 bytes. */
  inOrder(): readonly StoredObject[];
  /** The newest object and its contents, which the caller closes. Throws NoSuchKey. */
  open(key: string): Promise<{ object: StoredObject; file: FileHandle }>;
  /**
   * Stores contents under a key: there is the former object or the new one, whatever happens. It is described once its
   * contents have been written. Throws what the condition does; also where the object is there, but could not be told of.
   */
  put(
    key: string,
    contents: AsyncIterable<Uint8Array>,
    describe: () => DescribedObject,
    condition: WriteCondition,
  ): Promise<StoredObject>;
  /** Puts tags in the place of the object's former ones, and changes nothing else of it. Throws NoSuchKey. */
  tag(key: string, tags: ObjectTag[]): Promise<void>;
  remove(key: string, condition: WriteCondition): Promise<void>;
  /**
   * Has every object that is created from now on told, after those that an earlier process created and did not tell.
   * What is told twice, because the process ended in between, is told with the same words.
   */
  tellOfCreated(tell: TellOfCreated): Promise<void>;
}

export interface ObjectDirectories {
  readonly records: string;
  readonly data: string;
}

/** A key may be longer than a file's name, and hold what must not be in one: the name is its digest. */
export const recordFileName = (key: string) => `${createHash('sha256').update(key).digest('hex')}.json`;

const byKey = (one: StoredObject, other: StoredObject) =>
  Buffer.compare(Buffer.from(one.key), Buffer.from(other.key));

const bySequencer = ({ untold: one }: StoredObject, { untold: other }: StoredObject) =>
  (one?.sequencer ?? '') < (other?.sequencer ?? '') ? -1 : 1;

/** Serves the objects whose records were read from these directories. */
export const bucketObjects = (
  directories: ObjectDirectories,
  known: readonly StoredObject[],
): BucketObjects => {
  const objects = new Map(known.map((object) => [object.key, object]));
  const oneAtATime = keyedLock();
  let tell: TellOfCreated | undefined;
  const recordFile = (key: string) => join(directories.records, recordFileName(key));
  const dataFile = (name: string) => join(directories.data, name);

  const replaceRecord = (object: StoredObject) =>
    replaceFile(recordFile(object.key), JSON.stringify(object), () => objects.set(object.key, object));

  const tellOf = async ({ untold, ...object }: StoredObject): Promise<StoredObject> => {
    if (untold === undefined || tell === undefined) return { ...object };
    await tell({ ...object, untold });
    await replaceRecord(object);
    return object;
  };

  const commit = async (object: StoredObject, condition: WriteCondition) => {
    const former = objects.get(object.key);
    condition(former);
    // The contents' directory entry has to be there before a record names it.
    await syncDirectory(directories.data);
    await replaceRecord(object);
    if (former !== undefined) await removeIfThere(dataFile(former.dataFile));
    return tellOf(object);
  };

  return {
    find: (key) => objects.get(key),
    inOrder: () => [...objects.values()].sort(byKey),
    open: async (key) => {
      for (;;) {
        const object = objects.get(key);
        if (object === undefined) throw new S3Error('NoSuchKey');
        try {
          return { object, file: await openToRead(dataFile(object.dataFile)) };
        } catch (error) {
          // Where another object has come in the place of this one meanwhile, that one is to be read.
          if (objects.get(key) === object) throw error;
        }
      }
    },
    put: async (key, contents, describe, condition) => {
      const name = randomUUID();
      await writeNewFile(dataFile(name), contents);
      try {
        const { creation, ...described } = describe();
        const object = { key, dataFile: name, ...described };
        return await oneAtATime(key, () =>
          commit(
            tell ? { ...object, untold: { ...creation, sequencer: nextSequencer() } } : object,
            condition,
          ),
        );
      } catch (error) {
        if (objects.get(key)?.dataFile !== name) await removeIfThere(dataFile(name));
        throw error;
      }
    },
    tag: (key, tags) =>
      oneAtATime(key, async () => {
        const former = objects.get(key);
        if (former === undefined) throw new S3Error('NoSuchKey');
        await replaceRecord({ ...former, tags });
      }),
    remove: (key, condition) =>
      oneAtATime(key, async () => {
        const former = objects.get(key);
        condition(former);
        if (former === undefined) return;
        await removeIfThere(recordFile(key));
        objects.delete(key);
        await syncDirectory(directories.records);
        await removeIfThere(dataFile(former.dataFile));
      }),
    tellOfCreated: async (told) => {
      tell = told;
      const untold = [...objects.values()].filter((object) => object.untold !== undefined);
      for (const { key } of untold.sort(bySequencer)) {
        await oneAtATime(key, async () => {
          const object = objects.get(key);
          if (object !== undefined) await tellOf(object);
        });
      }
    },
  };
};

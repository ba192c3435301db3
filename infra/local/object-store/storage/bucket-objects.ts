import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { openToRead, removeIfThere, syncDirectory } from '../../files/durable-file.ts';
import type { WriteCondition } from '../request/write-conditions.ts';
import { S3Error } from '../s3-error.ts';
import type { ObjectTag } from '../tagging/object-tag.ts';
import { writeContents } from './contents-file.ts';
import type { Creation } from './creation.ts';
import { type CreationTeller, creationTeller } from './creation-teller.ts';
import { keyedLock } from './keyed-lock.ts';
import { type ObjectRecords, objectRecords } from './object-records.ts';
import type { StoredObject } from './stored-object.ts';

/** All of an object but what the storage gives it, and how it is created. */
type DescribedObject = Omit<StoredObject, 'key' | 'dataFile' | 'untold'> & { readonly creation: Creation };

/** An object, and its contents, which the caller closes. */
interface OpenObject {
  readonly object: StoredObject;
  readonly file: FileHandle;
}

/** The objects of one bucket. Memory holds their records, the disk their contents. */
export interface BucketObjects
  extends Pick<ObjectRecords, 'find' | 'inOrder'>,
    Pick<CreationTeller, 'tellOfCreated'> {
  /** The newest object of a key. Throws NoSuchKey. */
  open(key: string): Promise<OpenObject>;
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
}

export interface ObjectDirectories {
  readonly records: string;
  readonly data: string;
}

/** Opens the contents of what `find` finds. Throws NoSuchKey. */
const openNewest = async (find: () => StoredObject | undefined, directory: string): Promise<OpenObject> => {
  for (;;) {
    const object = find();
    if (object === undefined) throw new S3Error('NoSuchKey');
    try {
      return { object, file: await openToRead(join(directory, object.dataFile)) };
    } catch (error) {
      // Where another object has come in the place of this one meanwhile, that one is to be read.
      if (find() === object) throw error;
    }
  }
};

/** Serves the objects whose records were read from these directories. */
export const bucketObjects = (
  directories: ObjectDirectories,
  known: readonly StoredObject[],
): BucketObjects => {
  const records = objectRecords(directories.records, known);
  const oneAtATime = keyedLock();
  const { tellOf, tellOfCreated, toBeTold } = creationTeller(records, oneAtATime);
  const fileOf = ({ dataFile }: StoredObject) => join(directories.data, dataFile);

  const commit = async (object: StoredObject, condition: WriteCondition) => {
    const former = records.find(object.key);
    condition(former);
    // The contents' directory entry has to be there before a record names it.
    await syncDirectory(directories.data);
    await records.replace(object);
    if (former !== undefined) await removeIfThere(fileOf(former));
    return tellOf(object);
  };

  return {
    find: records.find,
    inOrder: records.inOrder,
    open: (key) => openNewest(() => records.find(key), directories.data),
    put: (key, contents, describe, condition) =>
      writeContents(directories.data, contents, {
        commit: (dataFile) => {
          const { creation, ...described } = describe();
          const object = { key, dataFile, ...described };
          return oneAtATime(key, () => commit(toBeTold(object, creation), condition));
        },
        names: (dataFile) => records.find(key)?.dataFile === dataFile,
      }),
    tag: (key, tags) =>
      oneAtATime(key, async () => {
        const former = records.find(key);
        if (former === undefined) throw new S3Error('NoSuchKey');
        await records.replace({ ...former, tags });
      }),
    remove: (key, condition) =>
      oneAtATime(key, async () => {
        const former = records.find(key);
        condition(former);
        if (former === undefined) return;
        await records.remove(key);
        await removeIfThere(fileOf(former));
      }),
    tellOfCreated,
  };
};

import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asWord } from '../../command-words.ts';
import { unfinishedSuffix } from '../../files/durable-file.ts';
import { type BucketObjects, bucketObjects, type ObjectDirectories } from './bucket-objects.ts';
import { recordFileName } from './object-records.ts';
import { DamagedObjectStore, readRecord, requireDataFile } from './read-record.ts';
import { dataFileName, type StoredObject, storedObject } from './stored-object.ts';

const loadObject = async (directories: ObjectDirectories, name: string): Promise<StoredObject> => {
  const file = join(directories.records, name);
  const object = await readRecord(file, storedObject);
  if (recordFileName(object.key) !== name)
    throw new DamagedObjectStore(file, 'has the name of another record');
  await requireDataFile(join(directories.data, object.dataFile), object.size, {
    file,
    of: `the object ${JSON.stringify(object.key)}`,
  });
  return object;
};

const mostListed = 5;

/** As words of a command line, and then how many more there are. */
const listOf = (paths: readonly string[]): string => {
  const listed = paths.slice(0, mostListed).map(asWord).join(' ');
  const more = paths.length - mostListed;
  return more > 0 ? `${listed} (and ${more} more, which the next start names)` : listed;
};

/** Throws the first, told with what else is to be removed: a copy that lacks one file may lack many. */
const refuse = ([first, ...others]: readonly unknown[]): void => {
  if (first === undefined) return;
  const removable = others.flatMap((each) => (each instanceof DamagedObjectStore ? [each.removable] : []));
  if (first instanceof DamagedObjectStore && removable.length > 0)
    first.message += ` There is more of the kind; to do without that too, remove as well: ${listOf(removable)}`;
  throw first;
};

/** Removes files of contents that no record names: what was being written when the process ended. */
export const removeOrphans = async (directory: string, named: ReadonlySet<string>): Promise<void> => {
  for (const name of await readdir(directory)) {
    if (dataFileName.safeParse(name).success && !named.has(name)) await rm(join(directory, name));
  }
};

/** Reads the records of a bucket and clears away what was left unfinished. Throws DamagedObjectStore. */
export const loadObjects = async (bucketDirectory: string): Promise<BucketObjects> => {
  const directories = { records: join(bucketDirectory, 'objects'), data: join(bucketDirectory, 'data') };
  await mkdir(directories.records, { recursive: true, mode: 0o700 });
  await mkdir(directories.data, { recursive: true, mode: 0o700 });
  const objects: StoredObject[] = [];
  const damages: unknown[] = [];
  for (const name of await readdir(directories.records)) {
    if (name.endsWith(unfinishedSuffix)) await rm(join(directories.records, name));
    else
      await loadObject(directories, name).then(
        (object) => objects.push(object),
        (error: unknown) => damages.push(error),
      );
  }
  refuse(damages);
  await removeOrphans(directories.data, new Set(objects.map(({ dataFile }) => dataFile)));
  return bucketObjects(directories, objects);
};

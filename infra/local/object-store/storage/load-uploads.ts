import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unfinishedSuffix } from '../../files/durable-file.ts';
import {
  type BucketUploads,
  bucketUploads,
  type OpenUpload,
  partRecordName,
  uploadRecordName,
} from './bucket-uploads.ts';
import { removeOrphans } from './load-objects.ts';
import { multipartUpload, type UploadedPart, uploadedPart } from './multipart-upload.ts';
import { DamagedObjectStore, readRecord, requireDataFile } from './read-record.ts';

const loadPart = async (directory: string, name: string): Promise<UploadedPart> => {
  const file = join(directory, name);
  const part = await readRecord(file, uploadedPart);
  if (partRecordName(part.partNumber) !== name)
    throw new DamagedObjectStore(file, 'has the name of another part');
  await requireDataFile(join(directory, part.dataFile), part.size, {
    file,
    of: `part ${part.partNumber} of an upload that was not completed`,
  });
  return part;
};

const loadUpload = async (directory: string, names: readonly string[]): Promise<OpenUpload> => {
  const upload = await readRecord(join(directory, uploadRecordName), multipartUpload);
  const parts = new Map<number, UploadedPart>();
  for (const name of names) {
    if (name.endsWith(unfinishedSuffix)) await rm(join(directory, name));
    else if (name.startsWith('part-')) {
      const part = await loadPart(directory, name);
      parts.set(part.partNumber, part);
    }
  }
  await removeOrphans(directory, new Set([...parts.values()].map(({ dataFile }) => dataFile)));
  return { upload, directory, parts };
};

/** Reads the open uploads of a bucket and clears away what was left of others. Throws DamagedObjectStore. */
export const loadUploads = async (bucketDirectory: string): Promise<BucketUploads> => {
  const directory = join(bucketDirectory, 'uploads');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const uploads: OpenUpload[] = [];
  for (const uploadId of await readdir(directory)) {
    const uploadDirectory = join(directory, uploadId);
    const names = await readdir(uploadDirectory);
    if (names.includes(uploadRecordName)) uploads.push(await loadUpload(uploadDirectory, names));
    else await rm(uploadDirectory, { recursive: true });
  }
  return bucketUploads(directory, uploads);
};

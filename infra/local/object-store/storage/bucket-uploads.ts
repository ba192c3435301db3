import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeIfThere, replaceFile, syncDirectory, writeNewFile } from '../../files/durable-file.ts';
import { S3Error } from '../s3-error.ts';
import { keyedLock } from './keyed-lock.ts';
import type { MultipartUpload, UploadedPart } from './multipart-upload.ts';

export interface OpenUpload {
  readonly upload: MultipartUpload;
  readonly directory: string;
  readonly parts: Map<number, UploadedPart>;
}

/** The multipart uploads of one bucket that were neither completed nor aborted. */
export interface BucketUploads {
  create(upload: Omit<MultipartUpload, 'uploadId'>): Promise<MultipartUpload>;
  /** In the order of the keys' UTF-8 bytes, those of one key in the order in which they were begun. */
  inOrder(): readonly OpenUpload[];
  /** Throws NoSuchUpload, also where the upload is one of another key. */
  find(uploadId: string, key: string): OpenUpload;
  /** Stores a part in the place of a former one of its number. Throws NoSuchUpload. */
  putPart(
    open: OpenUpload,
    contents: AsyncIterable<Uint8Array>,
    describe: () => Omit<UploadedPart, 'dataFile'>,
  ): Promise<UploadedPart>;
  /** Hands the upload to `finish` while nobody else changes it, and removes it after that. Throws NoSuchUpload. */
  close<T>(open: OpenUpload, finish: () => Promise<T>): Promise<T>;
}

export const uploadRecordName = 'upload.json';
export const partRecordName = (partNumber: number) => `part-${partNumber}.json`;

const byKeyAndTime = ({ upload: one }: OpenUpload, { upload: other }: OpenUpload) =>
  Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)) ||
  Date.parse(one.initiated) - Date.parse(other.initiated);

/** Serves the uploads that were read from this directory. */
export const bucketUploads = (directory: string, known: readonly OpenUpload[]): BucketUploads => {
  const uploads = new Map(known.map((open) => [open.upload.uploadId, open]));
  const oneAtATime = keyedLock();

  const find = (uploadId: string, key: string): OpenUpload => {
    const open = uploads.get(uploadId);
    if (open === undefined || open.upload.key !== key) throw new S3Error('NoSuchUpload');
    return open;
  };

  const commitPart = async ({ upload, directory, parts }: OpenUpload, part: UploadedPart) => {
    find(upload.uploadId, upload.key);
    const former = parts.get(part.partNumber);
    await replaceFile(join(directory, partRecordName(part.partNumber)), JSON.stringify(part), () => {
      parts.set(part.partNumber, part);
    });
    if (former !== undefined) await removeIfThere(join(directory, former.dataFile));
    return part;
  };

  return {
    find,
    inOrder: () => [...uploads.values()].sort(byKeyAndTime),
    create: async (described) => {
      const upload = { uploadId: randomBytes(16).toString('hex'), ...described };
      const open = { upload, directory: join(directory, upload.uploadId), parts: new Map() };
      await mkdir(open.directory, { mode: 0o700 });
      await syncDirectory(directory);
      await replaceFile(join(open.directory, uploadRecordName), JSON.stringify(upload), () => {
        uploads.set(upload.uploadId, open);
      });
      return upload;
    },
    putPart: async (open, contents, describe) => {
      const name = randomUUID();
      const file = join(open.directory, name);
      await writeNewFile(file, contents).catch((error: unknown) => {
        // The folder goes when the upload is completed or aborted meanwhile.
        find(open.upload.uploadId, open.upload.key);
        throw error;
      });
      const part = { dataFile: name, ...describe() };
      try {
        return await oneAtATime(open.upload.uploadId, () => commitPart(open, part));
      } catch (error) {
        if (open.parts.get(part.partNumber)?.dataFile !== name) await removeIfThere(file);
        throw error;
      }
    },
    close: ({ upload, directory }, finish) =>
      oneAtATime(upload.uploadId, async () => {
        find(upload.uploadId, upload.key);
        const finished = await finish();
        // Without its record the rest is no upload any more, should the process end between the two.
        await removeIfThere(join(directory, uploadRecordName));
        uploads.delete(upload.uploadId);
        await rm(directory, { recursive: true, force: true, maxRetries: 3 });
        return finished;
      }),
  };
};

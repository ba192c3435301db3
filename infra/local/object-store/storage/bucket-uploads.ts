import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeIfThere, replaceFile, syncDirectory } from '../../files/durable-file.ts';
import { S3Error } from '../s3-error.ts';
import { writeContents } from './contents-file.ts';
import { keyedLock } from './keyed-lock.ts';
import type { MultipartUpload, UploadedPart } from './multipart-upload.ts';
import { type Completion, recentCompletions } from './recent-completions.ts';
import type { StoredObject } from './stored-object.ts';

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
  /**
   * Hands the upload to `finish` while nobody else changes it, and removes it after that. Resolves at once where the same
   * request has done so. Throws NoSuchUpload.
   */
  complete(
    completion: Completion,
    finish: (open: OpenUpload) => Promise<StoredObject>,
  ): Promise<StoredObject>;
  /** Removes the upload with its parts. Throws NoSuchUpload. */
  abort(open: OpenUpload): Promise<void>;
}

export const uploadRecordName = 'upload.json';
export const partRecordName = (partNumber: number) => `part-${partNumber}.json`;

const byKeyAndTime = ({ upload: one }: OpenUpload, { upload: other }: OpenUpload) =>
  Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)) ||
  Date.parse(one.initiated) - Date.parse(other.initiated);

/** Puts a part's record in the place of the former one of its number. */
const replacePart = async ({ directory, parts }: OpenUpload, part: UploadedPart): Promise<void> => {
  const former = parts.get(part.partNumber);
  await replaceFile(join(directory, partRecordName(part.partNumber)), JSON.stringify(part), () => {
    parts.set(part.partNumber, part);
  });
  if (former !== undefined) await removeIfThere(join(directory, former.dataFile));
};

/** Serves the uploads that were read from this directory. */
export const bucketUploads = (directory: string, known: readonly OpenUpload[]): BucketUploads => {
  const uploads = new Map(known.map((open) => [open.upload.uploadId, open]));
  const completions = recentCompletions();
  const oneAtATime = keyedLock();

  const find = (uploadId: string, key: string): OpenUpload => {
    const open = uploads.get(uploadId);
    if (open === undefined || open.upload.key !== key) throw new S3Error('NoSuchUpload');
    return open;
  };
  const requireOpen = ({ upload }: OpenUpload) => find(upload.uploadId, upload.key);
  const remove = async ({ upload, directory }: OpenUpload): Promise<void> => {
    // Without its record the rest is no upload any more, should the process end between the two.
    await removeIfThere(join(directory, uploadRecordName));
    uploads.delete(upload.uploadId);
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
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
    putPart: (open, contents, describe) =>
      writeContents(open.directory, contents, {
        commit: (dataFile) => {
          const part = { dataFile, ...describe() };
          return oneAtATime(open.upload.uploadId, async () => {
            requireOpen(open);
            await replacePart(open, part);
            return part;
          });
        },
        names: (dataFile) => [...open.parts.values()].some((part) => part.dataFile === dataFile),
      }).catch((error: unknown) => {
        // The folder goes when the upload is completed or aborted meanwhile.
        requireOpen(open);
        throw error;
      }),
    complete: (completion, finish) =>
      oneAtATime(completion.uploadId, async () => {
        const before = completions.find(completion);
        if (before) return before;
        const open = find(completion.uploadId, completion.key);
        const stored = await finish(open);
        completions.add(completion, stored);
        await remove(open);
        return stored;
      }),
    abort: (open) =>
      oneAtATime(open.upload.uploadId, () => {
        requireOpen(open);
        return remove(open);
      }),
  };
};

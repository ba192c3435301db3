import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { S3Error } from '../s3-error.ts';
import type { BucketObjects } from './bucket-objects.ts';
import type { BucketUploads } from './bucket-uploads.ts';
import { keyedLock } from './keyed-lock.ts';
import { loadObjects } from './load-objects.ts';
import { loadUploads } from './load-uploads.ts';

export interface Bucket {
  readonly name: string;
  readonly objects: BucketObjects;
  readonly uploads: BucketUploads;
}

export interface Buckets {
  /** Throws InvalidBucketName, NoSuchBucket. */
  find(name: string): Bucket;
  /** Makes a bucket where there is none of this name. Throws InvalidBucketName. */
  create(name: string): Promise<void>;
}

// S3's own rule, and what keeps a name from being a path.
const bucketName = z.string().regex(/^[a-z0-9](?:[a-z0-9-]|\.(?!\.)){1,61}[a-z0-9]$/);

const loadBucket = async (directory: string, name: string): Promise<Bucket> => ({
  name,
  objects: await loadObjects(join(directory, name)),
  uploads: await loadUploads(join(directory, name)),
});

/** Opens all buckets below a directory that belongs to this process alone. Throws DamagedObjectStore. */
export const openBuckets = async (directory: string): Promise<Buckets> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const buckets = new Map<string, Bucket>();
  const oneAtATime = keyedLock();
  const open = async (name: string) => {
    buckets.set(name, await loadBucket(directory, name));
  };
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    // A symbolic link is no directory here: what it leads to was not written by this store.
    if (entry.isDirectory() && bucketName.safeParse(entry.name).success) await open(entry.name);
  }
  return {
    find: (name) => {
      if (!bucketName.safeParse(name).success) throw new S3Error('InvalidBucketName');
      const bucket = buckets.get(name);
      if (bucket === undefined) throw new S3Error('NoSuchBucket');
      return bucket;
    },
    create: async (name) => {
      if (!bucketName.safeParse(name).success) throw new S3Error('InvalidBucketName');
      await oneAtATime(name, async () => {
        if (!buckets.has(name)) await open(name);
      });
    },
  };
};

import * as z from 'zod';
import { templateNumber } from '../template/resource.ts';
import type { Storage, StoredObject } from './storage.ts';

/** A rule by which objects of a bucket expire. */
export interface LifecycleRule {
  /** Empty if the rule applies to all keys. */
  readonly prefix: string;
  /** Days after the object was written. */
  readonly expirationDays: number;
}

/** The lifecycle of a bucket has no meaning for S3, or cannot be mirrored here. */
export class UnsupportedLifecycle extends Error {
  override readonly name = 'UnsupportedLifecycle';
}

const days = templateNumber.pipe(z.int().min(1));

const rule = z.strictObject({
  Id: z.string().optional(),
  Status: z.enum(['Enabled', 'Disabled']),
  Prefix: z.string().default(''),
  ExpirationInDays: days.optional(),
  // These have no effect, as there are no versions and no multipart uploads here.
  AbortIncompleteMultipartUpload: z.unknown().optional(),
  NoncurrentVersionExpiration: z.unknown().optional(),
  NoncurrentVersionExpirationInDays: z.unknown().optional(),
  ExpiredObjectDeleteMarker: z.unknown().optional(),
});

const bucketProperties = z.object({
  LifecycleConfiguration: z.strictObject({ Rules: z.array(rule) }).default({ Rules: [] }),
});

/** Reads the rules for expiry from the properties of an AWS::S3::Bucket. Throws UnsupportedLifecycle. */
export const lifecycleRulesOf = (properties: Readonly<Record<string, unknown>>): LifecycleRule[] => {
  const parsed = bucketProperties.safeParse(properties);
  if (!parsed.success) throw new UnsupportedLifecycle(z.prettifyError(parsed.error), { cause: parsed.error });
  return parsed.data.LifecycleConfiguration.Rules.flatMap(({ Status, Prefix, ExpirationInDays }) =>
    Status === 'Enabled' && ExpirationInDays !== undefined
      ? [{ prefix: Prefix, expirationDays: ExpirationInDays }]
      : [],
  );
};

/**
 * Removes the objects of a bucket that have expired by a time in epoch milliseconds, and returns their keys. An object
 * that is replaced meanwhile stays.
 */
export const removeExpired = async (
  storage: Storage,
  bucket: string,
  rules: readonly LifecycleRule[],
  now: number,
): Promise<string[]> => {
  const removed: string[] = [];
  const expired = [...storage.list(bucket)].filter((object) =>
    rules.some((each) => isExpired(object, each, now)),
  );
  for (const { key, contentsFile } of expired) {
    if (storage.find(bucket, key)?.contentsFile !== contentsFile) continue;
    await storage.remove(bucket, key);
    removed.push(key);
  }
  return removed;
};

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** S3 rounds up to the next midnight, UTC. */
const isExpired = (
  { key, lastModified }: StoredObject,
  { prefix, expirationDays }: LifecycleRule,
  now: number,
): boolean => {
  const age = Date.parse(lastModified) / dayMilliseconds + expirationDays;
  return key.startsWith(prefix) && now >= Math.ceil(age) * dayMilliseconds;
};

import * as z from 'zod';
import { templateNumber } from '../template/resource.ts';
import type { Storage, StoredObject } from './storage.ts';

const lifecycleRule = z.strictObject({
  Id: z.string().optional(),
  Status: z.enum(['Enabled', 'Disabled']),
  Prefix: z.string().default(''),
  ExpirationInDays: templateNumber.pipe(z.int().min(1)).optional(),
  // These have no effect, because there are no versions and no multipart uploads here.
  AbortIncompleteMultipartUpload: z.unknown().optional(),
  NoncurrentVersionExpiration: z.unknown().optional(),
  NoncurrentVersionExpirationInDays: z.unknown().optional(),
  ExpiredObjectDeleteMarker: z.unknown().optional(),
});

/** Expiry rules of an AWS::S3::Bucket. Rejects rules that are not supported here. */
export const lifecycleRules = z
  .array(lifecycleRule)
  .transform((rules) =>
    rules.flatMap(({ Status, Prefix: prefix, ExpirationInDays: expirationDays }) =>
      Status === 'Enabled' && expirationDays !== undefined ? [{ prefix, expirationDays }] : [],
    ),
  );

export type LifecycleRules = z.output<typeof lifecycleRules>;

/** Removes the objects of a bucket that have expired at a time in epoch milliseconds, and returns their keys. */
export const removeExpired = async (
  storage: Storage,
  bucket: string,
  rules: LifecycleRules,
  now: number,
): Promise<readonly string[]> => {
  const expired = [...storage.list(bucket)].filter((object) =>
    rules.some((rule) => isExpired(object, rule, now)),
  );
  const keys = expired.map(({ key }) => key);
  await storage.remove(bucket, keys);
  return keys;
};

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** S3 rounds the expiry up to the next midnight, UTC. */
const isExpired = (
  { key, lastModified }: StoredObject,
  { prefix, expirationDays }: LifecycleRules[number],
  now: number,
): boolean => {
  const age = Date.parse(lastModified) / dayMilliseconds + expirationDays;
  return key.startsWith(prefix) && now >= Math.ceil(age) * dayMilliseconds;
};

import { dayMilliseconds } from '../../../../shared/domain/location/hours/calendar.ts';
import { S3Error } from '../s3-error.ts';
import type { OpenUpload } from '../storage/bucket-uploads.ts';
import type { Bucket } from '../storage/buckets.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import type { LifecycleRule } from './lifecycle-rules.ts';

/** What a sweep removed. */
export interface Swept {
  readonly expiredKeys: readonly string[];
  /** Keys of uploads that were aborted. */
  readonly abortedKeys: readonly string[];
}

/** S3 rounds the moment up to the next midnight, UTC. */
const isOver = (since: string, days: number | undefined, now: number): boolean =>
  days !== undefined &&
  now >= Math.ceil((Date.parse(since) + days * dayMilliseconds) / dayMilliseconds) * dayMilliseconds;

const holdsFor = ({ prefix, tags }: LifecycleRule, { key, tags: found = [] }: StoredObject): boolean =>
  key.startsWith(prefix) &&
  tags.every((wanted) => found.some((tag) => tag.key === wanted.key && tag.value === wanted.value));

/** Does the work unless it turns out that there is no cause for it any more; tells whether it was done. */
const unless = async (code: S3Error['code'], work: () => Promise<void>): Promise<boolean> => {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof S3Error && error.code === code) return false;
    throw error;
  }
};

/** Removes an object, but not one that was written or tagged in its place since it was looked at. */
const expire = ({ objects }: Bucket, expired: StoredObject) =>
  unless('PreconditionFailed', () =>
    objects.remove(expired.key, (current) => {
      if (current !== expired) throw new S3Error('PreconditionFailed');
    }),
  );

const abort = ({ uploads }: Bucket, open: OpenUpload) => unless('NoSuchUpload', () => uploads.abort(open));

/** Removes what the rules let expire by a moment in epoch milliseconds. It may run under reads and writes. */
export const applyLifecycle = async (
  bucket: Bucket,
  rules: readonly LifecycleRule[],
  now: number,
): Promise<Swept> => {
  const expiredKeys: string[] = [];
  const abortedKeys: string[] = [];
  for (const object of bucket.objects.inOrder()) {
    const isExpired = rules.some(
      (rule) => isOver(object.lastModified, rule.expirationDays, now) && holdsFor(rule, object),
    );
    if (isExpired && (await expire(bucket, object))) expiredKeys.push(object.key);
  }
  for (const open of bucket.uploads.inOrder()) {
    const { key, initiated } = open.upload;
    const isAbandoned = rules.some(
      ({ prefix, abortUploadDays }) => isOver(initiated, abortUploadDays, now) && key.startsWith(prefix),
    );
    if (isAbandoned && (await abort(bucket, open))) abortedKeys.push(key);
  }
  return { expiredKeys, abortedKeys };
};

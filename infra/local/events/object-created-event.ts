import type { StoredObject } from '../s3/storage.ts';
import { localAccount, localRegion } from '../template/physical-names.ts';

/** EventBridge knows seconds. */
const inSeconds = (instant: string): string => instant.replace(/\.\d+Z$/, 'Z');

/**
 * The event that S3 sends to EventBridge for an object that was created: its key as it is, and no version, as long as
 * the buckets of this machine keep none. The same object gives the same event each time.
 */
export const toObjectCreatedEvent = (bucket: string, created: StoredObject) => ({
  version: '0',
  // Made up with every object, and of no other.
  id: created.contentsFile,
  'detail-type': 'Object Created',
  source: 'aws.s3',
  account: localAccount,
  time: inSeconds(created.lastModified),
  region: localRegion,
  resources: [`arn:aws:s3:::${bucket}`],
  detail: {
    version: '0',
    'event-version': '1.0',
    bucket: { name: bucket },
    object: { key: created.key, size: created.size, etag: created.entityTag.replaceAll('"', '') },
    requester: localAccount,
    reason: 'PutObject',
  },
});

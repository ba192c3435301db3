import type { CreatedObject } from '../s3/operations.ts';
import { localAccount, localRegion } from '../template/physical-names.ts';

/** EventBridge knows seconds. */
const inSeconds = (instant: string): string => instant.replace(/\.\d+Z$/, 'Z');

/**
 * The event that S3 sends to EventBridge for an object that was created: its key as it is, and no version, as long as
 * the buckets of this machine keep none. The same object gives the same event each time.
 */
export const toObjectCreatedEvent = (bucket: string, created: CreatedObject) => ({
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
    object: {
      key: created.key,
      size: created.size,
      etag: created.entityTag.replaceAll('"', ''),
      sequencer: created.sequencer,
    },
    'request-id': created.requestId,
    requester: localAccount,
    'source-ip-address': created.sourceAddress,
    reason: 'PutObject',
  },
});

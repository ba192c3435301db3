import { localAccount, localRegion } from '../template/physical-names.ts';
import { toTime } from './event-bus.ts';

/** An object, and the request that created it. */
export interface CreatedObject {
  /** Unique to this version of the object. */
  readonly id: string;
  readonly key: string;
  readonly size: number;
  /** Quoted, as in the header. */
  readonly entityTag: string;
  readonly lastModified: string;
  /** Greater than that of the version before. */
  readonly sequencer: string;
  readonly requestId: string;
  readonly sourceAddress: string;
  readonly reason: string;
}

/** The event that S3 sends to EventBridge for a created object, without a version, because buckets here keep none. */
export const toObjectCreatedEvent = (bucket: string, created: CreatedObject) => ({
  version: '0',
  id: created.id,
  'detail-type': 'Object Created',
  source: 'aws.s3',
  account: localAccount,
  time: toTime(created.lastModified),
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
    reason: created.reason,
  },
});

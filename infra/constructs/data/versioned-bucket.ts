import { Duration } from 'aws-cdk-lib';
import type { IBucket, LifecycleRule } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { PrivateBucket } from './private-bucket.ts';

export interface VersionedBucketProps {
  readonly stage: StageSettings;
  /** Takes the record of every request, under the name of this bucket. */
  readonly accessLogs: IBucket;
  /** What expires, beside what was overwritten, deleted or never finished. */
  readonly lifecycleRules: readonly LifecycleRule[];
}

/**
 * A private bucket in which nothing is lost at once. To overwrite or delete an object, or to let it expire, only makes
 * it a former version, behind the newer one or behind a delete marker. Some days later the version goes, and then the
 * marker that hides nothing any more.
 */
export class VersionedBucket extends PrivateBucket {
  constructor(scope: Construct, id: string, { stage, accessLogs, lifecycleRules }: VersionedBucketProps) {
    super(scope, id, {
      versioned: true,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: `${id.toLowerCase()}/`,
      lifecycleRules: [
        ...lifecycleRules,
        { id: 'unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        {
          id: 'former-versions',
          noncurrentVersionExpiration: Duration.days(stage.supersededVersionDays),
          expiredObjectDeleteMarker: true,
        },
      ],
    });
  }
}

import { Duration } from 'aws-cdk-lib';
import type { CorsRule, IBucket, LifecycleRule } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { PrivateBucket } from './private-bucket.ts';

export interface VersionedBucketProps {
  readonly stage: StageSettings;
  /** Bucket for the access logs, under the name of this bucket. */
  readonly accessLogs: IBucket;
  /** Rules for expiry, beside those for former versions and unfinished uploads. */
  readonly lifecycleRules: readonly LifecycleRule[];
  /** Rules by which pages of other origins may read files; by default they may not. */
  readonly cors?: readonly CorsRule[];
}

/**
 * Private bucket with versions, so that nothing is lost at once. Overwriting, deleting or expiring an object only makes
 * it a former version, which is deleted some days later, as is a delete marker left without versions.
 */
export class VersionedBucket extends PrivateBucket {
  constructor(
    scope: Construct,
    id: string,
    { stage, accessLogs, lifecycleRules, cors = [] }: VersionedBucketProps,
  ) {
    super(scope, id, {
      versioned: true,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: `${id.toLowerCase()}/`,
      cors: [...cors],
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

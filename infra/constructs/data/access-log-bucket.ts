import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { PrivateBucket } from './private-bucket.ts';

/**
 * Bucket of S3's access logs of the other buckets, delivered up to some hours late. Not versioned, as S3 writes each
 * file once under its own name.
 */
export class AccessLogBucket extends PrivateBucket {
  constructor(scope: Construct, id: string, { logRetentionDays }: StageSettings) {
    super(scope, id, {
      lifecycleRules: [{ id: 'old-records', expiration: Duration.days(logRetentionDays) }],
    });
  }
}

import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { PrivateBucket } from './private-bucket.ts';

/**
 * Where S3 records every request that the other buckets get, some hours late at times. It has no versions: S3 writes
 * each of these files once, under a name of its own.
 */
export class AccessLogBucket extends PrivateBucket {
  constructor(scope: Construct, id: string, { logRetentionDays }: StageSettings) {
    super(scope, id, {
      lifecycleRules: [{ id: 'old-records', expiration: Duration.days(logRetentionDays) }],
    });
  }
}

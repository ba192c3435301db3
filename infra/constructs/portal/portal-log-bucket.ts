import { Duration } from 'aws-cdk-lib';
import { ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { PrivateBucket } from '../data/private-bucket.ts';

/** Bucket of CloudFront's access logs, and of S3's logs of CloudFront's requests. */
export class PortalLogBucket extends PrivateBucket {
  constructor(scope: Construct, id: string, { logRetentionDays }: StageSettings) {
    super(scope, id, {
      // CloudFront delivers logs with object access control lists.
      objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
      lifecycleRules: [{ id: 'old-records', expiration: Duration.days(logRetentionDays) }],
    });
  }
}

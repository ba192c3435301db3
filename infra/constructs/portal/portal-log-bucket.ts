import { Duration } from 'aws-cdk-lib';
import { ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { PrivateBucket } from '../data/private-bucket.ts';

/** Where CloudFront records who asked for which page, and S3 what CloudFront asked it for. */
export class PortalLogBucket extends PrivateBucket {
  constructor(scope: Construct, id: string, { logRetentionDays }: StageSettings) {
    super(scope, id, {
      // CloudFront hands its records over by an access control list of the object.
      objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
      lifecycleRules: [{ id: 'old-records', expiration: Duration.days(logRetentionDays) }],
    });
  }
}

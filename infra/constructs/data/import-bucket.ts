import { Duration } from 'aws-cdk-lib';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { VersionedBucket, type VersionedBucketProps } from './versioned-bucket.ts';

/** Retention of import files and reports, which are only of historical use once the tables hold the records. */
const keptAfterImport = Duration.days(90);

/** Bucket in which operators put files to be imported, each under its kind, and find a report beside each. */
export class ImportBucket extends VersionedBucket {
  constructor(scope: Construct, id: string, props: Omit<VersionedBucketProps, 'lifecycleRules'>) {
    super(scope, id, {
      ...props,
      lifecycleRules: [{ id: 'imported-files', expiration: keptAfterImport }],
    });
    // CDK's own property would deploy an extra function for this.
    const { defaultChild } = this.node;
    if (defaultChild instanceof CfnBucket) {
      defaultChild.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
    }
  }
}

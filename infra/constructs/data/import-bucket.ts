import { Duration } from 'aws-cdk-lib';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { VersionedBucket, type VersionedBucketProps } from './versioned-bucket.ts';

/** The tables hold what was imported; the file and its report only say how it came there. */
const keptAfterImport = Duration.days(90);

/** Where operators put files to be imported, each under its kind, and find a report beside each. */
export class ImportBucket extends VersionedBucket {
  constructor(scope: Construct, id: string, props: Omit<VersionedBucketProps, 'lifecycleRules'>) {
    super(scope, id, {
      ...props,
      lifecycleRules: [{ id: 'imported-files', expiration: keptAfterImport }],
    });
    // CDK's own property for this would deploy a function of its own that does nothing else.
    const { defaultChild } = this.node;
    if (defaultChild instanceof CfnBucket) {
      defaultChild.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
    }
  }
}

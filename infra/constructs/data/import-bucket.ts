import { RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';

/** Where operators put files to be imported, each under its kind, and find a report beside each. */
export class ImportBucket extends Bucket {
  constructor(scope: Construct, id: string, stage: StageSettings) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: stage.storesOutliveStack ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    // CDK's own property for this would deploy a function of its own that does nothing else.
    const { defaultChild } = this.node;
    if (defaultChild instanceof CfnBucket) {
      defaultChild.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
    }
  }
}

import { RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

export type PrivateBucketProps = Pick<
  BucketProps,
  'lifecycleRules' | 'versioned' | 'serverAccessLogsBucket' | 'serverAccessLogsPrefix' | 'objectOwnership'
>;

/**
 * A bucket that is never public, and is reached over TLS alone. It stays when its stack goes, in every stage: S3
 * deletes no bucket that is not empty, and what CDK would empty it with is one more function, which may delete
 * everything in it. Whoever takes a stage of development down deletes its buckets by hand.
 */
export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string, props: PrivateBucketProps) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...props,
    });
  }
}

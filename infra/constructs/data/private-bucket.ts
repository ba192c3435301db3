import { RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

export type PrivateBucketProps = Pick<
  BucketProps,
  | 'cors'
  | 'lifecycleRules'
  | 'versioned'
  | 'serverAccessLogsBucket'
  | 'serverAccessLogsPrefix'
  | 'objectOwnership'
>;

/**
 * Bucket that is never public, and only reachable over TLS. It is retained when its stack is deleted, in every stage:
 * S3 deletes only empty buckets, and CDK would need a function with permission to delete everything in it. Buckets of a
 * removed development stage are deleted by hand.
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

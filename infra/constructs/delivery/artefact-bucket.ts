import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

/** Retention in days: a source and an assembly serve one run of the pipeline, and can be made again. */
const keptDays = 30;

/** Reason why artefact buckets have no access log. */
export const unloggedArtefacts = {
  id: 'AwsSolutions-S1',
  reason:
    'CodePipeline alone reads and writes this bucket, and CloudTrail has its runs; nothing of a client is in it.',
};

/**
 * Bucket of artefacts between the steps of a pipeline, encrypted with a key that stages in other accounts can be
 * allowed to use.
 */
export class ArtefactBucket extends Bucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: BucketEncryption.KMS,
      encryptionKey: new Key(scope, `${id}Key`, {
        description: 'Artefacts of the pipeline of Waypost',
        enableKeyRotation: true,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(keptDays) }],
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this).acknowledge(unloggedArtefacts);
  }
}

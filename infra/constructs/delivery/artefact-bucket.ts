import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

/** Retention of artefacts. Each source and assembly is used by one run of the pipeline, and can be rebuilt. */
const retention = Duration.days(30);

/** Reason why artefact buckets have no access log. */
export const unloggedArtefacts = {
  id: 'AwsSolutions-S1',
  reason: 'Only CodePipeline uses this bucket, and CloudTrail records its runs. It contains no client data.',
};

/**
 * Bucket for the artefacts that the steps of a pipeline exchange. It is encrypted with a customer managed key, which
 * stages in other accounts can be allowed to use.
 */
export class ArtefactBucket extends Bucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: BucketEncryption.KMS,
      encryptionKey: new Key(scope, `${id}Key`, {
        description: 'Waypost pipeline artefacts',
        enableKeyRotation: true,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      lifecycleRules: [{ expiration: retention }],
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this).acknowledge(unloggedArtefacts);
  }
}

import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';

/** Twice the life of a presigned URL of the export: nobody can make one that lasts longer. */
const longestSignatureAge = Duration.minutes(10);

/** What the publisher tags the files of a version with that nobody needs any more. */
const obsoleteTag = { publication: 'obsolete' };

/** Where the publisher puts the catalogue and the export: private, and reached over TLS alone. */
export class PublishedBucket extends Bucket {
  constructor(scope: Construct, id: string, stage: StageSettings) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      // What the manifest names never has the tag, and so stays however long nothing is published.
      lifecycleRules: [
        { id: 'obsolete-versions', tagFilters: obsoleteTag, expiration: Duration.days(1) },
        { id: 'unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      removalPolicy: stage.storesOutliveStack ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['s3:GetObject'],
        resources: [this.arnForObjects('*')],
        conditions: { NumericGreaterThan: { 's3:signatureAge': longestSignatureAge.toMilliseconds() } },
      }),
    );
  }
}

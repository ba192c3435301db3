import { Duration } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { VersionedBucket, type VersionedBucketProps } from './versioned-bucket.ts';

/** Twice the life of a presigned URL of the export: nobody can make one that lasts longer. */
const longestSignatureAge = Duration.minutes(10);

/** What the publisher tags the files of a version with that nobody needs any more. */
const obsoleteTag = { publication: 'obsolete' };

/** Where the publisher puts the catalogue and the export. */
export class PublishedBucket extends VersionedBucket {
  constructor(scope: Construct, id: string, props: Omit<VersionedBucketProps, 'lifecycleRules'>) {
    super(scope, id, {
      ...props,
      // What the manifest names never has the tag, and so stays however long nothing is published. What has it was kept
      // long enough before: once it has expired, S3 need not keep it as a former version for as long again.
      lifecycleRules: [
        {
          id: 'obsolete-versions',
          tagFilters: obsoleteTag,
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
    });
    this.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['s3:GetObject', 's3:GetObjectVersion'],
        resources: [this.arnForObjects('*')],
        conditions: { NumericGreaterThan: { 's3:signatureAge': longestSignatureAge.toMilliseconds() } },
      }),
    );
  }
}

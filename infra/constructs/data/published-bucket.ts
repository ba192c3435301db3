import { Duration } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { HttpMethods } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { VersionedBucket, type VersionedBucketProps } from './versioned-bucket.ts';

/** Maximum age of signatures: twice the lifetime of a presigned URL of the export, so that longer ones are refused. */
const longestSignatureAge = Duration.minutes(10);

/** Tag that the publisher sets on files of obsolete versions. */
const obsoleteTag = { publication: 'obsolete' };

/** Bucket of the published catalogue and export. */
export class PublishedBucket extends VersionedBucket {
  constructor(scope: Construct, id: string, props: Pick<VersionedBucketProps, 'stage' | 'accessLogs'>) {
    super(scope, id, {
      ...props,
      // A page that has the URL of a file may read it, as any other program may. It can send no header of its own, so
      // that a page that follows the redirect of the export never sends its key along.
      cors: [
        {
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD],
          allowedOrigins: ['*'],
          exposedHeaders: ['content-disposition', 'content-encoding', 'content-length', 'etag'],
        },
      ],
      // Files that the manifest names never have the tag, and so stay however long nothing is published. Tagged files
      // were kept long enough before, so their former versions need not be kept as long again.
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

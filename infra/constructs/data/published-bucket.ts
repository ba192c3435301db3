import { Duration } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { HttpMethods } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { VersionedBucket, type VersionedBucketProps } from './versioned-bucket.ts';

/** Maximum age of signatures: twice the lifetime of a presigned URL of the export, so that longer ones are refused. */
const longestSignatureAge = Duration.minutes(10);

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
      // None that expires current objects: the publisher deletes what is obsolete, so that all that is published stays
      // however long nothing new is.
      lifecycleRules: [],
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

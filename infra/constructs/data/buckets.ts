import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  CfnBucket,
  HttpMethods,
  type IBucket,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { publicFolder } from '../../../shared/domain/publication/object-keys.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';

/**
 * Bucket that is never public and can be reached only over TLS. It is retained when its stack is deleted, on every
 * stage. S3 deletes only empty buckets, and emptying one would require a CDK function with permission to delete all of
 * its objects. Delete the buckets of a removed development stage manually.
 */
export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string, props: BucketProps) {
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

/** Bucket for access logs. It is not versioned, because AWS writes each file once, under a unique name. */
export class AccessLogBucket extends PrivateBucket {
  constructor(scope: Construct, id: string, { logRetentionDays }: StageSettings) {
    super(scope, id, {
      lifecycleRules: [{ id: 'old-records', expiration: Duration.days(logRetentionDays) }],
    });
  }
}

/**
 * Private bucket with versioning, so that lost objects can be restored. Overwriting, deleting or expiring an object
 * only makes it a noncurrent version. Noncurrent versions are deleted some days later, and so are delete markers that
 * have no versions left.
 */
class VersionedBucket extends PrivateBucket {
  constructor(
    scope: Construct,
    id: string,
    { supersededVersionDays }: StageSettings,
    { lifecycleRules = [], ...props }: BucketProps,
  ) {
    super(scope, id, {
      ...props,
      versioned: true,
      lifecycleRules: [
        ...lifecycleRules,
        { id: 'unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        {
          id: 'previous-versions',
          noncurrentVersionExpiration: Duration.days(supersededVersionDays),
          expiredObjectDeleteMarker: true,
        },
      ],
    });
  }
}

/** Twice the lifetime of a presigned export URL. S3 rejects URLs whose signature is older than this. */
const maxSignatureAge = Duration.minutes(10);

/**
 * Bucket of publications. Current objects never expire. The publisher deletes obsolete ones, so that the published
 * version remains even if nothing new is published for a long time.
 */
export class PublishedBucket extends VersionedBucket {
  constructor(scope: Construct, id: string, stage: StageSettings) {
    super(scope, id, stage, {
      // Any page that has the URL of a file may read the file, as any other program can. Pages cannot send custom
      // headers, so a page that follows the export's redirect never sends its key along.
      cors: [
        {
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD],
          allowedOrigins: ['*'],
          exposedHeaders: ['content-disposition', 'content-encoding', 'content-length', 'etag'],
        },
      ],
    });
    this.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['s3:GetObject', 's3:GetObjectVersion'],
        resources: [this.arnForObjects('*')],
        conditions: { NumericGreaterThan: { 's3:signatureAge': maxSignatureAge.toMilliseconds() } },
      }),
    );
    const { account, partition } = Stack.of(this);
    // Allows the portal's distribution to read the public objects. The portal's stack is deployed later, so the
    // distribution's id is not known here. The account's other distributions can therefore read these objects too. That
    // is harmless, because the portal shows them to anyone.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
        actions: ['s3:GetObject'],
        resources: [this.arnForObjects(`${publicFolder}*`)],
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: { 'aws:SourceArn': `arn:${partition}:cloudfront::${account}:distribution/*` },
        },
      }),
    );
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        "Access logs would contain clients' addresses and presigned URLs. The API's access log shows which key requested each link.",
    });
  }
}

/** Retention of import files and reports, which are only of historical use once the records are in the tables. */
const importRetention = Duration.days(90);

/**
 * Bucket to which operators upload import files, each under the prefix of its kind. The report on a file is written
 * next to it.
 */
export class ImportBucket extends VersionedBucket {
  constructor(scope: Construct, id: string, stage: StageSettings, accessLogs: IBucket) {
    super(scope, id, stage, {
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'imports/',
      lifecycleRules: [{ id: 'imported-files', expiration: importRetention }],
    });
    // CDK's own property for this would deploy an extra function.
    const { defaultChild } = this.node;
    if (defaultChild instanceof CfnBucket) {
      defaultChild.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
    }
  }
}

import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  CfnBucket,
  type CorsRule,
  HttpMethods,
  type IBucket,
  type LifecycleRule,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { publicFolder } from '../../../shared/domain/publication/object-keys.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';

export type PrivateBucketProps = Pick<
  BucketProps,
  'cors' | 'lifecycleRules' | 'versioned' | 'serverAccessLogsBucket' | 'serverAccessLogsPrefix'
>;

/**
 * Bucket that is never public, and can only be reached over TLS. It is retained when its stack is deleted, in every
 * stage: S3 deletes only empty buckets, and CDK would need a function with permission to delete everything in it.
 * Delete the buckets of a removed development stage manually.
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

/** Bucket of access logs. Not versioned, because AWS writes each file once under its own name. */
export class AccessLogBucket extends PrivateBucket {
  constructor(scope: Construct, id: string, { logRetentionDays }: StageSettings) {
    super(scope, id, {
      lifecycleRules: [{ id: 'old-records', expiration: Duration.days(logRetentionDays) }],
    });
  }
}

interface VersionedBucketProps {
  readonly stage: StageSettings;
  /** Bucket for the access logs, under the name of this bucket; none are written if absent. */
  readonly accessLogs?: IBucket;
  /** Rules for expiry, in addition to those for previous versions and unfinished uploads. */
  readonly lifecycleRules: readonly LifecycleRule[];
  readonly cors?: readonly CorsRule[];
}

/**
 * Private bucket with versions, so that lost objects can be restored. Overwriting, deleting or expiring an object only
 * makes it a previous version, which is deleted some days later, as is a delete marker left without versions.
 */
class VersionedBucket extends PrivateBucket {
  constructor(
    scope: Construct,
    id: string,
    { stage, accessLogs, lifecycleRules, cors = [] }: VersionedBucketProps,
  ) {
    super(scope, id, {
      versioned: true,
      ...(accessLogs && {
        serverAccessLogsBucket: accessLogs,
        serverAccessLogsPrefix: `${id.toLowerCase()}/`,
      }),
      cors: [...cors],
      lifecycleRules: [
        ...lifecycleRules,
        { id: 'unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        {
          id: 'previous-versions',
          noncurrentVersionExpiration: Duration.days(stage.supersededVersionDays),
          expiredObjectDeleteMarker: true,
        },
      ],
    });
  }
}

/** Twice the lifetime of a presigned URL of the export. S3 rejects URLs that were signed to last longer. */
const maxSignatureAge = Duration.minutes(10);

/** Bucket for the published catalogue and exports. */
export class PublishedBucket extends VersionedBucket {
  constructor(scope: Construct, id: string, props: Pick<VersionedBucketProps, 'stage'>) {
    super(scope, id, {
      ...props,
      // A page with the URL of a file may read it, as any other program may. It cannot send custom headers, so a page
      // that follows the export's redirect never sends its key along.
      cors: [
        {
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD],
          allowedOrigins: ['*'],
          exposedHeaders: ['content-disposition', 'content-encoding', 'content-length', 'etag'],
        },
      ],
      // No rule expires current objects: the publisher deletes obsolete ones, so that the published version stays even
      // if nothing new is published for a long time.
      lifecycleRules: [],
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
    this.allowPortal();
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        "Access logs would have clients' addresses and presigned URLs. The API's access log has each link by the id of its key.",
    });
  }

  /**
   * Allows the portal's distribution to read the public objects, and nothing else. Its stack is deployed after this one,
   * so its id is not known here. The account's other distributions could read no more than what the portal shows anyone.
   */
  private allowPortal(): void {
    const { account, partition } = Stack.of(this);
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
  }
}

/** Import files and reports are only of historical use once the records are in the tables. */
const importRetention = Duration.days(90);

export type ImportBucketProps = Required<Pick<VersionedBucketProps, 'stage' | 'accessLogs'>>;

/** Bucket to which operators upload import files, each under its kind, and in which a report appears next to each. */
export class ImportBucket extends VersionedBucket {
  constructor(scope: Construct, id: string, props: ImportBucketProps) {
    super(scope, id, { ...props, lifecycleRules: [{ id: 'imported-files', expiration: importRetention }] });
    // CDK's own property would deploy an extra function for this.
    const { defaultChild } = this.node;
    if (defaultChild instanceof CfnBucket) {
      defaultChild.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
    }
  }
}

import { Stack, Validations } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ILogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import { type Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { outletsOrigin, type StageSettings } from '../../stages/stage-settings.ts';
import { storeRemoval } from '../data/store-removal.ts';

/** Cache-Control of assets, which have a content hash or a version in their name and never change. */
const immutable = 'public, max-age=31536000, immutable';

/** Types of texts by file extension. The upload would otherwise guess them without the charset. */
const typesByEnding = { md: 'text/markdown; charset=utf-8', txt: 'text/plain; charset=utf-8' };

export interface PortalContent {
  /** Files that are the same on all stages. */
  readonly files: ISource;
  /** Returns the OpenAPI document of each service by name, for an API with this base URL. */
  openApiDocuments(api: string): Readonly<Record<string, object>>;
  /** Returns the files that depend on the stage's addresses, such as the sitemap, by path. They replace built files. */
  siteFiles(options: {
    readonly origin: string;
    readonly api: string;
    readonly isListed: boolean;
    /** Whether the portal has outlet pages, which have their own sitemap. */
    readonly hasOutlets?: boolean;
    readonly contacts: Pick<StageSettings['portal'], 'contact' | 'support' | 'status'>;
  }): Readonly<Record<string, string>>;
}

export interface PortalUploadProps {
  readonly stage: StageSettings;
  readonly content: PortalContent;
  readonly files: Bucket;
  readonly distribution: IDistribution;
  /** Base URL of the API without a final slash. */
  readonly api: string;
}

/** Uploads all files to the bucket during a deployment, and invalidates the pages in CloudFront. */
export class PortalUpload extends Construct {
  constructor(scope: Construct, id: string, { stage, content, files, distribution, api }: PortalUploadProps) {
    super(scope, id);
    const log = new LogGroup(this, 'Log', {
      retention: stage.logRetentionDays,
      removalPolicy: storeRemoval(stage),
    });
    const { role, readable } = uploadRole(this, files, distribution, log);
    const { domain, basemap, outletPages: _, ...settings } = stage.portal;
    const siteFiles = content.siteFiles({
      origin: `https://${domain?.name ?? distribution.distributionDomainName}`,
      api,
      // Search engines should list only the stage that partners use.
      isListed: stage.name === 'prod',
      hasOutlets: outletsOrigin(stage) !== undefined,
      contacts: stage.portal,
    });
    const texts = Object.entries(siteFiles).map(([path, text]) => Source.data(path, text));
    const target = { destinationBucket: files, role, logGroup: log, memoryLimit: 512 };
    const assets = new BucketDeployment(this, 'Assets', {
      ...target,
      sources: [readable(content.files)],
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: [CacheControl.fromString(immutable)],
      // Open pages still load previous assets. They are kept for ever, because they cost less than finding the unused ones.
      prune: false,
    });
    const typed = Object.entries(typesByEnding).map(
      ([ending, contentType]) =>
        new BucketDeployment(this, `Files-${ending}`, {
          ...target,
          sources: [content.files, ...texts].map(readable),
          exclude: ['*'],
          include: [`*.${ending}`],
          contentType,
        }),
    );
    const pages = new BucketDeployment(this, 'Files', {
      ...target,
      sources: [
        content.files,
        Source.jsonData('settings.json', {
          api,
          stage: stage.name,
          ...settings,
          // Pages do not need a style's additional origins, which are in their Content-Security-Policy.
          basemap: basemap && { ...basemap, origins: undefined },
        }),
        ...Object.entries(content.openApiDocuments(api)).map(([name, document]) =>
          Source.jsonData(`openapi/${name}.json`, document),
        ),
        ...texts,
      ].map(readable),
      // Excluded files are neither uploaded nor deleted.
      exclude: ['assets/*', ...Object.keys(typesByEnding).map((ending) => `*.${ending}`)],
      distribution,
      // A slow invalidation would fail the deployment and roll the portal back, but nothing depends on its completion.
      waitForDistributionInvalidation: false,
    });
    // Pages must not refer to missing files. They are also uploaded last because they invalidate the cache.
    pages.node.addDependency(assets, ...typed);
    // The stack records this, because all uploads in a stack share the function.
    Validations.of(Stack.of(this)).acknowledge({
      id: 'AwsSolutions-L1',
      reason: "The function that unpacks the files is CDK's own, so CDK chooses its Python version.",
    });
  }
}

/**
 * Creates the role of CDK's upload function, which may only read these archives, write to this bucket and invalidate
 * this distribution. CDK's own role could access every object of the bootstrap bucket and every distribution. `readable`
 * grants the role permission to read a source, and returns the source.
 */
const uploadRole = (scope: Construct, files: Bucket, distribution: IDistribution, log: ILogGroup) => {
  const granted = new PolicyDocument({
    minimize: true,
    statements: [
      allowing(['s3:ListBucket'], files.bucketArn),
      allowing(['s3:PutObject', 's3:DeleteObject'], files.arnForObjects('*')),
      allowing(['cloudfront:CreateInvalidation'], distribution.distributionArn),
      allowing(['logs:CreateLogStream', 'logs:PutLogEvents'], log.logGroupArn),
    ],
  });
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { Granted: granted },
  });
  const { defaultChild } = files.node;
  const logicalId = CfnBucket.isCfnBucket(defaultChild) && Stack.of(files).getLogicalId(defaultChild);
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>/*]`,
    reason: 'The names of the files are not known in advance, and no narrower pattern matches them all.',
  });
  return {
    role: role.withoutPolicyUpdates(),
    readable: (source: ISource): ISource => ({
      bind: (where, context) => {
        const bound = source.bind(where, context);
        granted.addStatements(allowing(['s3:GetObject'], bound.bucket.arnForObjects(bound.zipObjectKey)));
        return bound;
      },
    }),
  };
};

const allowing = (actions: readonly string[], ...resources: readonly string[]): PolicyStatement =>
  new PolicyStatement({ actions: [...actions], resources: [...resources] });

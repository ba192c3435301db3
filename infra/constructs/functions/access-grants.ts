import { Stack, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Access } from '../../routes/route.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import type { Tables } from '../data/tables.ts';

/** The stores of a deployment. */
export interface Stores {
  readonly tables: Tables;
  readonly published: IBucket;
  /** Where operators put files to be imported. */
  readonly imports: IBucket;
  /** Where alarms go. */
  readonly alarmTopic: ITopic;
}

type BucketAccess = Extract<Access, `published:${string}` | `imports:${string}`>;
type TableAccess = Exclude<Access, BucketAccess>;

interface TableGrant {
  readonly table: 'locations' | 'capabilities' | 'billers' | 'enquiries' | 'apiKeys';
  readonly variable: string;
  readonly actions: readonly `dynamodb:${string}`[];
  /** What DynamoDB does with the table's key in the name of who asks. AWS's own keys need no permission. */
  readonly keyActions?: readonly `kms:${string}`[];
}

const decrypt = ['kms:Decrypt', 'kms:DescribeKey'] as const;

const tableGrants: Readonly<Record<TableAccess, TableGrant>> = {
  'locations:read': { table: 'locations', variable: 'LOCATIONS_TABLE', actions: ['dynamodb:Scan'] },
  'locations:import': {
    table: 'locations',
    variable: 'LOCATIONS_TABLE',
    actions: ['dynamodb:Scan', 'dynamodb:BatchWriteItem'],
  },
  'capabilities:read': { table: 'capabilities', variable: 'CAPABILITIES_TABLE', actions: ['dynamodb:Scan'] },
  'capabilities:import': {
    table: 'capabilities',
    variable: 'CAPABILITIES_TABLE',
    actions: ['dynamodb:Scan', 'dynamodb:BatchWriteItem'],
  },
  'billers:read': {
    table: 'billers',
    variable: 'BILLERS_TABLE',
    actions: ['dynamodb:GetItem', 'dynamodb:Query'],
  },
  'billers:import': {
    table: 'billers',
    variable: 'BILLERS_TABLE',
    actions: ['dynamodb:Query', 'dynamodb:BatchWriteItem'],
  },
  'enquiries:read': {
    table: 'enquiries',
    variable: 'ENQUIRIES_TABLE',
    actions: ['dynamodb:GetItem'],
    keyActions: decrypt,
  },
  'enquiries:write': {
    table: 'enquiries',
    variable: 'ENQUIRIES_TABLE',
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
    keyActions: [...decrypt, 'kms:Encrypt', 'kms:GenerateDataKey'],
  },
  'api-keys:read': { table: 'apiKeys', variable: 'API_KEYS_TABLE', actions: ['dynamodb:GetItem'] },
};

const isBucketAccess = (access: Access): access is BucketAccess => /^(published|imports):/.test(access);

const allow = (
  { grantPrincipal }: IGrantable,
  actions: readonly string[],
  ...resources: readonly string[]
): void => {
  grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({ actions: [...actions], resources: [...resources] }),
  );
};

/** The key serves DynamoDB alone: nobody may decrypt with it what they have in hand. */
const grantKey = (
  target: LambdaFunction,
  { encryptionKey }: ITable,
  { keyActions }: Pick<TableGrant, 'keyActions'>,
): void => {
  if (!encryptionKey || !keyActions) return;
  target.addToRolePolicy(
    new PolicyStatement({
      actions: [...keyActions],
      resources: [encryptionKey.keyArn],
      conditions: {
        StringEquals: { 'kms:ViaService': `dynamodb.${Stack.of(target).region}.amazonaws.com` },
      },
    }),
  );
};

/** Permits something with objects of a bucket, each named by its key or by a pattern of keys. */
const allowObjects = (
  target: LambdaFunction,
  actions: readonly string[],
  bucket: IBucket,
  ...keys: readonly string[]
): void => {
  allow(target, actions, ...keys.map((key) => bucket.arnForObjects(key)));
  for (const pattern of keys.filter((key) => key.includes('*'))) {
    Validations.of(target.role ?? target).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${bucket.node.id}.Arn>/${pattern}]`,
      reason:
        'Objects are put there under names that are not known before: no narrower pattern has them all.',
    });
  }
};

/** The files of any version, which are written once, and the objects that every publication writes again. */
const versionFiles = 'versions/*';
const manifest = 'manifest.json';
const rewrittenObjects = [manifest, 'lease.json', 'runs.json'];

/** What keeps publications back while an import writes. */
const importMark = 'last-import.json';
const reports = '*.report.json';

const grantReading = (target: LambdaFunction, bucket: IBucket, ...keys: readonly string[]): void => {
  allowObjects(target, ['s3:GetObject'], bucket, ...keys);
  // Without it S3 answers 403 for an object that is not there, and nobody could tell "not yet published".
  allow(target, ['s3:ListBucket'], bucket.bucketArn);
};

/** What has become old gets a tag and is left to the bucket's lifecycle: nothing may be deleted. */
const grantPublishing = (target: LambdaFunction, bucket: IBucket): void => {
  grantReading(target, bucket, importMark, versionFiles, ...rewrittenObjects);
  allowObjects(target, ['s3:PutObject'], bucket, versionFiles, ...rewrittenObjects);
  allowObjects(
    target,
    ['s3:AbortMultipartUpload', 's3:GetObjectTagging', 's3:PutObjectTagging'],
    bucket,
    versionFiles,
  );
};

const grantPublished = (
  target: LambdaFunction,
  access: Extract<Access, `published:${string}`>,
  bucket: IBucket,
  { catalogueCheckSeconds, supersededVersionDays }: StageSettings,
): void => {
  target.addEnvironment('PUBLISHED_BUCKET', bucket.bucketName);
  if (access === 'published:mark') {
    grantReading(target, bucket, importMark);
    allowObjects(target, ['s3:PutObject'], bucket, importMark);
    return;
  }
  if (access === 'published:read') {
    grantReading(target, bucket, manifest, versionFiles);
    target.addEnvironment('CATALOGUE_CHECK_SECONDS', String(catalogueCheckSeconds));
    return;
  }
  target.addEnvironment('SUPERSEDED_VERSION_DAYS', String(supersededVersionDays));
  grantPublishing(target, bucket);
};

/** The files are the operators' own: only what is said of them is written. */
const grantImports = (target: LambdaFunction, bucket: IBucket): void => {
  target.addEnvironment('IMPORT_BUCKET', bucket.bucketName);
  grantReading(target, bucket, '*');
  allowObjects(target, ['s3:PutObject'], bucket, reports);
};

/** Gives a function what its access needs: the names of the stores in its environment, and no permission more. */
export const grantAccess = (
  target: LambdaFunction,
  accesses: readonly Access[],
  stores: Stores,
  stage: StageSettings,
): void => {
  for (const access of accesses) {
    if (isBucketAccess(access)) {
      if (access === 'imports:read-write') grantImports(target, stores.imports);
      else grantPublished(target, access, stores.published, stage);
      continue;
    }
    const grant = tableGrants[access];
    const table = stores.tables[grant.table];
    target.addEnvironment(grant.variable, table.tableName);
    allow(target, grant.actions, table.tableArn);
    grantKey(target, table, grant);
  }
};

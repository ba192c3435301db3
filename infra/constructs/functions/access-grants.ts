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

type BucketAccess = Extract<Access, `published:${string}`>;
type TableAccess = Exclude<Access, BucketAccess>;

interface TableGrant {
  readonly table: 'locations' | 'capabilities' | 'billers' | 'enquiries' | 'apiKeys';
  readonly variable: string;
  readonly actions: readonly `dynamodb:${string}`[];
}

const tableGrants: Readonly<Record<TableAccess, TableGrant>> = {
  'locations:read': { table: 'locations', variable: 'LOCATIONS_TABLE', actions: ['dynamodb:Scan'] },
  'capabilities:read': { table: 'capabilities', variable: 'CAPABILITIES_TABLE', actions: ['dynamodb:Scan'] },
  'billers:read': {
    table: 'billers',
    variable: 'BILLERS_TABLE',
    actions: ['dynamodb:GetItem', 'dynamodb:Query'],
  },
  'enquiries:read': { table: 'enquiries', variable: 'ENQUIRIES_TABLE', actions: ['dynamodb:GetItem'] },
  'enquiries:write': {
    table: 'enquiries',
    variable: 'ENQUIRIES_TABLE',
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
  },
  'api-keys:read': { table: 'apiKeys', variable: 'API_KEYS_TABLE', actions: ['dynamodb:GetItem'] },
};

const isBucketAccess = (access: Access): access is BucketAccess => access.startsWith('published:');

const allow = (
  { grantPrincipal }: IGrantable,
  actions: readonly string[],
  ...resources: readonly string[]
): void => {
  grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({ actions: [...actions], resources: [...resources] }),
  );
};

/** The files of any version, which are written once, and the objects that every publication writes again. */
const versionFiles = 'versions/*';
const rewrittenObjects = ['manifest.json', 'lease.json', 'runs.json'];

const grantReading = (target: LambdaFunction, bucket: IBucket): void => {
  target.addEnvironment('PUBLISHED_BUCKET', bucket.bucketName);
  allow(target, ['s3:GetObject'], bucket.arnForObjects('*'));
  // Without it S3 answers 403 for an object that is not there, and nobody could tell "not yet published".
  allow(target, ['s3:ListBucket'], bucket.bucketArn);
};

/** What has become old gets a tag and is left to the bucket's lifecycle: nothing may be deleted. */
const grantPublishing = (target: LambdaFunction, bucket: IBucket): void => {
  const written = [versionFiles, ...rewrittenObjects].map((key) => bucket.arnForObjects(key));
  allow(target, ['s3:PutObject'], ...written);
  allow(
    target,
    ['s3:AbortMultipartUpload', 's3:GetObjectTagging', 's3:PutObjectTagging'],
    bucket.arnForObjects(versionFiles),
  );
};

const grantBucket = (
  target: LambdaFunction,
  access: BucketAccess,
  bucket: IBucket,
  { catalogueCheckSeconds, supersededVersionDays }: StageSettings,
): void => {
  grantReading(target, bucket);
  if (access === 'published:read') {
    target.addEnvironment('CATALOGUE_CHECK_SECONDS', String(catalogueCheckSeconds));
    return;
  }
  target.addEnvironment('SUPERSEDED_VERSION_DAYS', String(supersededVersionDays));
  grantPublishing(target, bucket);
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
      grantBucket(target, access, stores.published, stage);
      continue;
    }
    const { table, variable, actions } = tableGrants[access];
    target.addEnvironment(variable, stores.tables[table].tableName);
    allow(target, actions, stores.tables[table].tableArn);
  }
};

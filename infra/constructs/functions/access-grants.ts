import { Stack, Validations } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import {
  lastImportKey,
  leaseKey,
  manifestKey,
  mapFolder,
  outletIndexKey,
  outletsFolder,
  overlayKey,
  portalKeyObject,
  rollbackKey,
  runsKey,
  versionsFolder,
} from '../../../shared/domain/publication/object-keys.ts';
import type { Access } from '../../routes/route.ts';
import { outletsOrigin, type StageSettings } from '../../stages/stage-settings.ts';
import type { Tables } from '../data/tables.ts';
import { allow } from './permission.ts';

/** Stores that the functions of a deployment use. */
export interface Stores {
  readonly tables: Tables;
  readonly published: IBucket;
  readonly imports: IBucket;
}

/** Access to a bucket. The availability overlay is in the publications bucket. */
type BucketAccess = Extract<Access, `published:${string}` | `availability:${string}` | `imports:${string}`>;
type TableAccess = Exclude<Access, BucketAccess>;

const isTableAccess = (access: Access): access is TableAccess => access in tableGrants;

/**
 * Sets the names of a function's stores in its environment, and grants exactly the permissions that its declared access
 * requires.
 */
export const grantAccess = (
  target: LambdaFunction,
  accesses: readonly Access[],
  stores: Stores,
  stage: StageSettings,
): void => {
  for (const access of accesses) {
    if (isTableAccess(access)) grantTable(target, access, stores.tables);
    else grantBucket(target, access, stores, stage);
    if (access === 'enquiries:write')
      target.addEnvironment('ENQUIRY_RETENTION_DAYS', String(stage.enquiryRetentionDays));
  }
};

/** Names of the environment variables that contain the table names. */
const variables = {
  locations: 'LOCATIONS_TABLE',
  capabilities: 'CAPABILITIES_TABLE',
  locationChanges: 'LOCATION_CHANGES_TABLE',
  billers: 'BILLERS_TABLE',
  enquiries: 'ENQUIRIES_TABLE',
  apiKeys: 'API_KEYS_TABLE',
  apiKeyUse: 'API_KEY_USE_TABLE',
} as const;

interface TableGrant {
  readonly table: keyof typeof variables;
  readonly actions: readonly `dynamodb:${string}`[];
  /** Partition keys of the items that the function may access. If absent, the function may access all items. */
  readonly partition?: string | readonly string[];
  /**
   * KMS actions that DynamoDB performs with the table's key on the caller's behalf. Absent for AWS's own keys, which
   * need none.
   */
  readonly keyActions?: readonly `kms:${string}`[];
}

/** Partitions of the manual changes table that contain overrides, not their history (see override-table.ts). */
const overridePartitions = Array.from({ length: 8 }, (_, number) => `overrides-${number}`);

const decrypt = ['kms:Decrypt', 'kms:DescribeKey'] as const;

const tableGrants: Readonly<Record<TableAccess, TableGrant>> = {
  /** Reads all rows by bucket, and changed rows by key. */
  'locations:read': { table: 'locations', actions: ['dynamodb:Query', 'dynamodb:BatchGetItem'] },
  'locations:import': { table: 'locations', actions: ['dynamodb:Query', 'dynamodb:BatchWriteItem'] },
  /** Reads all overrides by partition, and those of changed locations by key. */
  'location-changes:read': {
    table: 'locationChanges',
    actions: ['dynamodb:Query', 'dynamodb:BatchGetItem'],
    partition: [...overridePartitions, 'batches'],
  },
  /** Reads all overrides, to compare them with an import file. */
  'location-changes:list': {
    table: 'locationChanges',
    actions: ['dynamodb:Query'],
    partition: overridePartitions,
  },
  'capabilities:read': { table: 'capabilities', actions: ['dynamodb:Scan'] },
  'capabilities:import': { table: 'capabilities', actions: ['dynamodb:Scan', 'dynamodb:BatchWriteItem'] },
  /** Reads short lists of codes one item at a time. */
  'billers:list': {
    table: 'billers',
    actions: ['dynamodb:GetItem', 'dynamodb:Query'],
    partition: 'BILLER',
  },
  'billers:get': { table: 'billers', actions: ['dynamodb:GetItem'], partition: 'BILLER' },
  'billers:types': { table: 'billers', actions: ['dynamodb:Query'], partition: 'BILL_TYPE' },
  /** Health check, which reads an item that does not exist. */
  'billers:probe': { table: 'billers', actions: ['dynamodb:GetItem'], partition: 'PROBE' },
  /** Places and holidays each have a partition, as bill types do. */
  'places:read': { table: 'billers', actions: ['dynamodb:Query'], partition: 'PLACE' },
  'holidays:read': { table: 'billers', actions: ['dynamodb:Query'], partition: 'HOLIDAY' },
  'billers:import': { table: 'billers', actions: ['dynamodb:Query', 'dynamodb:BatchWriteItem'] },
  'enquiries:read': { table: 'enquiries', actions: ['dynamodb:GetItem'], keyActions: decrypt },
  'enquiries:probe': {
    table: 'enquiries',
    actions: ['dynamodb:GetItem'],
    partition: 'PROBE',
    keyActions: decrypt,
  },
  'enquiries:write': {
    table: 'enquiries',
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
    keyActions: [
      ...decrypt,
      'kms:Encrypt',
      'kms:GenerateDataKey',
      // Needed if the table's key, or the key's version, has been replaced.
      'kms:ReEncryptFrom',
      'kms:ReEncryptTo',
    ],
  },
  'api-key-use:write': { table: 'apiKeyUse', actions: ['dynamodb:UpdateItem'] },
  'api-keys:read': { table: 'apiKeys', actions: ['dynamodb:GetItem'] },
};

/** Sets a table's name in a function's environment, and grants the permissions that its access requires. */
const grantTable = (target: LambdaFunction, access: TableAccess, tables: Tables): void => {
  const { table, actions, partition, keyActions } = tableGrants[access];
  const { tableName, tableArn, encryptionKey } = tables[table];
  target.addEnvironment(variables[table], tableName);
  allow(
    target,
    actions,
    [tableArn],
    partition === undefined
      ? undefined
      : { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': partition } },
  );
  // Only through DynamoDB, so that the function cannot decrypt other data.
  if (encryptionKey && keyActions)
    allow(target, keyActions, [encryptionKey.keyArn], {
      StringEquals: { 'kms:ViaService': `dynamodb.${Stack.of(target).region}.amazonaws.com` },
    });
};

/** Key pattern for the files of all versions. Each file is written once. */
const versionFiles = `${versionsFolder}*`;

/** Key pattern for the map files, which are written once, and for the pointer to the newest map file. */
const mapFiles = `${mapFolder}*`;

/** Objects that every publication rewrites. */
const rewrittenObjects = [manifestKey, leaseKey, runsKey, rollbackKey];

const grantBucket = (
  target: LambdaFunction,
  access: BucketAccess,
  { published: bucket, imports }: Stores,
  stage: StageSettings,
): void => {
  const { catalogueCheckSeconds, availabilityCheckSeconds, supersededVersionDays, changeLimits } = stage;
  const origin = outletsOrigin(stage);
  if (access === 'imports:read-write') {
    target.addEnvironment('IMPORT_BUCKET', imports.bucketName);
    // Only operators may write import files.
    allowReading(target, imports, '*');
    allowObjects(target, ['s3:PutObject'], imports, '*.report.json');
    return;
  }
  target.addEnvironment('PUBLISHED_BUCKET', bucket.bucketName);
  switch (access) {
    case 'published:mark':
      allowReading(target, bucket, lastImportKey);
      allowObjects(target, ['s3:PutObject'], bucket, lastImportKey);
      break;
    case 'availability:read':
      allowReading(target, bucket, overlayKey);
      target.addEnvironment('AVAILABILITY_CHECK_SECONDS', String(availabilityCheckSeconds));
      break;
    case 'availability:write':
      allowReading(target, bucket, overlayKey);
      allowObjects(target, ['s3:PutObject'], bucket, overlayKey);
      break;
    case 'published:read':
      allowReading(target, bucket, manifestKey, versionFiles);
      target.addEnvironment('CATALOGUE_CHECK_SECONDS', String(catalogueCheckSeconds));
      break;
    case 'published:write':
      target.addEnvironment('SUPERSEDED_VERSION_DAYS', String(supersededVersionDays));
      target.addEnvironment('CHANGE_LIMITS', JSON.stringify(changeLimits));
      // The portal's key is read only to check that it exists.
      allowReading(
        target,
        bucket,
        lastImportKey,
        portalKeyObject,
        versionFiles,
        mapFiles,
        ...rewrittenObjects,
      );
      allowObjects(target, ['s3:PutObject'], bucket, versionFiles, mapFiles, ...rewrittenObjects);
      // No other objects are ever deleted.
      allowObjects(target, ['s3:DeleteObject'], bucket, versionFiles, mapFiles);
      if (origin === undefined) break;
      target.addEnvironment('OUTLETS_ORIGIN', origin);
      allowObjects(target, ['s3:GetObject', 's3:PutObject'], bucket, outletIndexKey);
      allowObjects(target, ['s3:PutObject', 's3:DeleteObject'], bucket, `${outletsFolder}*`);
  }
};

/**
 * Allows actions on objects in a bucket, given by key or by key pattern, only while the bucket belongs to the function's
 * account. Bucket names are global: without this condition, whoever takes the name of a deleted bucket would receive
 * what functions write to it.
 */
const allowObjects = (
  target: LambdaFunction,
  actions: readonly string[],
  bucket: IBucket,
  ...keys: readonly string[]
): void => {
  allow(
    target,
    actions,
    keys.map((key) => bucket.arnForObjects(key)),
    inOwnAccount(target),
  );
  for (const pattern of keys.filter((key) => key.includes('*'))) {
    Validations.of(target.role ?? target).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${bucket.node.id}.Arn>/${pattern}]`,
      reason: 'The names of the objects are not known in advance, and no narrower pattern matches them all.',
    });
  }
};

const inOwnAccount = (target: LambdaFunction) => ({
  StringEquals: { 'aws:ResourceAccount': Stack.of(target).account },
});

/** Allows reading objects and detecting that they are absent. */
const allowReading = (target: LambdaFunction, bucket: IBucket, ...keys: readonly string[]): void => {
  allowObjects(target, ['s3:GetObject'], bucket, ...keys);
  // Without this permission, S3 returns 403 for an absent object, so that "nothing published yet" would look like an
  // error.
  allow(target, ['s3:ListBucket'], [bucket.bucketArn], inOwnAccount(target));
};

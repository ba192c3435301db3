import { Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
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
import { grantTable } from './table-grants.ts';

/** Stores that the functions of a deployment use. */
export interface Stores {
  readonly tables: Tables;
  readonly published: IBucket;
  readonly imports: IBucket;
}

/** Access to the publications bucket, which also contains the availability overlay. */
type PublishedAccess = Extract<Access, `published:${string}` | `availability:${string}`>;

const isPublishedAccess = (access: Access): access is PublishedAccess =>
  access.startsWith('published:') || access.startsWith('availability:');

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
    if (access === 'imports:read-write') grantImports(target, stores.imports);
    else if (isPublishedAccess(access)) grantPublished(target, access, stores.published, stage);
    else grantTable(target, access, stores.tables);
    if (access === 'enquiries:write')
      target.addEnvironment('ENQUIRY_RETENTION_DAYS', String(stage.enquiryRetentionDays));
  }
};

/** Allows reading import files, which only operators may write, and writing reports. */
const grantImports = (target: LambdaFunction, bucket: IBucket): void => {
  target.addEnvironment('IMPORT_BUCKET', bucket.bucketName);
  allowReading(target, bucket, '*');
  allowObjects(target, ['s3:PutObject'], bucket, '*.report.json');
};

/** Key pattern for the files of all versions. Each file is written once. */
const versionFiles = `${versionsFolder}*`;

/** Key pattern for the map files, which are written once, and for the pointer to the newest map file. */
const mapFiles = `${mapFolder}*`;

/** Objects that every publication rewrites. */
const rewrittenObjects = [manifestKey, leaseKey, runsKey, rollbackKey];

const grantPublished = (
  target: LambdaFunction,
  access: PublishedAccess,
  bucket: IBucket,
  stage: StageSettings,
): void => {
  const { catalogueCheckSeconds, availabilityCheckSeconds, supersededVersionDays, changeLimits } = stage;
  const origin = outletsOrigin(stage);
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
 * Allows actions only while the bucket belongs to the function's account. Bucket names are global: without this
 * condition, whoever takes the name of a deleted bucket would receive what functions write to it.
 */
const allowInOwnAccount = (
  target: LambdaFunction,
  actions: readonly string[],
  ...resources: readonly string[]
): void => {
  target.addToRolePolicy(
    new PolicyStatement({
      actions: [...actions],
      resources: [...resources],
      conditions: { StringEquals: { 'aws:ResourceAccount': Stack.of(target).account } },
    }),
  );
};

/** Allows actions on objects in a bucket, given by key or by key pattern. */
const allowObjects = (
  target: LambdaFunction,
  actions: readonly string[],
  bucket: IBucket,
  ...keys: readonly string[]
): void => {
  allowInOwnAccount(target, actions, ...keys.map((key) => bucket.arnForObjects(key)));
  for (const pattern of keys.filter((key) => key.includes('*'))) {
    Validations.of(target.role ?? target).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${bucket.node.id}.Arn>/${pattern}]`,
      reason: 'The names of the objects are not known in advance, and no narrower pattern matches them all.',
    });
  }
};

/** Allows reading objects and detecting that they are absent. */
const allowReading = (target: LambdaFunction, bucket: IBucket, ...keys: readonly string[]): void => {
  allowObjects(target, ['s3:GetObject'], bucket, ...keys);
  // Without this permission, S3 returns 403 for an absent object, so that "nothing published yet" would look like an
  // error.
  allowInOwnAccount(target, ['s3:ListBucket'], bucket.bucketArn);
};

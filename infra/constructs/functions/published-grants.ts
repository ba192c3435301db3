import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import {
  lastImportKey,
  leaseKey,
  manifestKey,
  runsKey,
  versionsFolder,
} from '../../../shared/domain/publication/object-keys.ts';
import type { Access } from '../../routes/route.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { allowObjects, allowReading } from './object-grants.ts';

/** Access of a function to the bucket of published files. */
export type PublishedAccess = Extract<Access, `published:${string}`>;

/** Pattern of the files of all versions, each written once. */
const versionFiles = `${versionsFolder}*`;

/** Objects that every publication rewrites. */
const rewrittenObjects = [manifestKey, leaseKey, runsKey];

/** Permits publishing, and the deletion of files of versions: no other object is ever deleted. */
const grantPublishing = (target: LambdaFunction, bucket: IBucket): void => {
  allowReading(target, bucket, lastImportKey, versionFiles, ...rewrittenObjects);
  allowObjects(target, ['s3:PutObject'], bucket, versionFiles, ...rewrittenObjects);
  allowObjects(target, ['s3:DeleteObject'], bucket, versionFiles);
};

/** Gives a function the name of the bucket of published files, and the permissions of its access. */
export const grantPublished = (
  target: LambdaFunction,
  access: PublishedAccess,
  bucket: IBucket,
  { catalogueCheckSeconds, supersededVersionDays }: StageSettings,
): void => {
  target.addEnvironment('PUBLISHED_BUCKET', bucket.bucketName);
  if (access === 'published:mark') {
    allowReading(target, bucket, lastImportKey);
    allowObjects(target, ['s3:PutObject'], bucket, lastImportKey);
    return;
  }
  if (access === 'published:read') {
    allowReading(target, bucket, manifestKey, versionFiles);
    target.addEnvironment('CATALOGUE_CHECK_SECONDS', String(catalogueCheckSeconds));
    return;
  }
  target.addEnvironment('SUPERSEDED_VERSION_DAYS', String(supersededVersionDays));
  grantPublishing(target, bucket);
};

import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Access } from '../../routes/route.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import type { Tables } from '../data/tables.ts';
import { grantImports } from './import-bucket-grants.ts';
import { grantPublished, type PublishedAccess } from './published-grants.ts';
import { grantTable } from './table-grants.ts';

/** Stores of a deployment. */
export interface Stores {
  readonly tables: Tables;
  readonly published: IBucket;
  /** Bucket of import files. */
  readonly imports: IBucket;
}

const isPublishedAccess = (access: Access): access is PublishedAccess => access.startsWith('published:');

/** Gives a function the store names in its environment and exactly the permissions that its access needs. */
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

import { Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Access } from '../../routes/route.ts';
import type { Tables } from '../data/tables.ts';
import { allow } from './permission.ts';

/** Access of a function to a table. */
type TableAccess = Exclude<Access, `published:${string}` | `imports:${string}`>;

interface TableGrant {
  readonly table: 'locations' | 'capabilities' | 'billers' | 'enquiries' | 'apiKeys' | 'apiKeyUse';
  readonly variable: string;
  readonly actions: readonly `dynamodb:${string}`[];
  /** Partition key of the permitted items; all if absent. */
  readonly partition?: string;
  /** KMS actions that DynamoDB performs for the caller with the table's key; none for AWS's own keys. */
  readonly keyActions?: readonly `kms:${string}`[];
}

const decrypt = ['kms:Decrypt', 'kms:DescribeKey'] as const;

const tableGrants: Readonly<Record<TableAccess, TableGrant>> = {
  /** All rows bucket by bucket, and changed rows by key. */
  'locations:read': {
    table: 'locations',
    variable: 'LOCATIONS_TABLE',
    actions: ['dynamodb:Query', 'dynamodb:BatchGetItem'],
  },
  'locations:import': {
    table: 'locations',
    variable: 'LOCATIONS_TABLE',
    actions: ['dynamodb:Query', 'dynamodb:BatchWriteItem'],
  },
  'capabilities:read': { table: 'capabilities', variable: 'CAPABILITIES_TABLE', actions: ['dynamodb:Scan'] },
  'capabilities:import': {
    table: 'capabilities',
    variable: 'CAPABILITIES_TABLE',
    actions: ['dynamodb:Scan', 'dynamodb:BatchWriteItem'],
  },
  /** Short lists of codes are read item by item. */
  'billers:list': {
    table: 'billers',
    variable: 'BILLERS_TABLE',
    actions: ['dynamodb:GetItem', 'dynamodb:Query'],
    partition: 'BILLER',
  },
  'billers:get': {
    table: 'billers',
    variable: 'BILLERS_TABLE',
    actions: ['dynamodb:GetItem'],
    partition: 'BILLER',
  },
  'billers:types': {
    table: 'billers',
    variable: 'BILLERS_TABLE',
    actions: ['dynamodb:Query'],
    partition: 'BILL_TYPE',
  },
  /** Health probe, which reads an item that does not exist. */
  'billers:probe': {
    table: 'billers',
    variable: 'BILLERS_TABLE',
    actions: ['dynamodb:GetItem'],
    partition: 'PROBE',
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
  'enquiries:probe': {
    table: 'enquiries',
    variable: 'ENQUIRIES_TABLE',
    actions: ['dynamodb:GetItem'],
    partition: 'PROBE',
    keyActions: decrypt,
  },
  'enquiries:write': {
    table: 'enquiries',
    variable: 'ENQUIRIES_TABLE',
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
    keyActions: [
      ...decrypt,
      'kms:Encrypt',
      'kms:GenerateDataKey',
      // For tables whose key, or its version, has been replaced.
      'kms:ReEncryptFrom',
      'kms:ReEncryptTo',
    ],
  },
  'api-key-use:write': {
    table: 'apiKeyUse',
    variable: 'API_KEY_USE_TABLE',
    actions: ['dynamodb:UpdateItem'],
  },
  'api-keys:read': { table: 'apiKeys', variable: 'API_KEYS_TABLE', actions: ['dynamodb:GetItem'] },
};

/** Allows using the key only through DynamoDB, not to decrypt other data. */
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

const grantItems = (target: LambdaFunction, { tableArn }: ITable, grant: TableGrant): void => {
  const { actions, partition } = grant;
  if (partition === undefined) {
    allow(target, actions, tableArn);
    return;
  }
  target.addToRolePolicy(
    new PolicyStatement({
      actions: [...actions],
      resources: [tableArn],
      conditions: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': partition } },
    }),
  );
};

/** Gives a function the name of a table, and the permissions of its access. */
export const grantTable = (target: LambdaFunction, access: TableAccess, tables: Tables): void => {
  const grant = tableGrants[access];
  const table = tables[grant.table];
  target.addEnvironment(grant.variable, table.tableName);
  grantItems(target, table, grant);
  grantKey(target, table, grant);
};

import { Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Access } from '../../routes/route.ts';
import type { Tables } from '../data/tables.ts';

/** Access values that refer to a table. */
type TableAccess = Exclude<Access, `published:${string}` | `availability:${string}` | `imports:${string}`>;

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
export const grantTable = (target: LambdaFunction, access: TableAccess, tables: Tables): void => {
  const grant = tableGrants[access];
  const table = tables[grant.table];
  target.addEnvironment(variables[grant.table], table.tableName);
  grantItems(target, table, grant);
  grantKey(target, table, grant);
};

const grantItems = (
  target: LambdaFunction,
  { tableArn }: ITable,
  { actions, partition }: TableGrant,
): void => {
  target.addToRolePolicy(
    new PolicyStatement({
      actions: [...actions],
      resources: [tableArn],
      ...(partition && {
        conditions: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': partition } },
      }),
    }),
  );
};

/** Allows using the table's key only through DynamoDB, so that the function cannot decrypt other data. */
const grantKey = (target: LambdaFunction, { encryptionKey }: ITable, { keyActions }: TableGrant): void => {
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

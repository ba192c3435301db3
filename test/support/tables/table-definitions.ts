import type { CreateTableCommandInput, KeySchemaElement } from '@aws-sdk/client-dynamodb';
import { enquiriesByStatus } from '../../../shared/domain/billing/enquiry.ts';

type TableDefinition = Pick<
  CreateTableCommandInput,
  'KeySchema' | 'AttributeDefinitions' | 'GlobalSecondaryIndexes'
>;

const partitionKey = (name: string): KeySchemaElement => ({ AttributeName: name, KeyType: 'HASH' });
const sortKey = (name: string): KeySchemaElement => ({ AttributeName: name, KeyType: 'RANGE' });
const text = (name: string) => ({ AttributeName: name, AttributeType: 'S' as const });

/** Keys and indexes of the product's tables, by role. Repeated here, as synthesis would add seconds to each test. */
export const tableDefinitions = {
  locations: {
    KeySchema: [partitionKey('bucket'), sortKey('locationCode')],
    AttributeDefinitions: [{ AttributeName: 'bucket', AttributeType: 'N' }, text('locationCode')],
  },
  capabilities: {
    KeySchema: [partitionKey('serviceCode')],
    AttributeDefinitions: [{ AttributeName: 'serviceCode', AttributeType: 'N' }],
  },
  billers: {
    KeySchema: [partitionKey('kind'), sortKey('code')],
    AttributeDefinitions: [text('kind'), text('code')],
  },
  enquiries: {
    KeySchema: [partitionKey('id')],
    AttributeDefinitions: [text('id'), text(enquiriesByStatus.partition), text(enquiriesByStatus.sort)],
    GlobalSecondaryIndexes: [
      {
        IndexName: enquiriesByStatus.name,
        KeySchema: [partitionKey(enquiriesByStatus.partition), sortKey(enquiriesByStatus.sort)],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: enquiriesByStatus.attributes },
      },
    ],
  },
  apiKeys: { KeySchema: [partitionKey('keyId')], AttributeDefinitions: [text('keyId')] },
  apiKeyEvents: {
    KeySchema: [partitionKey('keyId'), sortKey('event')],
    AttributeDefinitions: [text('keyId'), text('event')],
  },
  apiKeyUse: { KeySchema: [partitionKey('keyId')], AttributeDefinitions: [text('keyId')] },
} satisfies Record<string, TableDefinition>;
export type TableRole = keyof typeof tableDefinitions;

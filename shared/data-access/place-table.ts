import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { storeCall } from './errors.ts';
import type { Table } from './table.ts';

/** Partition of the places, which share the table of the billers. */
export const placePartition = 'PLACE';

/** Reads the rows of all imported places consistently. Throws StoreUnavailable. */
export const readPlaceRows = async ({ client, tableName }: Table): Promise<readonly unknown[]> => {
  const query = {
    TableName: tableName,
    KeyConditionExpression: '#kind = :kind',
    ExpressionAttributeNames: { '#kind': 'kind' },
    ExpressionAttributeValues: { ':kind': placePartition },
    ConsistentRead: true,
  };
  const pages = await storeCall('reading the places', () =>
    Array.fromAsync(paginateQuery({ client }, query)),
  );
  return pages.flatMap(({ Items = [] }) => Items);
};

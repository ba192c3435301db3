import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { storeCall } from './errors.ts';
import type { Table } from './table.ts';

/** Partitions for places and holidays in the billers table. */
export const placePartition = 'PLACE';
export const holidayPartition = 'HOLIDAY';

/** Reads the rows of all imported places consistently. Throws StoreUnavailable. */
export const readPlaceRows = (table: Table) => readPartition(table, placePartition, 'reading the places');

/** Reads the rows of all imported holidays consistently. Throws StoreUnavailable. */
export const readHolidayRows = (table: Table) =>
  readPartition(table, holidayPartition, 'reading the holidays');

const readPartition = async (
  { client, tableName }: Table,
  partition: string,
  operation: string,
): Promise<readonly unknown[]> => {
  const query = {
    TableName: tableName,
    KeyConditionExpression: '#kind = :kind',
    ExpressionAttributeNames: { '#kind': 'kind' },
    ExpressionAttributeValues: { ':kind': partition },
    ConsistentRead: true,
  };
  const pages = await storeCall(operation, () => Array.fromAsync(paginateQuery({ client }, query)));
  return pages.flatMap(({ Items = [] }) => Items);
};

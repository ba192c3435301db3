import { GetCommand, paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type ApiKeyEvent, apiKeyEvent, keyActions } from '../../domain/access/api-key-event.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import { storeCall } from '../store-failure.ts';
import { readRow } from '../stored-row.ts';
import type { Table } from '../table.ts';

const keyed = z.object({ keyId: z.string(), event: z.string() });

/** Returns the rank of entries of the same instant: a successor is issued before the old key is rotated. */
const rankOf = ({ action }: ApiKeyEvent): number => keyActions.indexOf(action);

const inOrder = (one: ApiKeyEvent, other: ApiKeyEvent): number =>
  byCodeUnit(one.at, other.at) || rankOf(one) - rankOf(other) || byCodeUnit(one.event, other.event);

/** Order of details for display, as DynamoDB keeps none. All others come last. */
const toldFirst = [
  'client',
  'scopes',
  'plan',
  'sandbox',
  'rotatedFrom',
  'rotatedTo',
  'status',
  'expiresAt',
  'expiredBefore',
];

const rankOfDetail = (name: string): number => toldFirst.indexOf(name) + 1 || toldFirst.length + 1;

const withDetailsInOrder = (event: ApiKeyEvent): ApiKeyEvent => ({
  ...event,
  details: Object.fromEntries(
    Object.entries(event.details).sort(
      ([one], [other]) => rankOfDetail(one) - rankOfDetail(other) || byCodeUnit(one, other),
    ),
  ),
});

const readEvents = (rows: readonly unknown[]): ApiKeyEvent[] =>
  rows
    .flatMap((row) => readRow(apiKeyEvent, row, keyed.safeParse(row).data?.keyId ?? '') ?? [])
    .map(withDetailsInOrder);

/** Builds the transaction item that adds an entry to the trail; an existing entry is never replaced. */
export const trailPut = (tableName: string, entry: ApiKeyEvent) => ({
  Put: {
    TableName: tableName,
    Item: entry,
    ConditionExpression: 'attribute_not_exists(#keyId)',
    ExpressionAttributeNames: { '#keyId': 'keyId' },
  },
});

/** Whether the trail has this entry. Throws StoreUnavailable. */
export const trailHas = async (
  { client, tableName }: Table,
  { keyId, event }: Pick<ApiKeyEvent, 'keyId' | 'event'>,
): Promise<boolean> => {
  const get = new GetCommand({ TableName: tableName, Key: { keyId, event }, ConsistentRead: true });
  const { Item } = await storeCall('key events: get', () => client.send(get));
  return Item !== undefined;
};

/** Reads the trail of one key, oldest first. Throws StoreUnavailable. */
export const trailOfKey = ({ client, tableName }: Table, keyId: string): Promise<readonly ApiKeyEvent[]> =>
  storeCall('key events: query', async () => {
    const query = {
      TableName: tableName,
      ConsistentRead: true,
      KeyConditionExpression: '#keyId = :keyId',
      ExpressionAttributeNames: { '#keyId': 'keyId' },
      ExpressionAttributeValues: { ':keyId': keyId },
    };
    const events: ApiKeyEvent[] = [];
    for await (const { Items = [] } of paginateQuery({ client }, query)) events.push(...readEvents(Items));
    return events.sort(inOrder);
  });

/** Reads the trail of all keys, oldest first. Throws StoreUnavailable. */
export const wholeTrail = ({ client, tableName }: Table): Promise<readonly ApiKeyEvent[]> =>
  storeCall('key events: scan', async () => {
    const events: ApiKeyEvent[] = [];
    const scan = { TableName: tableName, ConsistentRead: true };
    for await (const { Items = [] } of paginateScan({ client }, scan)) events.push(...readEvents(Items));
    return events.sort(inOrder);
  });

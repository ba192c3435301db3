import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod/mini';
import {
  type Biller,
  type BillerFilter,
  type BillerRepository,
  biller,
  billType,
  matchesBillerFilter,
} from '../../domain/billing/biller.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import { storeCall } from '../errors.ts';
import { storeDeadline } from '../retry.ts';
import { parseRow, type Table } from '../table.ts';

/** Creates a repository of the billers and bill types in one table. */
export const billerRepository = (table: Table): BillerRepository => ({
  list: async (filter) =>
    (await candidates(table, filter)).filter((candidate) => matchesBillerFilter(candidate, filter)),
  get: (code) => getBiller(table, code, storeDeadline()),
  listBillTypes: () => listKind(table, 'BILL_TYPE', billType),
});

/** Partition key of the table; the sort key is the code. */
type Kind = 'BILLER' | 'BILL_TYPE';

/**
 * Maximum number of codes that are read one by one: ten values, and their list as a single text. For more it is cheaper
 * to read all billers.
 */
const maxSingleReads = 11;

const candidates = async (table: Table, { codes }: BillerFilter): Promise<readonly Biller[]> => {
  if (codes === undefined || codes.size > maxSingleReads) return listKind(table, 'BILLER', biller);
  const abortSignal = storeDeadline();
  const found = await Promise.all([...codes].map((code) => getBiller(table, code, abortSignal)));
  return found.filter((record) => record !== undefined).sort(byCode);
};

/** Maximum length of a sort key in bytes; DynamoDB rejects lookups of longer or empty ones. */
const maxKeyBytes = 1_024;

const getBiller = async ({ client, tableName }: Table, code: string, abortSignal: AbortSignal) => {
  const bytes = Buffer.byteLength(code);
  if (bytes === 0 || bytes > maxKeyBytes) return undefined;
  const get = new GetCommand({ TableName: tableName, Key: { kind: 'BILLER' satisfies Kind, code } });
  const { Item } = await storeCall('billers: get', () => client.send(get, { abortSignal }));
  return Item && parseRow(biller, Item, `BILLER ${code}`);
};

/** Reads all records of a kind, by code, in pages of at most 1 MB. */
const listKind = <T extends { code: string }>(
  { client, tableName }: Table,
  kind: Kind,
  schema: z.ZodMiniType<T>,
): Promise<T[]> =>
  storeCall('billers: list', async () => {
    const query = {
      TableName: tableName,
      KeyConditionExpression: '#kind = :kind',
      ExpressionAttributeNames: { '#kind': 'kind' },
      ExpressionAttributeValues: { ':kind': kind },
    };
    const records: T[] = [];
    for await (const { Items = [] } of paginateQuery({ client }, query, { abortSignal: storeDeadline() })) {
      for (const row of Items) {
        const record = parseRow(schema, row, `${kind} ${row.code}`);
        if (record !== undefined) records.push(record);
      }
    }
    return records.sort(byCode);
  });

const byCode = (one: { code: string }, other: { code: string }): number => byCodeUnit(one.code, other.code);

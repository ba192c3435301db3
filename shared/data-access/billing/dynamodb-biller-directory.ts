import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  type Biller,
  type BillerDirectory,
  type BillerFilter,
  biller,
  billType,
  matchesBillerFilter,
} from '../../domain/billing/biller.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import { storeDeadline } from '../store-deadline.ts';
import { storeCall } from '../store-failure.ts';
import { readRow } from '../stored-row.ts';
import { type Table, tableFromEnvironment } from '../table.ts';

type Kind = 'BILLER' | 'BILL_TYPE';

/**
 * Maximum number of codes that are read one by one: ten values, and their list as a single text. For more it is cheaper
 * to read the whole kind.
 */
const mostSingleReads = 11;
/** Maximum length of a sort key, in bytes: DynamoDB rejects look-ups of longer or empty ones. */
const longestKeyBytes = 1_024;

const sortKey = z.object({ code: z.string() });

const canBeStored = (code: string): boolean => {
  const bytes = Buffer.byteLength(code);
  return bytes > 0 && bytes <= longestKeyBytes;
};

const byCode = (one: { code: string }, other: { code: string }): number => byCodeUnit(one.code, other.code);

const getBiller = async ({ client, tableName }: Table, code: string, abortSignal: AbortSignal) => {
  if (!canBeStored(code)) return undefined;
  const get = new GetCommand({ TableName: tableName, Key: { kind: 'BILLER' satisfies Kind, code } });
  const { Item } = await storeCall('billers: get', () => client.send(get, { abortSignal }));
  return Item && readRow(biller, Item, `BILLER ${code}`);
};

/** Reads every row of a kind, in pages of at most 1 MB. */
const listKind = ({ client, tableName }: Table, kind: Kind): Promise<unknown[]> =>
  storeCall('billers: list', async () => {
    const query = {
      TableName: tableName,
      KeyConditionExpression: '#kind = :kind',
      ExpressionAttributeNames: { '#kind': 'kind' },
      ExpressionAttributeValues: { ':kind': kind },
    };
    const rows: unknown[] = [];
    const abortSignal = storeDeadline();
    for await (const { Items = [] } of paginateQuery({ client }, query, { abortSignal })) rows.push(...Items);
    return rows;
  });

const readRows = <T extends { code: string }>(
  schema: z.ZodMiniType<T>,
  kind: Kind,
  rows: readonly unknown[],
): T[] =>
  rows
    .map((row) => readRow(schema, row, `${kind} ${sortKey.safeParse(row).data?.code}`))
    .filter((record) => record !== undefined)
    .sort(byCode);

const candidates = async (table: Table, { codes }: BillerFilter): Promise<Biller[]> => {
  if (codes === undefined || codes.size > mostSingleReads) {
    return readRows(biller, 'BILLER', await listKind(table, 'BILLER'));
  }
  const abortSignal = storeDeadline();
  const found = await Promise.all([...codes].map((code) => getBiller(table, code, abortSignal)));
  return found.filter((record) => record !== undefined).sort(byCode);
};

/** Creates a directory of the billers and bill types in one table. */
export const dynamoDbBillerDirectory = (table: Table): BillerDirectory => ({
  list: async (filter) =>
    (await candidates(table, filter)).filter((candidate) => matchesBillerFilter(candidate, filter)),
  get: (code) => getBiller(table, code, storeDeadline()),
  listBillTypes: async () => readRows(billType, 'BILL_TYPE', await listKind(table, 'BILL_TYPE')),
});

/** Opens the directory in the table named by BILLERS_TABLE. */
export const billerDirectoryFromEnvironment = (): BillerDirectory =>
  dynamoDbBillerDirectory(tableFromEnvironment('BILLERS_TABLE'));

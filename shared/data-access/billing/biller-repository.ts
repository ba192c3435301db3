import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod/mini';
import {
  type BillerRepository,
  biller,
  billType,
  matchesBillerFilter,
  storedBiller,
} from '../../domain/billing/biller.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import { shortCache } from '../../domain/short-cache.ts';
import { storeDeadline } from '../retry.ts';
import { parseRow, readItem, readRows, type Table } from '../table.ts';

/**
 * Creates a repository of billers and bill types. The list of billers is cached for 5 seconds, because reading it for
 * each request would soon reach DynamoDB's limit for a partition.
 */
export const billerRepository = (table: Table, now = Date.now): BillerRepository => {
  const allBillers = shortCache({
    read: () => listKind(table, 'BILLER', biller),
    milliseconds: () => 5_000,
    now,
  });
  return {
    async list(filter) {
      const { codes } = filter;
      const abortSignal = storeDeadline();
      const found =
        codes === undefined || codes.size > maxSingleReads
          ? await allBillers()
          : await Promise.all([...codes].map((code) => getBiller(table, biller, code, abortSignal)));
      const billers = found.filter((each) => each !== undefined);
      return billers.filter((each) => matchesBillerFilter(each, filter)).sort(byCode);
    },
    get: (code) => getBiller(table, biller, code, storeDeadline()),
    getStored: (code) => getBiller(table, storedBiller, code, storeDeadline()),
    listBillTypes: () => listKind(table, 'BILL_TYPE', billType),
  };
};

/** Partition key of the table; the sort key is the code. */
type Kind = 'BILLER' | 'BILL_TYPE';

/** Maximum number of codes that are read one by one. For more codes, it is cheaper to read all billers. */
const maxSingleReads = 11;

/** Maximum length of a sort key in bytes. DynamoDB rejects lookups of longer or empty keys. */
const maxKeyBytes = 1_024;

const getBiller = async <T>(
  table: Table,
  schema: z.ZodMiniType<T>,
  code: string,
  abortSignal: AbortSignal,
): Promise<T | undefined> => {
  const bytes = Buffer.byteLength(code);
  if (bytes === 0 || bytes > maxKeyBytes) return undefined;
  // A consistent read, so that a bill is never validated with rules that have been replaced.
  const row = await readItem(table, 'billers: get', { kind: 'BILLER' satisfies Kind, code }, abortSignal);
  return row && parseRow(schema, row, `BILLER ${code}`);
};

const listKind = async <T extends { code: string }>(
  { client, tableName }: Table,
  kind: Kind,
  schema: z.ZodMiniType<T>,
): Promise<T[]> => {
  const query = {
    TableName: tableName,
    KeyConditionExpression: '#kind = :kind',
    ExpressionAttributeNames: { '#kind': 'kind' },
    ExpressionAttributeValues: { ':kind': kind },
  };
  const pages = paginateQuery({ client }, query, { abortSignal: storeDeadline() });
  const { rows } = await readRows('billers: list', schema, pages, ({ code }) => `${kind} ${code}`);
  return rows.sort(byCode);
};

const byCode = (one: { code: string }, other: { code: string }): number => byCodeUnit(one.code, other.code);

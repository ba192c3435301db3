import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type Enquiry, enquiry, enquiryIsOver } from '../../domain/billing/enquiry.ts';
import { enquiryId, enquiryIdPrefix } from '../billing/enquiry-rows.ts';
import { storeCall } from '../store-failure.ts';
import { readRow } from '../stored-row.ts';
import type { Table } from '../table.ts';

/** The kinds of attributes that an enquiry's row has, as DynamoDB writes them in JSON. */
const attribute = z.union([
  z.strictObject({ S: z.string() }).transform(({ S }) => S),
  z.strictObject({ N: z.string() }).transform(({ N }) => Number(N)),
  z.strictObject({ BOOL: z.boolean() }).transform(({ BOOL }) => BOOL),
  z.strictObject({ NULL: z.literal(true) }).transform(() => null),
]);

/** What a record of the table's stream holds: the whole row. */
const streamedRow = z.record(z.string(), attribute).pipe(enquiry);

/** What is to be told of a row: nothing of one whose time is over, or that could not be read. */
export type ReadEnquiry = Enquiry | 'over' | 'unreadable';

const unlessOver = (read: Enquiry | undefined, now: Date): ReadEnquiry => {
  if (read === undefined) return 'unreadable';
  return enquiryIsOver(read, now) ? 'over' : read;
};

/** Whether a key of the table is that of an enquiry. */
export const isEnquiryId = (id: string): boolean => id.startsWith(enquiryIdPrefix);

/** The enquiry of a row as the stream tells it. One that cannot be read is logged by its key alone. */
export const readStreamedEnquiry = (id: string, image: unknown, now: Date): ReadEnquiry =>
  unlessOver(readRow(streamedRow, image, id), now);

/** What is to be told of the enquiry of this number; undefined where there is none. Throws StoreUnavailable. */
export const readEnquiryToAnnounce = async (
  { client, tableName }: Table,
  referenceNumber: string,
  now: Date,
): Promise<ReadEnquiry | undefined> => {
  const id = enquiryId(referenceNumber);
  const get = new GetCommand({ TableName: tableName, Key: { id }, ConsistentRead: true });
  const { Item } = await storeCall('enquiries: look up', () => client.send(get));
  return Item && unlessOver(readRow(enquiry, Item, id), now);
};

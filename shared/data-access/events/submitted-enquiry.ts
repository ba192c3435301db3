import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type Enquiry, enquiry, enquiryHasExpired } from '../../domain/billing/enquiry.ts';
import { enquiryId, enquiryIdPrefix } from '../billing/enquiry-rows.ts';
import { storeCall } from '../errors.ts';
import { parseRow, type Table } from '../table.ts';

/** Result of reading a row: the enquiry; undefined if there is none or it has expired. */
export type ReadEnquiry = Enquiry | 'unreadable' | undefined;

/** Whether a key of the table belongs to an enquiry. */
export const isEnquiryId = (id: string): boolean => id.startsWith(enquiryIdPrefix);

/** Reads an enquiry from a stream record. An unreadable row is logged by its key only. */
export const readStreamedEnquiry = (id: string, image: unknown, now: Date): ReadEnquiry =>
  unlessExpired(parseRow(streamedRow, image, id), now);

/** Reads an enquiry by its number for announcement. Throws StoreUnavailable. */
export const readEnquiryToAnnounce = async (
  { client, tableName }: Table,
  referenceNumber: string,
  now: Date,
): Promise<ReadEnquiry> => {
  const id = enquiryId(referenceNumber);
  const get = new GetCommand({ TableName: tableName, Key: { id }, ConsistentRead: true });
  const { Item } = await storeCall('enquiries: get', () => client.send(get));
  return Item && unlessExpired(parseRow(enquiry, Item, id), now);
};

const unlessExpired = (read: Enquiry | undefined, now: Date): ReadEnquiry => {
  if (read === undefined) return 'unreadable';
  return enquiryHasExpired(read, now) ? undefined : read;
};

/** Value of an attribute of an enquiry's row in DynamoDB JSON. */
const attribute = z.pipe(
  z.union([
    z.strictObject({ S: z.string() }),
    z.strictObject({ N: z.string() }),
    z.strictObject({ BOOL: z.boolean() }),
    z.strictObject({ NULL: z.literal(true) }),
  ]),
  z.transform((value) => {
    if ('N' in value) return Number(value.N);
    return 'S' in value ? value.S : 'BOOL' in value ? value.BOOL : null;
  }),
);

/** Image of the whole row in a record of the table's stream. */
const streamedRow = z.pipe(z.record(z.string(), attribute), enquiry);

import { GetCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Table } from '../../../shared/data-access/table.ts';
import { type Enquiry, type EnquiryStatus, indexStatusOf } from '../../../shared/domain/billing/enquiry.ts';
import { createReferenceNumber } from '../../../shared/domain/billing/reference-number.ts';

export { putRows as storeRows } from './embedded-tables.ts';

type Row = Readonly<Record<string, unknown>> & { readonly referenceNumber: string };

export const referenceOf = (index: number): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(index * 2_654_435 + 1);
  return createReferenceNumber(() => bytes);
};

/** Builds the stored row of an enquiry with changes. Undefined removes an attribute. */
export const storedEnquiry = (
  index: number,
  changes: Readonly<Record<string, unknown>> & {
    readonly status?: EnquiryStatus;
    readonly sandbox?: boolean;
  } = {},
): Row => {
  const referenceNumber = referenceOf(index);
  const { status = 'OPEN', sandbox = false } = changes;
  return {
    id: `ENQUIRY#${referenceNumber}`,
    referenceNumber,
    submittedAt: new Date(Date.UTC(2026, 9, 1) + index * 60_000).toISOString(),
    client: 'Public site',
    firstname: `Secretfirst${index}`,
    lastname: `Secretlast${index}`,
    email: `secret${index}@example.org`,
    enquiryDetails: `Secret details ${index}`,
    enquiryType: 'PAYMENT',
    biller: 'AGL',
    billId: `secretbill${index}`,
    paymentDate: null,
    status,
    sandbox,
    indexStatus: indexStatusOf({ status, sandbox }),
    expiresAt: Date.UTC(2100, 0, 1) / 1_000,
    ...changes,
  };
};

export const readEnquiryRow = async ({ client, tableName }: Table, referenceNumber: string) => {
  const Key = { id: `ENQUIRY#${referenceNumber}` };
  const { Item } = await client.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }));
  return Item;
};

const row = z.looseObject({
  id: z.string(),
  referenceNumber: z.string().default(''),
  enquiryDetails: z.string().default(''),
});

/** Returns the rows of all enquiries, but not those of idempotency keys. */
export const readEnquiryRows = async ({ client, tableName: TableName }: Table) => {
  const rows: z.infer<typeof row>[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName }))
    rows.push(...z.array(row).parse(Items));
  return rows.filter(({ id }) => id.startsWith('ENQUIRY#'));
};

/** Returns an enquiry whose text must not appear in any log. */
export const sampleEnquiry = (referenceNumber: string, differing: Partial<Enquiry> = {}): Enquiry => ({
  referenceNumber,
  submittedAt: '2026-03-01T02:03:04.567Z',
  client: 'public-site',
  firstname: 'Winifred-the-first',
  lastname: 'Longstocking-Smythe',
  email: 'winifred@private.example',
  enquiryDetails: 'my-private-grief',
  enquiryType: 'PAYMENT',
  biller: null,
  billId: null,
  status: 'OPEN',
  sandbox: false,
  expiresAt: Date.UTC(2100, 0, 1) / 1_000,
  ...differing,
});

const sender = { firstname: 'Ada', lastname: "O'Neill-Šimić", email: 'ada@example.test' };

export const enquiryBody = (enquiryDetails: string): string =>
  JSON.stringify({ ...sender, enquiryDetails, enquiryType: 'PAYMENT', biller: null, billId: null });

import type * as z from 'zod';
import { enquiry } from './enquiry.ts';

/** What a list shows of an enquiry: nothing that says who sent it, or what about. */
export const enquirySummary = enquiry.pick({
  referenceNumber: true,
  submittedAt: true,
  client: true,
  enquiryType: true,
  biller: true,
  status: true,
  sandbox: true,
  expiresAt: true,
});
export type EnquirySummary = z.infer<typeof enquirySummary>;

const indexKey = { partition: 'status', sort: 'submittedAt' } as const;

/** The index that enquiries are listed by: by status, oldest first. It holds the attributes of a summary and no other. */
export const enquiriesByStatus = {
  name: 'byStatus',
  ...indexKey,
  attributes: Object.keys(enquirySummary.shape).filter(
    (name) => name !== indexKey.partition && name !== indexKey.sort,
  ),
} as const;

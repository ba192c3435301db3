import * as z from 'zod/mini';
import { enquiry } from './enquiry.ts';

/** Summary of an enquiry for lists, without personal data or text. */
export const enquirySummary = z.pick(enquiry, {
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

/** Index of enquiries by status, oldest first. It projects the attributes of a summary and no others. */
export const enquiriesByStatus = {
  name: 'byStatus',
  ...indexKey,
  attributes: Object.keys(enquirySummary.shape).filter(
    (name) => name !== indexKey.partition && name !== indexKey.sort,
  ),
} as const;

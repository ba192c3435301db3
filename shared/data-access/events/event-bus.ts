import { setTimeout as delay } from 'node:timers/promises';
import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { type Enquiry, enquiryText } from '../../domain/billing/enquiry.ts';
import { type StoreLimits, storeClientLimits } from '../clients.ts';
import { storeCall } from '../errors.ts';
import { backoff } from '../retry.ts';

/** Some enquiries were not announced, or the outcome is unknown. */
export class EnquiriesNotAnnounced extends Error {
  override readonly name = 'EnquiriesNotAnnounced';
}

/**
 * Announces submitted enquiries to the systems that answer them, such as customer relationship management. Resolves once
 * all are announced, each at least once. Throws EnquiriesNotAnnounced, StoreUnavailable.
 */
export type AnnounceEnquiries = (enquiries: readonly Enquiry[]) => Promise<void>;

/** Creates a client of EventBridge at the endpoint in the environment. */
export const eventBridgeClient = (limits: StoreLimits): EventBridgeClient =>
  new EventBridgeClient(storeClientLimits(limits));

/** Number of enquiries that are announced at the same time. */
const concurrency = 10;

/** Announces enquiries as EnquirySubmitted on a bus. One that fails does not hold back the others. */
export const announceOnBus =
  (client: EventBridgeClient, busName: string): AnnounceEnquiries =>
  async (enquiries) => {
    const failures: unknown[] = [];
    for (let start = 0; start < enquiries.length; start += concurrency) {
      const group = enquiries.slice(start, start + concurrency);
      const puts = group.map((each) => put(client, toEntry(each, busName)));
      await Promise.all(puts.map((each) => each.catch((error: unknown) => failures.push(error))));
    }
    if (failures.length > 0) throw failures[0];
  };

/** Builds the entry of an EnquirySubmitted; its source and type are what the rules of subscribers match. */
const toEntry = (enquiry: Enquiry, busName: string): PutEventsRequestEntry => ({
  EventBusName: busName,
  Source: 'waypost.enquiries',
  DetailType: 'EnquirySubmitted',
  Time: new Date(enquiry.submittedAt),
  Detail: JSON.stringify(toDetail(enquiry)),
});

/**
 * Builds the detail of an EnquirySubmitted: personal data. `id` is the reference number, the same in each repeated
 * announcement. Adding a field keeps the version; removing one or changing its meaning needs a new one.
 */
const toDetail = (enquiry: Enquiry) => ({
  version: '1',
  id: enquiry.referenceNumber,
  sandbox: enquiry.sandbox,
  enquiry: {
    referenceNumber: enquiry.referenceNumber,
    submittedAt: enquiry.submittedAt,
    client: enquiry.client,
    ...enquiryText.parse(enquiry),
    paymentDate: enquiry.paymentDate ?? null,
  },
});

/** Attempts for an entry that the bus rejects with a response, because of throttling or a fault of its own. */
const maxAttempts = 4;
const firstPauseMilliseconds = 200;

const put = async (client: EventBridgeClient, entry: PutEventsRequestEntry): Promise<void> => {
  const command = new PutEventsCommand({ Entries: [entry] });
  for (let attempt = 1; ; attempt++) {
    const { Entries = [] } = await storeCall('enquiries: announce', () => client.send(command));
    if (Entries[0]?.EventId !== undefined) return;
    // Only the code, because EventBridge's message may quote the entry.
    if (attempt === maxAttempts) {
      throw new EnquiriesNotAnnounced(`The bus rejected an enquiry: ${Entries[0]?.ErrorCode}`);
    }
    await delay(backoff(attempt, firstPauseMilliseconds));
  }
};

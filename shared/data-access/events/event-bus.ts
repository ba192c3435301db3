import { setTimeout as delay } from 'node:timers/promises';
import {
  EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
  type PutEventsResponse,
} from '@aws-sdk/client-eventbridge';
import type { Enquiry } from '../../domain/billing/enquiry.ts';
import { type StoreLimits, storeClientLimits } from '../clients.ts';
import { storeCall } from '../errors.ts';

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

/** Announces enquiries as EnquirySubmitted on a bus. A batch that fails does not hold back the others. */
export const announceOnBus =
  (client: EventBridgeClient, busName: string): AnnounceEnquiries =>
  async (enquiries) => {
    const failures: unknown[] = [];
    for (const batch of batches(enquiries.map((each) => toEntry(each, busName)))) {
      await putBatch(client, batch).catch((error: unknown) => failures.push(error));
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
    firstname: enquiry.firstname,
    lastname: enquiry.lastname,
    email: enquiry.email,
    enquiryDetails: enquiry.enquiryDetails,
    enquiryType: enquiry.enquiryType,
    biller: enquiry.biller,
    billId: enquiry.billId,
    paymentDate: enquiry.paymentDate ?? null,
  },
});

/** Maximum number of entries in a PutEvents. */
const maxEntries = 10;

/**
 * Maximum size of a batch in bytes: EventBridge's limit before 2026, when it became 1 MB; larger batches would save
 * little.
 */
const maxBytes = 256 * 1024;

/** Splits entries into batches within the limits of a request, in order; one that is too large is sent alone. */
const batches = (entries: readonly PutEventsRequestEntry[]): readonly PutEventsRequestEntry[][] => {
  const all: PutEventsRequestEntry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = sizeOf(entry);
    const last = all.at(-1);
    if (last && last.length < maxEntries && bytes + size <= maxBytes) {
      last.push(entry);
      bytes += size;
    } else {
      all.push([entry]);
      bytes = size;
    }
  }
  return all;
};

/** Returns the size of an entry in bytes, as EventBridge counts it; a time counts 14. */
const sizeOf = ({ Source = '', DetailType = '', Detail = '' }: PutEventsRequestEntry): number =>
  14 + Buffer.byteLength(Source) + Buffer.byteLength(DetailType) + Buffer.byteLength(Detail);

/** Attempts for entries that a bus rejected while it accepted others, because of throttling or a fault of its own. */
const maxAttempts = 4;
const firstPauseMilliseconds = 100;

const putBatch = async (
  client: EventBridgeClient,
  batch: readonly PutEventsRequestEntry[],
): Promise<void> => {
  let left = batch;
  for (let attempt = 1; ; attempt++) {
    const command = new PutEventsCommand({ Entries: [...left] });
    const response = await storeCall('enquiries: announce', () => client.send(command));
    left = rejectedEntries(left, response);
    if (left.length === 0) return;
    if (attempt === maxAttempts) {
      throw new EnquiriesNotAnnounced(
        `The bus rejected ${left.length} of ${batch.length}: ${errorCodes(response)}`,
      );
    }
    await delay(firstPauseMilliseconds * 2 ** attempt * (0.5 + Math.random() / 2));
  }
};

/**
 * Returns the entries that were not accepted; results are in the order of entries. An entry without a result may have
 * been lost.
 */
const rejectedEntries = (
  entries: readonly PutEventsRequestEntry[],
  { Entries = [] }: PutEventsResponse,
): readonly PutEventsRequestEntry[] => entries.filter((_, index) => Entries[index]?.EventId === undefined);

/** Lists only error codes, because EventBridge's messages may quote the entry. */
const errorCodes = ({ Entries = [] }: PutEventsResponse): string =>
  [...new Set(Entries.flatMap(({ ErrorCode }) => ErrorCode ?? []))].join(', ');

import { setTimeout as delay } from 'node:timers/promises';
import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import {
  type Enquiry,
  type EnquiryErasure,
  enquirySource,
  enquiryText,
} from '../../domain/billing/enquiry.ts';
import { storeClientLimits } from '../clients.ts';
import { storeCall } from '../errors.ts';
import { backoff } from '../retry.ts';

/** Some enquiries were not announced, or the outcome is unknown. */
export class EnquiriesNotAnnounced extends Error {
  override readonly name = 'EnquiriesNotAnnounced';
}

/** Creates an EventBridge client for the endpoint in the environment. */
export const eventBridgeClient = () =>
  new EventBridgeClient(storeClientLimits({ requestTimeout: 5_000, attempts: 3 }));

export type ErasedEnquiry = Pick<Enquiry, 'referenceNumber'> & Pick<EnquiryErasure, 'erasedAt' | 'sandbox'>;

const concurrency = 10;

/**
 * Creates a function that announces enquiries and erasures on a bus, each at least once. If one event fails, the others
 * are still sent. Throws EnquiriesNotAnnounced or StoreUnavailable.
 */
export const announceOnBus =
  (client: EventBridgeClient, busName: string) =>
  async (enquiries: readonly Enquiry[], erased: readonly ErasedEnquiry[] = []): Promise<void> => {
    const failures: unknown[] = [];
    const entries = [...enquiries.map(toSubmitted), ...erased.map(toErased)];
    for (let start = 0; start < entries.length; start += concurrency) {
      const group = entries.slice(start, start + concurrency);
      const puts = group.map((entry) => put(client, { EventBusName: busName, ...entry }));
      await Promise.all(puts.map((each) => each.catch((error: unknown) => failures.push(error))));
    }
    if (failures.length > 0) throw failures[0];
  };

/**
 * Builds an EnquirySubmitted event. The detail is personal data. Its `id` stays the same if the enquiry is announced
 * again. Its version changes only if a field is removed or changes its meaning.
 */
const toSubmitted = (enquiry: Enquiry): PutEventsRequestEntry => {
  const { referenceNumber, submittedAt, client, sandbox, paymentDate = null } = enquiry;
  const fields = { referenceNumber, submittedAt, client, ...enquiryText.parse(enquiry), paymentDate };
  return {
    Source: enquirySource,
    DetailType: 'EnquirySubmitted',
    Time: new Date(submittedAt),
    Detail: JSON.stringify({ version: '1', id: referenceNumber, sandbox, enquiry: fields }),
  };
};

/** Builds an EnquiryErased event. Its `id` is that of the EnquirySubmitted event. It has no personal data. */
const toErased = ({ referenceNumber, sandbox, erasedAt }: ErasedEnquiry): PutEventsRequestEntry => ({
  Source: enquirySource,
  DetailType: 'EnquiryErased',
  Time: new Date(erasedAt),
  Detail: JSON.stringify({ version: '1', id: referenceNumber, sandbox }),
});

/** Maximum attempts for an entry that the bus rejects in its response, because of throttling or an internal error. */
const maxAttempts = 4;
const firstPauseMilliseconds = 200;

const put = async (client: EventBridgeClient, entry: PutEventsRequestEntry): Promise<void> => {
  const command = new PutEventsCommand({ Entries: [entry] });
  for (let attempt = 1; ; attempt++) {
    const { Entries = [] } = await storeCall('enquiries: announce', () => client.send(command));
    if (Entries[0]?.EventId !== undefined) return;
    // Contains only the code, because EventBridge's message may quote the entry.
    if (attempt === maxAttempts)
      throw new EnquiriesNotAnnounced(`The bus rejected an enquiry: ${Entries[0]?.ErrorCode}`);
    await delay(backoff(attempt, firstPauseMilliseconds));
  }
};

import { setTimeout as delay } from 'node:timers/promises';
import {
  type EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
  type PutEventsResponse,
} from '@aws-sdk/client-eventbridge';
import type { Enquiry } from '../../domain/billing/enquiry.ts';
import {
  EnquiriesNotAnnounced,
  type EnquiryAnnouncements,
} from '../../domain/billing/enquiry-announcements.ts';
import { storeCall } from '../errors.ts';
import { enquirySubmitted, toEnquirySubmitted } from './enquiry-submitted.ts';
import { inBatches } from './event-batches.ts';

/** Attempts for entries that a bus refused while it accepted others, because of throttling or a fault of its own. */
const tries = 4;
const firstPauseMilliseconds = 100;

/** A bus of EventBridge, and the client to reach it with. */
export interface EventBus {
  readonly client: EventBridgeClient;
  readonly busName: string;
}

const entryOf = (enquiry: Enquiry, busName: string): PutEventsRequestEntry => ({
  EventBusName: busName,
  Source: enquirySubmitted.source,
  DetailType: enquirySubmitted.detailType,
  Time: new Date(enquiry.submittedAt),
  Detail: JSON.stringify(toEnquirySubmitted(enquiry)),
});

/**
 * Returns the entries that were not accepted; answers follow the order of entries. An entry without an answer may have
 * been lost.
 */
const leftOf = (
  entries: readonly PutEventsRequestEntry[],
  { Entries = [] }: PutEventsResponse,
): readonly PutEventsRequestEntry[] => entries.filter((_, index) => Entries[index]?.EventId === undefined);

/** Lists error codes alone, as EventBridge's messages may quote the entry. */
const codesOf = ({ Entries = [] }: PutEventsResponse): string =>
  [...new Set(Entries.flatMap(({ ErrorCode }) => ErrorCode ?? []))].join(', ');

const putBatch = async (
  client: EventBridgeClient,
  batch: readonly PutEventsRequestEntry[],
): Promise<void> => {
  let left = batch;
  for (let attempt = 1; ; attempt++) {
    const command = new PutEventsCommand({ Entries: [...left] });
    const answer = await storeCall('enquiries: announce', () => client.send(command));
    left = leftOf(left, answer);
    if (left.length === 0) return;
    if (attempt === tries) {
      throw new EnquiriesNotAnnounced(`${left.length} of ${batch.length} were not taken: ${codesOf(answer)}`);
    }
    await delay(firstPauseMilliseconds * 2 ** attempt * (0.5 + Math.random() / 2));
  }
};

/** Creates announcements as events on a bus. A batch that fails does not hold back the others. */
export const eventBusAnnouncements = ({ client, busName }: EventBus): EnquiryAnnouncements => ({
  announce: async (enquiries) => {
    const failures: unknown[] = [];
    for (const batch of inBatches(enquiries.map((each) => entryOf(each, busName)))) {
      await putBatch(client, batch).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  },
});

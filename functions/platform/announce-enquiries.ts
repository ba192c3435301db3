import * as z from 'zod/mini';
import {
  type AnnounceEnquiries,
  announceOnBus,
  eventBridgeClient,
} from '../../shared/data-access/events/event-bus.ts';
import {
  isEnquiryId,
  type ReadEnquiry,
  readEnquiryToAnnounce,
  readStreamedEnquiry,
} from '../../shared/data-access/events/submitted-enquiry.ts';
import { environmentVariable } from '../../shared/data-access/settings.ts';
import { type Table, tableFromEnvironment } from '../../shared/data-access/table.ts';
import { lazy } from '../../shared/domain/lazy.ts';
import { writeFigures } from '../../shared/observability/figures.ts';
import { logger } from '../../shared/observability/logger.ts';

/** Result of one invocation of the announcer. */
export interface AnnouncementResult {
  readonly announced: number;
  /**
   * Reference numbers requested by an operator that no enquiry has, or whose enquiry has expired; empty for stream
   * events.
   */
  readonly notFound: readonly string[];
  /** Number of rows that could not be read as an enquiry. The log names them. */
  readonly unreadable: number;
}

interface AnnouncerPorts {
  readonly announce: AnnounceEnquiries;
  /** Table of enquiries. */
  readonly table: Table;
  readonly now: () => Date;
}

/**
 * Announces the enquiries that were submitted, or that an operator names. A row that cannot be read is counted and
 * skipped, because failing on it would block all later records of the stream. Throws EnquiriesNotAnnounced or
 * StoreUnavailable; the whole batch must then be delivered again.
 */
export const announceEnquiries =
  (ports: AnnouncerPorts) =>
  async (event: unknown): Promise<AnnouncementResult> => {
    const trigger = announcementTrigger.parse(event);
    const now = ports.now();
    const found =
      'Records' in trigger
        ? readInserted(trigger.Records, now)
        : await findRequested(ports, trigger.referenceNumbers, now);
    const enquiries = found.flatMap(({ read }) => (typeof read === 'object' ? [read] : []));
    const unreadable = found.filter(({ read }) => read === 'unreadable').length;
    const missing = found.filter(({ read }) => read === undefined).map(({ id }) => id);
    const notFound = 'Records' in trigger ? [] : missing;

    await ports.announce(enquiries);
    if (enquiries.length + unreadable > 0)
      writeFigures({ EnquiriesAnnounced: enquiries.length, EnquiriesUnreadable: unreadable }, {});
    const referenceNumbers = enquiries.map(({ referenceNumber }) => referenceNumber);
    // Only reference numbers are logged: an enquiry's text is personal data.
    if (found.length > 0) logger.info('enquiries announced', { referenceNumbers, notFound, unreadable });
    return { announced: enquiries.length, notFound, unreadable };
  };

const changeRecord = z.object({
  eventSource: z.literal('aws:dynamodb'),
  eventName: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
  dynamodb: z.object({
    Keys: z.object({ id: z.object({ S: z.string() }) }),
    /** New image of the row; absent if it was removed. */
    NewImage: z.optional(z.unknown()),
  }),
});

/** Event of the announcer: a batch of the table's stream, or an operator's request to announce enquiries again. */
const announcementTrigger = z.union([
  z.object({ Records: z.array(changeRecord).check(z.minLength(1)) }),
  z.strictObject({
    referenceNumbers: z.array(z.string().check(z.minLength(1))).check(z.minLength(1), z.maxLength(1_000)),
  }),
]);

type Found = readonly { readonly id: string; readonly read: ReadEnquiry }[];

/** Reads inserted rows only: an enquiry that is changed, closed or expired was announced before. */
const readInserted = (records: readonly z.infer<typeof changeRecord>[], now: Date): Found =>
  records
    .filter(({ eventName, dynamodb }) => eventName === 'INSERT' && isEnquiryId(dynamodb.Keys.id.S))
    .map(({ dynamodb: { Keys, NewImage } }) => ({
      id: Keys.id.S,
      read: readStreamedEnquiry(Keys.id.S, NewImage, now),
    }));

const findRequested = async (
  { table }: AnnouncerPorts,
  referenceNumbers: readonly string[],
  now: Date,
): Promise<Found> => {
  const found = [];
  for (const id of new Set(referenceNumbers))
    found.push({ id, read: await readEnquiryToAnnounce(table, id, now) });
  return found;
};

/** Limits of a call to the event bus. The stream redelivers what was not announced. */
const busLimits = { requestTimeout: 5_000, attempts: 3 };

const announcer = lazy(() =>
  announceEnquiries({
    announce: announceOnBus(eventBridgeClient(busLimits), environmentVariable('EVENT_BUS')),
    table: tableFromEnvironment('ENQUIRIES_TABLE'),
    now: () => new Date(),
  }),
);

/** Lambda handler, invoked by the stream of the enquiries table and by operators. Returns an AnnouncementResult. */
export const handler = async (event: unknown): Promise<AnnouncementResult> => announcer()(event);

import { eventBridgeClient } from '../../shared/data-access/events/event-bridge-client.ts';
import { eventBusAnnouncements } from '../../shared/data-access/events/event-bus-announcements.ts';
import {
  isEnquiryId,
  type ReadEnquiry,
  readEnquiryToAnnounce,
  readStreamedEnquiry,
} from '../../shared/data-access/events/submitted-enquiry.ts';
import { environmentVariable } from '../../shared/data-access/settings.ts';
import { tableFromEnvironment } from '../../shared/data-access/table.ts';
import type { EnquiryAnnouncements } from '../../shared/domain/billing/enquiry-announcements.ts';
import { madeOnce } from '../../shared/domain/made-once.ts';
import { logger } from '../../shared/observability/logger.ts';
import { recordAnnouncement } from '../../shared/observability/metrics.ts';
import { announcementTrigger, type WrittenRow } from './announcing/announcement-trigger.ts';

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

export interface AnnouncerPorts {
  readonly announcements: EnquiryAnnouncements;
  /** Looks an enquiry up by its reference number. Throws StoreUnavailable. */
  readonly find: (referenceNumber: string, now: Date) => Promise<ReadEnquiry | undefined>;
  readonly now: () => Date;
}

type Found = readonly { readonly id: string; readonly read: ReadEnquiry | undefined }[];

const fromStream = (written: readonly WrittenRow[], now: Date): Found =>
  written
    .filter(({ id }) => isEnquiryId(id))
    .map(({ id, image }) => ({ id, read: readStreamedEnquiry(id, image, now) }));

const fromTable = async (
  { find }: AnnouncerPorts,
  referenceNumbers: readonly string[],
  now: Date,
): Promise<Found> => {
  const found = [];
  for (const id of new Set(referenceNumbers)) found.push({ id, read: await find(id, now) });
  return found;
};

/**
 * Announces the enquiries that were submitted, or that an operator asks for. A row that cannot be read is counted and
 * skipped: failing on it would block all later records of the stream. Throws EnquiriesNotAnnounced or StoreUnavailable;
 * the whole batch is to be delivered again then.
 */
export const announceEnquiries =
  (ports: AnnouncerPorts) =>
  async (event: unknown): Promise<AnnouncementResult> => {
    const trigger = announcementTrigger.parse(event);
    const now = ports.now();
    const found =
      trigger.kind === 'changes'
        ? fromStream(trigger.written, now)
        : await fromTable(ports, trigger.referenceNumbers, now);
    const enquiries = found.flatMap(({ read }) => (typeof read === 'object' ? [read] : []));
    const unreadable = found.filter(({ read }) => read === 'unreadable').length;
    const inVain = found.filter(({ read }) => read === undefined || read === 'over').map(({ id }) => id);
    const notFound = trigger.kind === 'request' ? inVain : [];

    await ports.announcements.announce(enquiries);
    if (enquiries.length + unreadable > 0) recordAnnouncement({ announced: enquiries.length, unreadable });
    const referenceNumbers = enquiries.map(({ referenceNumber }) => referenceNumber);
    // Only reference numbers are logged: an enquiry's text is personal data.
    if (found.length > 0) logger.info('enquiries announced', { referenceNumbers, notFound, unreadable });
    return { announced: enquiries.length, notFound, unreadable };
  };

/**
 * Limits of a call to the event bus: milliseconds per attempt, and attempts. The stream redelivers what was not
 * announced.
 */
const busLimits = { requestTimeout: 5_000, attempts: 3 };

const announcerFromEnvironment = () => {
  const table = tableFromEnvironment('ENQUIRIES_TABLE');
  return announceEnquiries({
    announcements: eventBusAnnouncements({
      client: eventBridgeClient(busLimits),
      busName: environmentVariable('EVENT_BUS'),
    }),
    find: (referenceNumber, now) => readEnquiryToAnnounce(table, referenceNumber, now),
    now: () => new Date(),
  });
};

const announcer = madeOnce(announcerFromEnvironment);

/** Lambda handler, invoked by the stream of the enquiries table and by operators. Returns an AnnouncementResult. */
export const handler = async (event: unknown): Promise<AnnouncementResult> => announcer()(event);

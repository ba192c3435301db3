import * as z from 'zod/mini';
import { findErasure } from '../../shared/data-access/billing/enquiry-erasure.ts';
import { enquiryId, enquiryIdPrefix } from '../../shared/data-access/billing/enquiry-repository.ts';
import {
  announceOnBus,
  type ErasedEnquiry,
  eventBridgeClient,
} from '../../shared/data-access/events/event-bus.ts';
import { environmentVariable } from '../../shared/data-access/settings.ts';
import { parseRow, readItem, type Table, tableFromEnvironment } from '../../shared/data-access/table.ts';
import { type Enquiry, enquiry, enquiryHasExpired } from '../../shared/domain/billing/enquiry.ts';
import { lazy } from '../../shared/domain/lazy.ts';
import { writeFigures } from '../../shared/observability/figures.ts';
import { logger } from '../../shared/observability/logger.ts';

export interface AnnouncementResult {
  readonly announced: number;
  /** Number of erasures announced. */
  readonly erased: number;
  /** Requested reference numbers whose enquiry does not exist or has expired. Empty for stream events. */
  readonly notFound: readonly string[];
  /** Number of rows that are not valid enquiries. Each of these rows is logged. */
  readonly unreadable: number;
}

interface AnnouncerPorts {
  readonly announce: ReturnType<typeof announceOnBus>;
  readonly table: Table;
  readonly now: () => Date;
}

/**
 * Announces new and erased enquiries, or those that an operator requests. An invalid row is counted and skipped.
 * Otherwise it would block all later records in the stream. Throws EnquiriesNotAnnounced or StoreUnavailable. The whole
 * batch must then be redelivered.
 */
export const announceEnquiries =
  (ports: AnnouncerPorts) =>
  async (event: unknown): Promise<AnnouncementResult> => {
    const trigger = announcementTrigger.parse(event);
    const isRequest = 'referenceNumbers' in trigger;
    // Enquiries that were changed, closed or deleted have already been announced.
    const found = isRequest
      ? await findRequested(ports.table, trigger.referenceNumbers)
      : enquiriesIn(trigger.Records, 'INSERT');
    // A batch that is late or was redriven may contain enquiries that have been erased since.
    const gone = isRequest
      ? found.filter(({ row }) => !row)
      : [...found, ...enquiriesIn(trigger.Records, 'REMOVE')];
    const erased = await findErased(ports.table, gone);
    // The events of a batch may arrive in any order, and a subscriber must not store an enquiry after its erasure.
    const erasedNumbers = erased.map(({ referenceNumber }) => referenceNumber);
    const now = ports.now();
    const enquiries: Enquiry[] = [];
    const missing: string[] = [];
    let unreadable = 0;
    for (const { referenceNumber, row } of found) {
      if (erasedNumbers.includes(referenceNumber)) continue;
      const read = row && parseRow(isRequest ? enquiry : streamedRow, row, enquiryId(referenceNumber));
      if (!row || (read && enquiryHasExpired(read, now))) missing.push(referenceNumber);
      else if (read) enquiries.push(read);
      else unreadable += 1;
    }
    const notFound = isRequest ? missing : [];

    await ports.announce(enquiries, erased);
    if (enquiries.length + unreadable > 0)
      writeFigures({ EnquiriesAnnounced: enquiries.length, EnquiriesUnreadable: unreadable }, {});
    const referenceNumbers = enquiries.map(({ referenceNumber }) => referenceNumber);
    // Only reference numbers are logged, because an enquiry's text is personal data.
    if (found.length + erased.length > 0)
      logger.info('enquiries announced', { referenceNumbers, erasedNumbers, notFound, unreadable });
    return { announced: enquiries.length, erased: erased.length, notFound, unreadable };
  };

const changeRecord = z.object({
  eventSource: z.literal('aws:dynamodb'),
  eventName: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
  dynamodb: z.object({
    Keys: z.object({ id: z.object({ S: z.string() }) }),
    /** New image of the row; absent if the row was removed. */
    NewImage: z.optional(z.record(z.string(), z.unknown())),
  }),
});

/** Event for the announcer: a batch from the table's stream, or an operator's request to announce enquiries again. */
const announcementTrigger = z.union([
  z.object({ Records: z.array(changeRecord).check(z.minLength(1)) }),
  z.strictObject({
    referenceNumbers: z.array(z.string().check(z.minLength(1))).check(z.minLength(1), z.maxLength(1_000)),
  }),
]);

type Found = readonly { readonly referenceNumber: string; readonly row?: Record<string, unknown> }[];

/** Returns the enquiries, among other rows of the table, that were inserted, or that were erased or have expired. */
const enquiriesIn = (records: readonly z.infer<typeof changeRecord>[], change: 'INSERT' | 'REMOVE'): Found =>
  records.flatMap(({ eventName, dynamodb: { Keys, NewImage = {} } }) => {
    const id = Keys.id.S;
    if (eventName !== change || !id.startsWith(enquiryIdPrefix)) return [];
    return [{ referenceNumber: id.slice(enquiryIdPrefix.length), row: NewImage }];
  });

/** Selects enquiries that were erased. Subscribers delete expired ones themselves. */
const findErased = async (table: Table, gone: Found): Promise<readonly ErasedEnquiry[]> => {
  const erased: ErasedEnquiry[] = [];
  for (const referenceNumber of new Set(gone.map((each) => each.referenceNumber))) {
    const erasure = await findErasure(table, referenceNumber);
    if (erasure) erased.push({ referenceNumber, sandbox: erasure.sandbox, erasedAt: erasure.erasedAt });
  }
  return erased;
};

/** Attribute value in DynamoDB JSON, limited to the types that enquiries use. */
const attribute = z.pipe(
  z
    .partial(z.object({ S: z.string(), N: z.string(), BOOL: z.boolean(), NULL: z.literal(true) }))
    .check(z.refine((value) => Object.keys(value).length === 1)),
  z.transform(({ S, N, BOOL, NULL }) => {
    if (NULL) return null;
    return N === undefined ? (S ?? BOOL) : Number(N);
  }),
);

const streamedRow = z.pipe(z.record(z.string(), attribute), enquiry);

const findRequested = async (table: Table, referenceNumbers: readonly string[]): Promise<Found> => {
  const found = [];
  for (const referenceNumber of new Set(referenceNumbers)) {
    const row = await readItem(table, 'enquiries: get', { id: enquiryId(referenceNumber) });
    found.push({ referenceNumber, row });
  }
  return found;
};

const announcer = lazy(() =>
  announceEnquiries({
    announce: announceOnBus(eventBridgeClient(), environmentVariable('EVENT_BUS')),
    table: tableFromEnvironment('ENQUIRIES_TABLE'),
    now: () => new Date(),
  }),
);

/** Lambda handler, invoked by the enquiries table's stream and by operators. Returns an AnnouncementResult. */
export const handler = async (event: unknown): Promise<AnnouncementResult> => announcer()(event);

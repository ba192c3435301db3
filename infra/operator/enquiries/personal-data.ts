import { eraseAgain, eraseEnquiry } from '../../../shared/data-access/billing/enquiry-erasure.ts';
import {
  type EnquiryEventSelection,
  listEnquiryEvents,
} from '../../../shared/data-access/billing/enquiry-trail.ts';
import type { EnquiryEvent } from '../../../shared/domain/billing/enquiry.ts';
import { toExportedEnquiry } from '../../../shared/wire/enquiries/enquiry-export.ts';
import type { Run } from '../command.ts';
import { exitCodes, UsageError } from '../errors.ts';
import { continuation, formatPage, nextPageText, type PageOptions, placeAfter } from '../page.ts';
import { formatDetails, visible } from '../terminal/text.ts';
import { changeEach, continuationAfter, enquiryLines, openDesk, positionAfter } from './enquiries.ts';

/**
 * `waypost enquiries find`: all of a person's enquiries, for a request for access or erasure. Throws UsageError,
 * OperatorError, StoreUnavailable.
 */
export const findEnquiries: Run<PageOptions & { readonly email: string }> = async (
  context,
  { email, limit, cursor },
) => {
  const after = positionAfter(cursor);
  const { desk, record } = await openDesk(context);
  const { enquiries, unreadable, more, last } = await desk.findByEmail(email, limit, after);
  const referenceNumbers = enquiries.map(({ referenceNumber }) => referenceNumber);
  await record({ action: 'FOUND', count: enquiries.length, details: { referenceNumbers } });
  const page = continuationAfter(last, more);
  const shown = enquiries.map(toExportedEnquiry);
  const found = shown.length === 0 ? 'no enquiries' : shown.map(enquiryLines).join('\n\n');
  const damaged = unreadable.length > 0 ? `\n\ncannot be read: ${unreadable.map(visible).join(', ')}` : '';
  return {
    data: { enquiries: shown, unreadable, ...page },
    text: `${found}${damaged}${nextPageText(page)}`,
    exit: unreadable.length > 0 ? exitCodes.failed : exitCodes.done,
  };
};

interface EraseOptions {
  readonly reference?: readonly string[];
  /** Erase what the audit trail says was erased, instead of reference numbers. */
  readonly again?: boolean;
  readonly reason: string;
}

/**
 * `waypost enquiries erase`. Throws UsageError, OperatorError if an enquiry does not exist, StoreUnavailable,
 * UnprocessedItems.
 */
export const eraseEnquiries: Run<EraseOptions> = async (
  context,
  { reference = [], again = false, reason },
) => {
  if (again === reference.length > 0)
    throw new UsageError(
      again ? '--again takes no reference numbers' : 'no reference number is given',
      'Give reference numbers or --again',
    );
  const { stack } = await openDesk(context);
  const { database: client, tables } = stack;
  const change = { by: await stack.actor(), reason };
  if (again) {
    const numbers = await eraseAgain({ client, tables }, change);
    return {
      data: { erased: numbers.map((referenceNumber) => ({ referenceNumber, changed: true })), missing: [] },
      text:
        numbers.map((number) => `${number} erased again`).join('\n') || 'no erased enquiry is in the table',
    };
  }
  return changeEach('erased', reference, async (referenceNumber) => {
    const outcome = await eraseEnquiry({ client, tables }, referenceNumber, change);
    const changed = outcome === 'erased';
    return outcome && { data: { referenceNumber, changed }, text: changed ? 'erased' : 'was erased before' };
  });
};

/** `waypost enquiries audit`: the trail, oldest first. Throws UsageError, OperatorError, StoreUnavailable. */
export const auditEnquiries: Run<EnquiryEventSelection & PageOptions> = async (
  context,
  { action, since, limit, cursor },
) => {
  const [after] = placeAfter('enquiry audit', cursor) ?? [];
  const { trail } = await openDesk(context);
  const { entries, more } = await listEnquiryEvents(trail, { action, since }, limit, after);
  const last = entries.at(-1);
  const page = continuation('enquiry audit', last && [last.event, ''], more);
  return {
    data: { entries: entries.map(({ event: _, ...entry }) => entry), ...page },
    text: formatPage(entries.map(trailRow), page, 'no entries'),
  };
};

const trailRow = ({ at, action, count, by, details, reason = '' }: EnquiryEvent) => {
  const { referenceNumbers = [], ...selection } = details;
  return {
    at,
    what: action,
    enquiries: count,
    by,
    details: [...referenceNumbers, formatDetails(selection)].filter(Boolean).join(' '),
    reason,
  };
};

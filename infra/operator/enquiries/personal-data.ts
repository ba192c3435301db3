import { eraseAgain, eraseEnquiry } from '../../../shared/data-access/billing/enquiry-erasure.ts';
import {
  type EnquiryEventSelection,
  listEnquiryEvents,
} from '../../../shared/data-access/billing/enquiry-trail.ts';
import type { EnquiryEvent } from '../../../shared/domain/billing/enquiry.ts';
import { toExportedEnquiry } from '../../../shared/wire/enquiries/enquiry-export.ts';
import type { Run } from '../command.ts';
import { exitCodes, UsageError } from '../errors.ts';
import { decodeCursor, encodeCursor, nextPageText, type PageOptions } from '../page.ts';
import { textTable, visible } from '../terminal/text.ts';
import { enquiryLines, openDesk, positionOf, unknownEnquiries } from './enquiries.ts';

/**
 * `waypost enquiries find`: all of a person's enquiries, for a request for access or erasure. Throws UsageError,
 * OperatorError, StoreUnavailable.
 */
export const findEnquiries: Run<PageOptions & { readonly email: string }> = async (
  context,
  { email, limit, cursor },
) => {
  const after = cursor === undefined ? undefined : positionOf(cursor);
  const { desk, record } = await openDesk(context);
  const { enquiries, unreadable, more, last } = await desk.findByEmail(email, limit, after);
  const referenceNumbers = enquiries.map(({ referenceNumber }) => referenceNumber);
  await record({ action: 'FOUND', count: enquiries.length, details: { referenceNumbers } });
  const next = last && more > 0 ? encodeCursor('enquiries', [last.submittedAt, last.referenceNumber]) : null;
  const shown = enquiries.map(toExportedEnquiry);
  const found = shown.length === 0 ? 'no enquiries' : shown.map(enquiryLines).join('\n\n');
  const damaged = unreadable.length > 0 ? `\n\ncannot be read: ${unreadable.map(visible).join(', ')}` : '';
  return {
    data: { enquiries: shown, unreadable, more, next },
    text: `${found}${damaged}${nextPageText({ next, more })}`,
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
    throw new UsageError(again ? '--again takes no reference numbers' : 'no reference number is given', {
      remedy: 'Give reference numbers or --again',
    });
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
  const erased: { readonly referenceNumber: string; readonly changed: boolean }[] = [];
  const missing: string[] = [];
  for (const referenceNumber of new Set(reference)) {
    const outcome = await eraseEnquiry({ client, tables }, referenceNumber, change);
    if (outcome) erased.push({ referenceNumber, changed: outcome === 'erased' });
    else missing.push(referenceNumber);
  }
  const lines = erased.map(
    ({ referenceNumber, changed }) => `${referenceNumber} ${changed ? 'erased' : 'was erased before'}`,
  );
  const result = { data: { erased, missing }, text: lines.join('\n') };
  if (missing.length > 0) throw unknownEnquiries(missing).after(result);
  return result;
};

/** `waypost enquiries audit`: the trail, oldest first. Throws UsageError, OperatorError, StoreUnavailable. */
export const auditEnquiries: Run<EnquiryEventSelection & PageOptions> = async (
  context,
  { action, since, limit, cursor },
) => {
  const [after] = cursor === undefined ? [] : decodeCursor('enquiry audit', cursor);
  const { trail } = await openDesk(context);
  const { entries, more } = await listEnquiryEvents(trail, { action, since }, limit, after);
  const last = entries.at(-1);
  const next = last && more > 0 ? encodeCursor('enquiry audit', [last.event, '']) : null;
  return {
    data: { entries: entries.map(({ event: _, ...entry }) => entry), more, next },
    text: entries.length === 0 ? 'no entries' : `${trailTable(entries)}${nextPageText({ next, more })}`,
  };
};

const trailTable = (entries: readonly EnquiryEvent[]): string =>
  textTable(
    ['AT', 'WHAT', 'ENQUIRIES', 'BY', 'DETAILS', 'REASON'],
    entries.map(
      ({ at, action, count, by, details: { referenceNumbers = [], ...selection }, reason = '' }) => [
        at,
        action,
        String(count),
        by,
        [...referenceNumbers, ...Object.entries(selection).map(([name, value]) => `${name}=${value}`)].join(
          ' ',
        ),
        reason,
      ],
    ),
    [2],
  );

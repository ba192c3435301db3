import {
  type EnquiryPosition,
  type EnquirySelection,
  enquiryDesk,
  type StatusChange,
} from '../../../shared/data-access/billing/enquiry-desk.ts';
import { eraseAgain, eraseEnquiry } from '../../../shared/data-access/billing/enquiry-erasure.ts';
import {
  type EnquiryEventSelection,
  listEnquiryEvents,
  recordReading,
} from '../../../shared/data-access/billing/enquiry-trail.ts';
import type { Enquiry, EnquiryEvent, EnquirySummary } from '../../../shared/domain/billing/enquiry.ts';
import { toExportedEnquiry } from '../../../shared/wire/enquiries/enquiry-export.ts';
import type { CommandContext, Outcome, Run } from '../command.ts';
import { asOperatorError, exitCodes, OperatorError, UsageError } from '../errors.ts';
import { continuation, formatPage, nextPageText, type PageOptions, placeAfter } from '../page.ts';
import { tableOf } from '../stack/operated-stack.ts';
import { say } from '../terminal/output.ts';
import { fieldLines, formatDetails, formatDuration, shortName, visible } from '../terminal/text.ts';

export interface SelectionOptions {
  readonly status: 'open' | 'closed' | 'all';
  readonly since?: Date;
  readonly until?: Date;
  readonly sandbox?: boolean;
}

const statuses = { open: 'OPEN', closed: 'CLOSED', all: undefined } as const;

/** Converts the options to a selection. Throws UsageError if the period ends before it starts. */
export const selectionOf = (options: SelectionOptions): EnquirySelection => {
  const { status, since, until, sandbox = false } = options;
  if (since && until && since >= until)
    throw new UsageError(
      `--until ${until.toISOString()} is not after --since ${since.toISOString()}`,
      'Use a later --until, or an earlier --since',
    );
  return { sandbox, status: statuses[status], since, until };
};

/** Connects to the stack's enquiry store. Throws OperatorError. */
export const openDesk = async ({ openStack }: CommandContext) => {
  const stack = await openStack();
  const table = tableOf(stack, 'enquiries');
  const trail = tableOf(stack, 'apiKeyEvents');
  /** Records that enquiries are about to be shown. If that fails, they must not be shown. Throws StoreUnavailable. */
  const record = async (entry: Omit<Parameters<typeof recordReading>[1], 'by'>) =>
    recordReading(trail, { ...entry, by: await stack.actor() });
  return { stack, trail, record, desk: enquiryDesk({ table, onUnreadable: ({ message }) => say(message) }) };
};

export const listEnquiries: Run<SelectionOptions & PageOptions> = async (context, options) => {
  const selection = selectionOf(options);
  const after = positionAfter(options.cursor);
  const { desk } = await openDesk(context);
  const { enquiries, more } = await desk.list(selection, options.limit, after);
  const page = continuationAfter(enquiries.at(-1), more);
  return {
    data: { enquiries: enquiries.map(({ expiresAt: _, ...shown }) => shown), ...page },
    text: formatPage(enquiries.map(enquiryRow), page, 'no enquiries'),
  };
};

const list = 'enquiries';

const positionAfter = (cursor: string | undefined): EnquiryPosition | undefined => {
  const after = placeAfter(list, cursor);
  return after && { submittedAt: after[0], referenceNumber: after[1] };
};

const continuationAfter = (last: EnquiryPosition | undefined, more: number) =>
  continuation(list, last && [last.submittedAt, last.referenceNumber], more);

const enquiryRow = ({
  referenceNumber: reference,
  submittedAt,
  client,
  enquiryType,
  biller,
  status,
}: EnquirySummary) => {
  // One line, shortened but recognisable.
  const cell = (text: string) => shortName(visible(text));
  return {
    reference,
    submitted: `${submittedAt.slice(0, 16)}Z`,
    age: formatDuration(Math.max(Date.now() - Date.parse(submittedAt), 0)),
    client: cell(client),
    type: cell(enquiryType),
    biller: cell(biller ?? '-'),
    status,
  };
};

export const showEnquiry: Run<{ readonly reference: string }> = async (context, { reference }) => {
  const { desk, record } = await openDesk(context);
  const enquiry = await desk.find(reference);
  if (!enquiry) throw unknownEnquiries([reference]);
  await record({ action: 'SHOWN', count: 1, details: { referenceNumbers: [reference] } });
  const data = toExportedEnquiry(enquiry);
  return { data, text: enquiryLines(data) };
};

const enquiryLines = ({ enquiryDetails, ...fields }: ReturnType<typeof toExportedEnquiry>): string =>
  fieldLines({ ...fields, enquiryDetails });

const unknownEnquiries = (references: readonly string[]): OperatorError =>
  new OperatorError(`no enquiries found for: ${references.join(', ')}`, {
    code: 'not_found',
    remedy: 'They may be in another stack, or may have expired and been deleted',
  });

export const closeEnquiries: Run<{ reference: string[]; note?: string }> = async (context, given) => {
  const { stack, desk } = await openDesk(context);
  const closing = { by: await stack.actor(), note: given.note };
  const describeClosed = ({ closedAt = 'an unknown time', closedBy = 'someone' }: Enquiry) =>
    visible(`was closed at ${closedAt} by ${closedBy}`);
  return changeEach('enquiries', given.reference, async (each) =>
    describeStatus(await desk.close(each, closing), 'closed', describeClosed),
  );
};

export const reopenEnquiries: Run<{ reference: string[] }> = async (context, { reference }) => {
  const { desk } = await openDesk(context);
  return changeEach('enquiries', reference, async (each) =>
    describeStatus(await desk.reopen(each), 'open again', () => 'was open'),
  );
};

const describeStatus = (
  change: StatusChange | undefined,
  changedText: string,
  unchangedText: (enquiry: Enquiry) => string,
) => {
  if (!change) return undefined;
  const { referenceNumber, status } = change.enquiry;
  const changed = change.outcome === 'changed';
  return {
    data: { referenceNumber, status, changed },
    text: changed ? changedText : unchangedText(change.enquiry),
  };
};

/** Changes enquiries one by one. Errors have the result for the others or, if a change fails, so far. */
const changeEach = async (
  list: 'enquiries' | 'erased',
  references: readonly string[],
  change: (reference: string) => Promise<{ readonly data: object; readonly text: string } | undefined>,
): Promise<Outcome> => {
  const missing: string[] = [];
  const changed: object[] = [];
  const lines: string[] = [];
  const result = () => ({ data: { [list]: changed, missing }, text: lines.join('\n') });
  for (const reference of new Set(references)) {
    const found = await change(reference).catch((error: unknown) => {
      throw asOperatorError(error).after(result());
    });
    if (found) {
      changed.push(found.data);
      lines.push(`${reference} ${found.text}`);
    } else missing.push(reference);
  }
  if (missing.length > 0) throw unknownEnquiries(missing).after(result());
  return result();
};

export const findEnquiries: Run<PageOptions & { readonly email: string }> = async (
  context,
  { email, limit, cursor },
) => {
  const after = positionAfter(cursor);
  const { desk, record } = await openDesk(context);
  const { enquiries, unreadable, more } = await desk.findByEmail(email, limit, after);
  const referenceNumbers = enquiries.map(({ referenceNumber }) => referenceNumber);
  await record({ action: 'FOUND', count: enquiries.length, details: { referenceNumbers } });
  const page = continuationAfter(enquiries.at(-1), more);
  const shown = enquiries.map(toExportedEnquiry);
  const found = shown.length === 0 ? 'no enquiries' : shown.map(enquiryLines).join('\n\n');
  const damaged = unreadable.length > 0 ? `\n\ncannot be read: ${unreadable.map(visible).join(', ')}` : '';
  return {
    data: { enquiries: shown, unreadable, ...page },
    text: `${found}${damaged}${nextPageText(page)}`,
    exit: unreadable.length > 0 ? exitCodes.failed : exitCodes.done,
  };
};

/** `waypost enquiries erase`. With `again`, erases all enquiries that the audit trail lists as erased. */
export const eraseEnquiries: Run<{ reference?: string[]; again?: boolean; reason: string }> = async (
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
        numbers.map((number) => `${number} erased again`).join('\n') || 'the table has no erased enquiries',
    };
  }
  return changeEach('erased', reference, async (referenceNumber) => {
    const outcome = await eraseEnquiry({ client, tables }, referenceNumber, change);
    const changed = outcome === 'erased';
    return outcome && { data: { referenceNumber, changed }, text: changed ? 'erased' : 'was erased before' };
  });
};

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

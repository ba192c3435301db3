import {
  type EnquiryPosition,
  type EnquirySelection,
  enquiryDesk,
  type StatusChange,
} from '../../../shared/data-access/billing/enquiry-desk.ts';
import { recordReading } from '../../../shared/data-access/billing/enquiry-trail.ts';
import type { Enquiry, EnquirySummary } from '../../../shared/domain/billing/enquiry.ts';
import { toExportedEnquiry } from '../../../shared/wire/enquiries/enquiry-export.ts';
import type { CommandContext, Outcome, Run } from '../command.ts';
import { OperatorError, UsageError } from '../errors.ts';
import { decodeCursor, encodeCursor, nextPageText, type PageOptions } from '../page.ts';
import { say } from '../terminal/output.ts';
import { fieldLines, formatDuration, shortName, textTable, visible } from '../terminal/text.ts';

/** Options that select enquiries. */
export interface SelectionOptions {
  readonly status: 'open' | 'closed' | 'all';
  readonly since?: Date;
  readonly until?: Date;
  readonly sandbox?: boolean;
}

const statuses = { open: 'OPEN', closed: 'CLOSED', all: undefined } as const;

/** Converts the options to a selection. Throws UsageError if the period ends before it begins. */
export const selectionOf = ({
  status,
  since,
  until,
  sandbox = false,
}: SelectionOptions): EnquirySelection => {
  if (since && until && since >= until)
    throw new UsageError(`--until ${until.toISOString()} is not after --since ${since.toISOString()}`, {
      remedy: 'Give a later --until, or an earlier --since',
    });
  const wanted = statuses[status];
  return { sandbox, ...(wanted && { status: wanted }), ...(since && { since }), ...(until && { until }) };
};

/** Opens the enquiries of the stack. Throws OperatorError. */
export const openDesk = async ({ openStack }: CommandContext) => {
  const stack = await openStack();
  const table = { client: stack.database, tableName: stack.tables.enquiries };
  const trail = { client: stack.database, tableName: stack.tables.apiKeyEvents };
  /** Records that enquiries are about to be shown: if that fails, they must not be. Throws StoreUnavailable. */
  const record = async (entry: Omit<Parameters<typeof recordReading>[1], 'by'>) =>
    recordReading(trail, { ...entry, by: await stack.actor() });
  return { stack, trail, record, desk: enquiryDesk({ table, onUnreadable: ({ message }) => say(message) }) };
};

/** `waypost enquiries list`: without personal data. Throws UsageError, OperatorError, StoreUnavailable. */
export const listEnquiries: Run<SelectionOptions & PageOptions> = async (context, options) => {
  const selection = selectionOf(options);
  const { limit, cursor } = options;
  const after = cursor === undefined ? undefined : positionOf(cursor);
  const { desk } = await openDesk(context);
  const { enquiries, more } = await desk.list(selection, limit, after);
  const last = enquiries.at(-1);
  const next = last && more > 0 ? encodeCursor('enquiries', [last.submittedAt, last.referenceNumber]) : null;
  return {
    data: { enquiries: enquiries.map(({ expiresAt: _, ...shown }) => shown), more, next },
    text:
      enquiries.length === 0 ? 'no enquiries' : `${enquiryTable(enquiries)}${nextPageText({ next, more })}`,
  };
};

export const positionOf = (cursor: string): EnquiryPosition => {
  const [submittedAt, referenceNumber] = decodeCursor('enquiries', cursor);
  return { submittedAt, referenceNumber };
};

const enquiryTable = (enquiries: readonly EnquirySummary[]): string => {
  // One line, shortened but recognisable.
  const cell = (text: string) => shortName(visible(text));
  return textTable(
    ['REFERENCE', 'SUBMITTED', 'AGE', 'CLIENT', 'TYPE', 'BILLER', 'STATUS'],
    enquiries.map(({ referenceNumber, submittedAt, client, enquiryType, biller, status }) => [
      referenceNumber,
      `${submittedAt.slice(0, 16)}Z`,
      formatDuration(Math.max(Date.now() - Date.parse(submittedAt), 0)),
      cell(client),
      cell(enquiryType),
      cell(biller ?? '-'),
      status,
    ]),
  );
};

/** `waypost enquiries show`. Throws OperatorError if the enquiry does not exist. */
export const showEnquiry: Run<{ readonly reference: string }> = async (context, { reference }) => {
  const { desk, record } = await openDesk(context);
  const enquiry = await desk.find(reference);
  if (!enquiry) throw unknownEnquiries([reference]);
  await record({ action: 'SHOWN', count: 1, details: { referenceNumbers: [reference] } });
  const data = toExportedEnquiry(enquiry);
  return { data, text: enquiryLines(data) };
};

/** Formats an enquiry in full, its text last. */
export const enquiryLines = ({ enquiryDetails, ...fields }: ReturnType<typeof toExportedEnquiry>): string =>
  fieldLines({ ...fields, enquiryDetails });

export const unknownEnquiries = (references: readonly string[]): OperatorError =>
  new OperatorError(`no enquiry has the reference number ${references.join(', ')}`, {
    code: 'not_found',
    remedy: 'It may be in another stack, or may have expired and been deleted',
  });

interface CloseOptions {
  readonly reference: readonly string[];
  readonly note?: string;
}

/** `waypost enquiries close`. Throws OperatorError if an enquiry does not exist. */
export const closeEnquiries: Run<CloseOptions> = async (context, { reference, note }) => {
  const { stack, desk } = await openDesk(context);
  const closing = { by: await stack.actor(), note };
  return changeEach(
    reference,
    (each) => desk.close(each, closing),
    ({ outcome, enquiry }) => (outcome === 'changed' ? 'closed' : describeClosed(enquiry)),
  );
};

const describeClosed = ({ closedAt = 'an unknown time', closedBy = 'somebody' }: Enquiry): string =>
  visible(`was closed at ${closedAt} by ${closedBy}`);

/** `waypost enquiries reopen`. Throws OperatorError if an enquiry does not exist. */
export const reopenEnquiries: Run<CloseOptions> = async (context, { reference }) => {
  const { desk } = await openDesk(context);
  return changeEach(reference, desk.reopen, ({ outcome }) =>
    outcome === 'changed' ? 'open again' : 'was open',
  );
};

/** Changes enquiries one by one. If some do not exist, throws OperatorError with the result for the others. */
const changeEach = async (
  references: readonly string[],
  change: (reference: string) => Promise<StatusChange | undefined>,
  describe: (change: StatusChange) => string,
): Promise<Outcome> => {
  const missing: string[] = [];
  const changes: StatusChange[] = [];
  for (const reference of new Set(references)) {
    const changed = await change(reference);
    if (changed) changes.push(changed);
    else missing.push(reference);
  }
  const enquiries = changes.map(({ outcome, enquiry: { referenceNumber, status } }) => ({
    referenceNumber,
    status,
    changed: outcome === 'changed',
  }));
  const lines = changes.map((changed) => `${changed.enquiry.referenceNumber} ${describe(changed)}`);
  const result = { data: { enquiries, missing }, text: lines.join('\n') };
  if (missing.length > 0) throw unknownEnquiries(missing).after(result);
  return result;
};

import {
  type EnquiryDesk,
  type EnquiryPlace,
  type EnquirySelection,
  enquiryDesk,
  type StatusChange,
} from '../../../shared/data-access/billing/enquiry-desk.ts';
import type { Enquiry, EnquirySummary } from '../../../shared/domain/billing/enquiry.ts';
import { shownEnquiry } from '../../../shared/wire/enquiries/enquiry-export.ts';
import type { CommandContext, Outcome, Run } from '../command.ts';
import { OperatorError, UsageError } from '../errors.ts';
import { decodeCursor, encodeCursor, nextPageText, type PageOptions } from '../page.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { say } from '../terminal/output.ts';
import { formatDuration, shortName, textTable, visible, visibleLines } from '../terminal/text.ts';

/** Options that select enquiries. */
export interface SelectionOptions {
  readonly status: 'open' | 'closed' | 'all';
  readonly since?: Date;
  readonly until?: Date;
  readonly sandbox?: boolean;
}

const statuses = { open: 'OPEN', closed: 'CLOSED', all: undefined } as const;

/** Returns the selection of the options. Throws UsageError for an interval that ends before it begins. */
export const selectionOf = ({
  status,
  since,
  until,
  sandbox = false,
}: SelectionOptions): EnquirySelection => {
  if (since && until && since >= until)
    throw new UsageError(`--until ${until.toISOString()} is not after --since ${since.toISOString()}`);
  const wanted = statuses[status];
  return {
    sandbox,
    ...(wanted && { status: wanted }),
    ...(since && { since }),
    ...(until && { until }),
  };
};

/** Opens the desk of a stack's enquiries. Throws OperatorError. */
export const openDesk = async ({
  openStack,
}: CommandContext): Promise<{ readonly stack: OperatedStack; readonly desk: EnquiryDesk }> => {
  const stack = await openStack();
  const table = { client: stack.database, tableName: stack.tables.enquiries };
  return { stack, desk: enquiryDesk({ table, onUnreadable: ({ message }) => say(message) }) };
};

/** `waypost enquiries list`: without personal data. Throws UsageError, OperatorError, StoreUnavailable. */
export const listEnquiries: Run<SelectionOptions & PageOptions> = async (context, options) => {
  const selection = selectionOf(options);
  const after = options.cursor === undefined ? undefined : placeOf(options.cursor);
  const { desk } = await openDesk(context);
  const { enquiries, more } = await desk.list(selection, options.limit, after);
  const last = enquiries.at(-1);
  const next = last && more > 0 ? encodeCursor(`${last.submittedAt} ${last.referenceNumber}`) : null;
  return {
    data: { enquiries: enquiries.map(listedEnquiry), more, next },
    text:
      enquiries.length === 0 ? 'no enquiries' : `${enquiryTable(enquiries)}${nextPageText({ next, more })}`,
  };
};

const placeOf = (cursor: string): EnquiryPlace => {
  const [submittedAt = '', referenceNumber] = decodeCursor(cursor).split(' ');
  if (referenceNumber !== undefined && !Number.isNaN(Date.parse(submittedAt)))
    return { submittedAt, referenceNumber };
  throw new UsageError('the cursor does not belong to a list of enquiries: start again without --cursor');
};

const listedEnquiry = ({
  referenceNumber,
  submittedAt,
  client,
  enquiryType,
  biller,
  status,
  sandbox,
}: EnquirySummary) => ({ referenceNumber, submittedAt, client, enquiryType, biller, status, sandbox });

const enquiryTable = (enquiries: readonly EnquirySummary[]): string => {
  // One line, no longer than needed to recognise a name.
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

const labels = {
  referenceNumber: 'reference',
  status: 'status',
  submittedAt: 'submitted',
  client: 'client',
  sandbox: 'sandbox',
  firstname: 'first name',
  lastname: 'last name',
  email: 'e-mail',
  enquiryType: 'type',
  biller: 'biller',
  billId: 'bill',
  paymentDate: 'paid',
  closedAt: 'closed',
  closedBy: 'closed by',
  closingNote: 'note',
  deleteAfter: 'to be deleted on',
  enquiryDetails: 'details',
} as const satisfies Record<keyof ReturnType<typeof shownEnquiry>, string>;

const labelWidth = Math.max(...Object.values(labels).map(({ length }) => length)) + 2;

/** `waypost enquiries show`: all that the sender wrote. Throws OperatorError if there is no such enquiry. */
export const showEnquiry: Run<{ readonly reference: string }> = async (context, { reference }) => {
  const { desk } = await openDesk(context);
  const enquiry = await desk.find(reference);
  if (!enquiry) throw unknownEnquiries([reference]);
  const shown = shownEnquiry(enquiry);
  const values: Readonly<Record<string, string | boolean | null>> = {
    ...shown,
    sandbox: shown.sandbox || null,
  };
  const text = Object.entries(labels).flatMap(([name, label]) => {
    const value = values[name] ?? null;
    if (value === null) return [];
    return visibleLines(String(value)).map((line, index) =>
      `${(index === 0 ? label : '').padEnd(labelWidth)}${line}`.trimEnd(),
    );
  });
  return { data: shown, text: text.join('\n') };
};

const unknownEnquiries = (references: readonly string[]): OperatorError =>
  new OperatorError(`no enquiry has the reference number ${references.join(', ')}`, {
    code: 'not_found',
    remedy: 'The number belongs to another stack, or the enquiry has expired and was deleted',
  });

interface CloseOptions {
  readonly reference: readonly string[];
  readonly note?: string;
}

/** `waypost enquiries close`. Throws OperatorError if one of them does not exist. */
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

/** `waypost enquiries reopen`. Throws OperatorError if one of them does not exist. */
export const reopenEnquiries: Run<CloseOptions> = async (context, { reference }) => {
  const { desk } = await openDesk(context);
  return changeEach(reference, desk.reopen, ({ outcome }) =>
    outcome === 'changed' ? 'open again' : 'was open',
  );
};

/** Changes enquiries in turn. Throws OperatorError with the result for the others if some do not exist. */
const changeEach = async (
  references: readonly string[],
  change: (reference: string) => Promise<StatusChange | undefined>,
  describe: (change: StatusChange) => string,
): Promise<Outcome> => {
  const missing: string[] = [];
  const lines: string[] = [];
  const enquiries: {
    readonly referenceNumber: string;
    readonly status: string;
    readonly changed: boolean;
  }[] = [];
  for (const referenceNumber of new Set(references)) {
    const changed = await change(referenceNumber);
    if (!changed) {
      missing.push(referenceNumber);
      continue;
    }
    const { outcome, enquiry } = changed;
    enquiries.push({ referenceNumber, status: enquiry.status, changed: outcome === 'changed' });
    lines.push(`${referenceNumber} ${describe(changed)}`);
  }
  const result = { data: { enquiries, missing }, text: lines.join('\n') };
  if (missing.length > 0) throw unknownEnquiries(missing).after(result);
  return result;
};

import type { StatusChange } from '../../../shared/data-access/billing/enquiry-desk.ts';
import type { Enquiry } from '../../../shared/domain/billing/enquiry.ts';
import { OperatorError } from '../operator-error.ts';
import type { StackChoice } from '../stack/open-stack.ts';
import { visible } from '../terminal/visible-text.ts';
import { atEnquiries } from './enquiries-at.ts';
import { enquiryListText } from './enquiry-list.ts';
import { type SelectionOptions, selectionOf } from './enquiry-selection.ts';
import { enquiryText } from './enquiry-text.ts';

interface ListOptions extends StackChoice, SelectionOptions {
  readonly limit: number;
  readonly json?: boolean;
}

const print = (text: string) => void process.stdout.write(`${text}\n`);

/** `waypost enquiries list`. Throws OperatorError, StoreUnavailable. */
export const listEnquiries = (options: ListOptions): Promise<void> =>
  atEnquiries(options, async ({ desk }) => {
    const list = await desk.list(selectionOf(options), options.limit);
    print(enquiryListText(list, options.json ?? false, new Date()));
  });

const unknown = (referenceNumbers: readonly string[]): OperatorError =>
  new OperatorError(
    `there is no enquiry ${referenceNumbers.join(', ')}: the number belongs to another stack, or the enquiry's time was over and it was deleted`,
  );

/** `waypost enquiries show`. Throws OperatorError where there is none, StoreUnavailable. */
export const showEnquiry = (
  referenceNumber: string,
  options: StackChoice & { readonly json?: boolean },
): Promise<void> =>
  atEnquiries(options, async ({ desk }) => {
    const enquiry = await desk.find(referenceNumber);
    if (!enquiry) throw unknown([referenceNumber]);
    print(enquiryText(enquiry, options.json ?? false));
  });

/** Changes one enquiry after the other and says what became of each. Throws OperatorError for those there are none of. */
const changeEach = async (
  referenceNumbers: readonly string[],
  change: (referenceNumber: string) => Promise<StatusChange | undefined>,
  inWords: (change: StatusChange) => string,
): Promise<void> => {
  const missing: string[] = [];
  for (const referenceNumber of new Set(referenceNumbers)) {
    const changed = await change(referenceNumber);
    if (changed) print(`${referenceNumber} ${inWords(changed)}`);
    else missing.push(referenceNumber);
  }
  if (missing.length > 0) throw unknown(missing);
};

const closedBefore = ({ closedAt = 'before', closedBy = 'somebody' }: Enquiry): string =>
  visible(`was closed at ${closedAt} by ${closedBy}`);

/** `waypost enquiries close`. Throws OperatorError where there is none, StoreUnavailable. */
export const closeEnquiries = (
  referenceNumbers: readonly string[],
  options: StackChoice & { readonly note?: string },
): Promise<void> =>
  atEnquiries(options, async ({ stack, desk }) => {
    const closing = { by: await stack.actor(), note: options.note };
    await changeEach(
      referenceNumbers,
      (referenceNumber) => desk.close(referenceNumber, closing),
      ({ outcome, enquiry }) => (outcome === 'changed' ? 'closed' : closedBefore(enquiry)),
    );
  });

/** `waypost enquiries reopen`. Throws OperatorError where there is none, StoreUnavailable. */
export const reopenEnquiries = (referenceNumbers: readonly string[], choice: StackChoice): Promise<void> =>
  atEnquiries(choice, ({ desk }) =>
    changeEach(referenceNumbers, desk.reopen, ({ outcome }) =>
      outcome === 'changed' ? 'open again' : 'was open',
    ),
  );

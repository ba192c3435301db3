import { type EnquiryDesk, enquiryDesk } from '../../../shared/data-access/billing/enquiry-desk.ts';
import { say } from '../import/import-report.ts';
import { type StackChoice, withStack } from '../stack/open-stack.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';

/** A stack, and the desk at its enquiries. */
export interface EnquiriesAt {
  readonly stack: OperatedStack;
  readonly desk: EnquiryDesk;
}

/** Opens the desk of a stack, and ends the connections after its use. Throws what withStack and `use` throw. */
export const atEnquiries = <T>(choice: StackChoice, use: (at: EnquiriesAt) => Promise<T>): Promise<T> =>
  withStack(choice, (stack) => {
    const table = { client: stack.database, tableName: stack.tables.enquiries };
    return use({ stack, desk: enquiryDesk({ table, onUnreadable: ({ message }) => say(message) }) });
  });

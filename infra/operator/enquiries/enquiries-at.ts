import { adoptEarlierEnquiries } from '../../../shared/data-access/billing/enquiry-adoption.ts';
import { type EnquiryDesk, enquiryDesk } from '../../../shared/data-access/billing/enquiry-desk.ts';
import { stages } from '../../stages/stages.ts';
import { say } from '../import/import-report.ts';
import { type StackChoice, withStack } from '../stack/open-stack.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';

/** A stack, and the desk at its enquiries. */
export interface EnquiriesAt {
  readonly stack: OperatedStack;
  readonly desk: EnquiryDesk;
}

/** How long the stack keeps its enquiries. */
export const retentionDaysOf = ({ stage }: Pick<StackChoice, 'stage'>): number =>
  stages[stage ?? 'local'].enquiryRetentionDays;

/** Opens the desk of a stack, and ends the connections after its use. Throws what withStack and `use` throw. */
export const atEnquiries = <T>(choice: StackChoice, use: (at: EnquiriesAt) => Promise<T>): Promise<T> =>
  withStack(choice, (stack) => {
    const table = { client: stack.database, tableName: stack.tables.enquiries };
    return use({ stack, desk: enquiryDesk({ table, onUnreadable: ({ message }) => say(message) }) });
  });

/** The same where enquiries are looked for in the index, which must know those of earlier releases too. */
export const atListedEnquiries = <T>(choice: StackChoice, use: (at: EnquiriesAt) => Promise<T>): Promise<T> =>
  atEnquiries(choice, async (at) => {
    const { database: client, tables } = at.stack;
    await adoptEarlierEnquiries({ client, tableName: tables.enquiries }, retentionDaysOf(choice));
    return use(at);
  });

import {
  type AdoptedEnquiries,
  adoptEarlierEnquiries,
  adoptNamedEnquiries,
} from '../../../shared/data-access/billing/enquiry-adoption.ts';
import { type EnquiryDesk, enquiryDesk } from '../../../shared/data-access/billing/enquiry-desk.ts';
import { stages } from '../../stages/stages.ts';
import { say } from '../import/import-report.ts';
import { type StackChoice, withStack } from '../stack/open-stack.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { countInWords } from '../terminal/in-words.ts';

/** A stack, and the desk at its enquiries. */
export interface EnquiriesAt {
  readonly stack: OperatedStack;
  readonly desk: EnquiryDesk;
}

/** How many days the stack keeps its enquiries, as the settings of this checkout have it. */
const retentionDaysOf = ({ stage }: Pick<StackChoice, 'stage'>): number =>
  stages[stage ?? 'local'].enquiryRetentionDays;

/** Opens the desk of a stack, and ends the connections after its use. Throws what withStack and `use` throw. */
const atEnquiries = <T>(choice: StackChoice, use: (at: EnquiriesAt) => Promise<T>): Promise<T> =>
  withStack(choice, (stack) => {
    const table = { client: stack.database, tableName: stack.tables.enquiries };
    return use({ stack, desk: enquiryDesk({ table, onUnreadable: ({ message }) => say(message) }) });
  });

const adoptionBy = ({ database: client, tables }: OperatedStack, choice: StackChoice) => ({
  table: { client, tableName: tables.enquiries },
  retentionDays: retentionDaysOf(choice),
});

/** Some may be past their end. */
const tellOfAdopted = ({ adopted, over }: AdoptedEnquiries, days: number): void => {
  if (adopted === 0) return;
  say(
    `enquiries of earlier releases that now have an end, ${days} days after they were sent: ${countInWords(adopted)}; past it, and to be deleted: ${countInWords(over)}`,
  );
};

/**
 * Gives enquiries of earlier releases a status and an end, and tells the operator of it; `again` where the table is to be
 * read even if none was found in it a moment ago. Throws what the SDK throws, StoreUnavailable.
 */
export const adoptEarlier = async (
  stack: OperatedStack,
  choice: StackChoice,
  { again = false } = {},
): Promise<void> => {
  const adoption = adoptionBy(stack, choice);
  const adopted = await adoptEarlierEnquiries(adoption, again ? undefined : stack.deployment);
  tellOfAdopted(adopted, adoption.retentionDays);
};

/** The desk where enquiries are looked for in the index, which must know those of earlier releases too. */
export const atListedEnquiries = <T>(choice: StackChoice, use: (at: EnquiriesAt) => Promise<T>): Promise<T> =>
  atEnquiries(choice, async (at) => {
    await adoptEarlier(at.stack, choice);
    return use(at);
  });

/** The desk where enquiries are named, which may be of an earlier release though the index was thought to know all. */
export const atNamedEnquiries = <T>(
  choice: StackChoice,
  referenceNumbers: readonly string[],
  use: (at: EnquiriesAt) => Promise<T>,
): Promise<T> =>
  atEnquiries(choice, async (at) => {
    const adoption = adoptionBy(at.stack, choice);
    tellOfAdopted(await adoptNamedEnquiries(adoption, referenceNumbers), adoption.retentionDays);
    return use(at);
  });

import * as z from 'zod';

/** Where and how something is not what it should be, in one line; what zod itself says is a list in JSON. */
const mismatches = ({ issues }: z.core.$ZodError): string =>
  issues.map(({ path, message }) => [...path, message].join(': ')).join('; ');

/**
 * What an error says, with what caused it unless it says so itself: the SDK and fetch hide a refused connection below
 * errors of their own.
 */
export const errorMessage = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return errorMessage(error.errors[0]);
  if (error instanceof z.core.$ZodError) return mismatches(error);
  if (!(error instanceof Error)) return String(error);
  const own = error.message || error.name;
  if (error.cause === undefined) return own;
  const cause = errorMessage(error.cause);
  return own.includes(cause) ? own : `${own} (${cause})`;
};

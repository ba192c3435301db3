import type * as z from 'zod/mini';
import { toDotPath } from 'zod/v4/core';

/** Maximum number of issues reported for a line: one line can have thousands, and the first ones suffice to mend it. */
const maximumIssues = 10;

const describe = ({ path, message }: z.core.$ZodIssue) =>
  path.length > 0 ? `${toDotPath(path)}: ${message}` : message;

/**
 * Describes the issues of one line of an import file: `addresses[0].postcode: must be four digits; lat: is missing`.
 */
export const describeIssues = ({ issues }: z.core.$ZodError): string => {
  const described = issues.slice(0, maximumIssues).map(describe);
  const more = issues.length - described.length;
  return [...described, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
};

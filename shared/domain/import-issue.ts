import * as z from 'zod';

/** A line can break thousands of rules at once; whoever mends it needs the first ones. */
const maximumIssues = 10;

const describe = ({ path, message }: z.core.$ZodIssue) =>
  path.length > 0 ? `${z.core.toDotPath(path)}: ${message}` : message;

/** All that is wrong with one line of an import file: `addresses[0].postcode: must be four digits; lat: is missing`. */
export const describeIssues = ({ issues }: z.ZodError): string => {
  const described = issues.slice(0, maximumIssues).map(describe);
  const more = issues.length - described.length;
  return [...described, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
};

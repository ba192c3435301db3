import type { Options } from 'csv-stringify/sync';

/** Adds an apostrophe before a leading line feed, which some spreadsheets drop before they look for a formula. */
const withoutLeadingLineFeed = (text: string): string => (text.startsWith('\n') ? `'${text}` : text);

/**
 * Options for csv-stringify (RFC 4180). Text is quoted, and prefixed with an apostrophe if a spreadsheet would
 * interpret it as a formula. Numbers such as `-37.8` are not changed.
 */
export const safeForSpreadsheets: Options = {
  record_delimiter: '\r\n',
  quoted_string: true,
  escape_formulas: true,
  cast: { string: withoutLeadingLineFeed },
};

import type { Options } from 'csv-stringify/sync';

/**
 * Prefixes an apostrophe to text with a leading line feed, which some spreadsheets drop before looking for a formula.
 */
const withoutLeadingLineFeed = (text: string): string => (text.startsWith('\n') ? `'${text}` : text);

/**
 * Options of csv-stringify (RFC 4180). Text is quoted, and prefixed with an apostrophe if a spreadsheet would interpret
 * it as a formula. Numbers such as `-37.8` are not changed.
 */
export const safeForSpreadsheets: Options = {
  record_delimiter: '\r\n',
  quoted_string: true,
  escape_formulas: true,
  cast: { string: withoutLeadingLineFeed },
};

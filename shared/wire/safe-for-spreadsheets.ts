import type { Options } from 'csv-stringify/sync';

/** A line feed at the start of a cell is dropped by some spreadsheets, which then find a formula behind it. */
const withoutLeadingLineFeed = (text: string): string => (text.startsWith('\n') ? `'${text}` : text);

/**
 * How CSV is written (RFC 4180): text is quoted, and an apostrophe put before it where a spreadsheet would take it for
 * a formula. Numbers stay what they are: `-37.8` is no formula.
 */
export const safeForSpreadsheets: Options = {
  record_delimiter: '\r\n',
  quoted_string: true,
  escape_formulas: true,
  cast: { string: withoutLeadingLineFeed },
};

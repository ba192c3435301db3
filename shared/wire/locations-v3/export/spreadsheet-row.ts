/** Characters by which spreadsheets know a formula, or which some of them drop and then find one behind. */
const formulaBegins = new Set('=+-@\t\r\n＝＋－＠');

const textCell = (text: string): string => {
  const escaped = text.includes('"') ? text.replaceAll('"', '""') : text;
  return formulaBegins.has(text.charAt(0)) ? `"'${escaped}"` : `"${escaped}"`;
};

/**
 * A row of CSV (RFC 4180), its line end included. Text is quoted, and an apostrophe put before it where a spreadsheet
 * would take it for a formula; numbers stay what they are, since `-37.8` is no formula; what is absent is an empty
 * cell. It is what csv-stringify writes with `safeForSpreadsheets`, which a test holds it against, without asking each
 * cell of millions what it is.
 */
export const spreadsheetRow = (cells: readonly (string | number | undefined)[]): string => {
  let row = '';
  let separator = '';
  for (const cell of cells) {
    row += separator;
    if (typeof cell === 'string') row += textCell(cell);
    else if (cell !== undefined) row += cell;
    separator = ',';
  }
  return `${row}\r\n`;
};

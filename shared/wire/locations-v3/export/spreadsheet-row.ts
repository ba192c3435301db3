/** Characters that begin a formula in a spreadsheet, or that some drop before looking for a formula. */
const formulaBegins = new Set('=+-@\t\r\n＝＋－＠');

const textCell = (text: string): string => {
  const escaped = text.includes('"') ? text.replaceAll('"', '""') : text;
  return formulaBegins.has(text.charAt(0)) ? `"'${escaped}"` : `"${escaped}"`;
};

/**
 * Builds a row of CSV (RFC 4180), including its line end. Text is quoted, and prefixed with an apostrophe if a
 * spreadsheet would read it as a formula; numbers stay as they are, since `-37.8` is not a formula; absent cells are
 * empty. Writes what csv-stringify does with `safeForSpreadsheets`, as a test checks, without inspecting the type of
 * millions of cells.
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

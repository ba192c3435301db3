import { csvHeader } from './csv-row.ts';
import { datedName, type ExportFormat, IncompleteExport } from './export-format.ts';

const quoteMarks = (text: string): number => {
  let marks = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) marks++;
  return marks;
};

/** Counts rows; a row continues on the next line while a quote is open. */
const countRows = async (lines: AsyncIterable<string>): Promise<number> => {
  let rows = 0;
  let isOpen = false;
  for await (const line of lines) {
    if (quoteMarks(line) % 2 === 1) isOpen = !isOpen;
    if (isOpen) continue;
    if (!line.endsWith('\r')) throw new IncompleteExport(`row ${rows} of the export is cut off`);
    if (rows === 0 && line !== `${csvHeader}\r`)
      throw new IncompleteExport('the export begins with no header');
    rows++;
  }
  if (isOpen) throw new IncompleteExport(`row ${rows} of the export has no end`);
  return rows;
};

/** CSV export for spreadsheets (RFC 4180): a row of column names, then one row for each work centre. */
export const csvFormat: ExportFormat = {
  fileName: datedName('workcentres', 'csv'),
  contentType: 'text/csv; charset=utf-8; header=present',
  head: () => `${csvHeader}\r\n`,
  record: ({ csvRow }) => [csvRow],
  tail: '',
  async count(lines) {
    const rows = await countRows(lines);
    if (rows === 0) throw new IncompleteExport('the export has no header');
    return rows - 1;
  },
};

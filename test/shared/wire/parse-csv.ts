/** Cells are quoted whole or not at all (RFC 4180); `raw` is the cell as it stands in the file. */
export interface Cell {
  readonly raw: string;
  readonly text: string;
}

/** The rows of a CSV file, in which every row must end with CRLF. */
export const parseCsv = (file: string): Cell[][] => {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let end = 0;
  for (const match of file.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy)) {
    const [whole, raw = '', delimiter] = match;
    row.push({ raw, text: raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw });
    if (delimiter !== ',') {
      rows.push(row);
      row = [];
    }
    end = match.index + whole.length;
  }
  if (end !== file.length || row.length > 0) throw new Error(`no CSV from character ${end}`);
  return rows;
};

/** The rows below the first, by its names. */
export const parseNamedRows = (file: string): Record<string, Cell | undefined>[] => {
  const [names = [], ...rows] = parseCsv(file);
  return rows.map((row) => {
    if (row.length !== names.length) throw new Error(`${row.length} cells below ${names.length} names`);
    return Object.fromEntries(names.map(({ text }, column) => [text, row[column]]));
  });
};

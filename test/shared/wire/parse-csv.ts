/** Cell of a CSV file, which is quoted as a whole or not at all (RFC 4180). `raw` is its text in the file. */
interface Cell {
  readonly raw: string;
  readonly text: string;
}

/** Parses a CSV file. Throws if a row does not end with CRLF. */
const parseCsv = (file: string): Cell[][] => {
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
  if (end !== file.length || row.length > 0) throw new Error(`invalid CSV from character ${end}`);
  return rows;
};

/** Parses a CSV file to rows of cells by column name. */
export const parseNamedRows = (file: string): Record<string, Cell | undefined>[] => {
  const [names = [], ...rows] = parseCsv(file);
  return rows.map((row) => {
    if (row.length !== names.length) throw new Error(`${row.length} cells for ${names.length} names`);
    return Object.fromEntries(names.map(({ text }, column) => [text, row[column]]));
  });
};

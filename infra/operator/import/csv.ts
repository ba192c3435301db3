import * as z from 'zod';
import type { ImportKind } from '../../../shared/data-access/importing/import-kinds.ts';
import { decompressed, maxLineBytes } from '../../../shared/data-access/importing/import-lines.ts';
import { recordKinds } from '../../../shared/data-access/importing/record-kinds.ts';
import { availabilityRecord } from '../../../shared/domain/importing/availability-record.ts';

export type ImportFormat = 'ndjson' | 'csv';

export const formatOf = (name: string): ImportFormat => (/\.csv(\.gz)?$/i.test(name) ? 'csv' : 'ndjson');

const type = z.union([z.string(), z.array(z.string()).transform(([first]) => first)]).optional();
const field = z
  // The schema of an optional field is a union of its type and null.
  .object({ type, anyOf: z.tuple([z.object({ type })], z.unknown()).optional() })
  .transform(({ type, anyOf }) => type ?? anyOf?.[0].type ?? 'string');
const described = z.object({ properties: z.record(z.string(), field) });

/** Returns the columns for a kind, which are all fields of its schema, in order, with their types in JSON Schema. */
export const csvColumns = (kind: ImportKind): ReadonlyMap<string, string> => {
  const record =
    kind === 'availability'
      ? availabilityRecord({ receivedAt: new Date(), replace: false })
      : recordKinds[kind].record;
  const { properties } = described.parse(z.toJSONSchema(record, { io: 'input', unrepresentable: 'any' }));
  return new Map(Object.entries(properties));
};

/**
 * Converts a CSV file, plain or gzip, to NDJSON. Each object is on the line on which its row begins, and all other
 * lines are blank, so that line numbers in the importer's messages match the CSV. A cell that does not match its
 * column's type remains a string, which the importer rejects; `onBadCell` receives the reason if the importer cannot
 * know it. Throws an Error with the line number if the file does not follow RFC 4180 or line 1 does not name columns.
 */
export const csvToNdjson = async function* (
  kind: ImportKind,
  input: AsyncIterable<Uint8Array>,
  onBadCell: (line: number, reason: string) => void,
): AsyncGenerator<Uint8Array> {
  const columns = csvColumns(kind);
  let header: readonly string[] | undefined;
  let converted = '';
  for await (const { line, lines, cells } of readRows(input)) {
    const report = (reason: string) => onBadCell(line, reason);
    // Spreadsheets write an empty row as commas.
    if (cells.some((cell) => cell !== '')) {
      if (header) converted += JSON.stringify(toRecord(header, columns, { line, cells }, report));
      else header = checkHeader(cells, kind, columns);
    }
    converted += '\n'.repeat(lines);
    if (converted.length < chunkLength) continue;
    yield Buffer.from(converted);
    converted = '';
  }
  yield Buffer.from(converted);
};

/** Minimum length of a converted chunk, because each chunk costs a stream much more time than a row. */
const chunkLength = 16_384;

const checkHeader = (
  cells: readonly string[],
  kind: ImportKind,
  columns: ReadonlyMap<string, string>,
): readonly string[] => {
  const names = cells.map((cell) => cell.trim());
  if (!names.some((name) => columns.has(name)))
    throw new Error(
      `line 1 names no field of ${kind}. It must name the columns, separated by commas: ${[...columns.keys()].join(',')}`,
    );
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new Error(`line 1 names the column ${repeated || '""'} twice`);
  return names;
};

interface Row {
  /** Number of the line on which the row begins. */
  readonly line: number;
  readonly cells: readonly string[];
}

const toRecord = (
  header: readonly string[],
  columns: ReadonlyMap<string, string>,
  { line, cells }: Row,
  report: (reason: string) => void,
): Readonly<Record<string, unknown>> => {
  if (cells.length !== header.length)
    throw new Error(
      `line ${line}: the row has ${cells.length} cells, but line 1 has ${header.length} columns. Enclose cells that contain commas, line breaks or quotation marks in quotation marks`,
    );
  const members = header.flatMap((name, index): [string, unknown][] => {
    const cell = cells[index] ?? '';
    if (cell === '') return [];
    return [[name, toValue(cell, columns.get(name), (reason) => report(`${name}: ${reason}`))]];
  });
  return Object.fromEntries(members);
};

/** Converts a cell to a value of its type. Lists and objects are JSON in one cell. */
const toValue = (cell: string, type = 'string', report: (reason: string) => void): unknown => {
  const text = cell.trim();
  switch (type) {
    case 'number':
    case 'integer':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : cell;
    case 'boolean':
      // Spreadsheets write TRUE and FALSE.
      return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : cell;
    case 'array':
    case 'object':
      try {
        return JSON.parse(text);
      } catch (error) {
        report(`not JSON: ${error instanceof Error ? error.message : error}`);
        return cell;
      }
    default:
      return cell;
  }
};

/** Yields the rows of a CSV file (RFC 4180) with LF or CRLF line breaks, and the number of lines in each row. */
const readRows = async function* (
  input: AsyncIterable<Uint8Array>,
): AsyncGenerator<Row & { readonly lines: number }> {
  let [line, lines] = [1, 0];
  let text = '';
  let isOpen = false;
  for await (const next of readLines(decoded(decompressed(input)))) {
    text = lines === 0 ? next : `${text}\n${next}`;
    lines += 1;
    if (text.length > maxLineBytes) throw rowTooLong(line);
    // A line break in quotation marks belongs to the cell.
    if ((next.split('"').length - 1) % 2 === 1) isOpen = !isOpen;
    if (!isOpen) {
      yield { line, lines, cells: cellsOf(text.replace(/\r$/, ''), line) };
      line += lines;
      lines = 0;
    } else if (lines === 1) cellsOf(`${text}"`, line);
  }
  if (isOpen) throw new Error(`line ${line}: a quotation mark in the row is not closed`);
};

const rowTooLong = (line: number): Error =>
  new Error(`line ${line}: the row is longer than ${maxLineBytes} bytes. A quotation mark may be missing`);

const readLines = async function* (texts: AsyncIterable<string>): AsyncGenerator<string> {
  let count = 0;
  let rest = '';
  for await (const text of texts) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    count += lines.length;
    yield* lines;
    if (rest.length > maxLineBytes) throw rowTooLong(count + 1);
  }
  if (rest !== '') yield rest;
};

const cellPattern = /(?:"([^"]*(?:""[^"]*)*)"|([^",]*))(,|$)/y;

/** Splits a row into its cells. Throws an Error that names the line and the cell. */
const cellsOf = (row: string, line: number): readonly string[] => {
  const cells: string[] = [];
  cellPattern.lastIndex = 0;
  for (;;) {
    const at = cellPattern.lastIndex;
    const found = cellPattern.exec(row);
    if (!found) {
      const why =
        row[at] === '"'
          ? 'text after the closing quotation mark'
          : 'a quotation mark in a cell that is not in quotation marks';
      throw new Error(`line ${line}, cell ${cells.length + 1}: ${why}`);
    }
    const [, quoted, bare = '', end] = found;
    cells.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === '') return cells;
  }
};

/** Decodes UTF-8, and removes a byte order mark. */
const decoded = async function* (input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of input) yield decoder.decode(chunk, { stream: true });
    decoder.decode();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new Error('the file is not UTF-8. In a spreadsheet program, save it as "CSV UTF-8"', { cause });
  }
};

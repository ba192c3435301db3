import { Help } from 'commander';

/** Characters that a terminal interprets, or that are invisible or change how others are displayed. */
const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Escapes each UTF-16 code unit as in JSON. */
const escapeCharacter = (character: string): string =>
  character.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Makes untrusted text safe to print on one line. Invisible characters are escaped, such as `\u001b`. */
export const visible = (text: string): string => text.replaceAll(invisible, escapeCharacter);

export const visibleLines = (text: string): readonly string[] => text.split(/\r?\n/).map(visible);

/** Formats a value as JSON that is safe to print. Escaping does not change its meaning. */
export const visibleJson = (value: unknown): string =>
  // The only control character outside strings is the line feed before indentation.
  JSON.stringify(value, null, 2).replaceAll(invisible, (character) =>
    character === '\n' ? character : escapeCharacter(character),
  );

const terminalColumns = 80;

/** Placeholder for a space at which a line must not be broken. It is a Unicode noncharacter, so no text contains it. */
const nonBreakingSpace = '\ufdd0';

/** Marks text that `labelled` must keep on one line, such as a command line to copy. */
export const nonBreaking = (text: string): string => text.replaceAll(' ', nonBreakingSpace);

/** Formats untrusted text after a label, wrapped to 80 columns and aligned. */
export const labelled = (label: string, text: string): string => {
  const lines = new Help().boxWrap(visibleLines(text).join('\n'), terminalColumns - label.length).split('\n');
  return `${label}${lines.join(`\n${' '.repeat(label.length)}`)}`.replaceAll(nonBreakingSpace, ' ');
};

/** Formats fields with untrusted text, each on its own line after its label. Omits null and false. */
export const fieldLines = (fields: Readonly<Record<string, unknown>>): string => {
  const shown = Object.entries(fields)
    .filter(([, value]) => value !== null && value !== false)
    .map(
      ([name, value]) => [name.replace(/[A-Z]/g, ' $&').toLowerCase(), visibleLines(String(value))] as const,
    );
  const lines = shown.flatMap(([name, values]) =>
    values.map((line, index) => [index === 0 ? name : '', line]),
  );
  return alignColumns(lines);
};

/** Formats audit trail details on one line, as `name=value`. */
export const formatDetails = (details: Readonly<Record<string, unknown>>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

/** Shortens a long name to its start and end, which identify it, with an ellipsis between them. */
export const shortName = (name: string): string => name.replace(/^(.{36}).{5,}(.{20})$/su, '$1…$2');

/** A row of a table, with its cells by column. Null means an empty cell. */
export type Row = Readonly<Record<string, string | number | null>>;

/**
 * Formats rows with untrusted text as a table. The columns are those of the first row, and their names in camel case
 * are the headings. Numbers are grouped and right-aligned.
 */
export const textTable = (rows: readonly Row[]): string => {
  const columns = Object.entries(rows[0] ?? {});
  const headings = columns.map(([name]) => name.replace(/[A-Z]/g, ' $&').toUpperCase());
  const format = (cell: Row[string] = '') => (typeof cell === 'number' ? formatCount(cell) : (cell ?? ''));
  const cells = rows.map((row) => columns.map(([name]) => format(row[name])));
  return alignColumns([headings, ...cells], (index) => typeof columns[index]?.[1] === 'number');
};

/** Aligns the cells of lines with untrusted text in columns. */
export const alignColumns = (
  lines: readonly (readonly string[])[],
  isRightAligned: (column: number) => boolean = () => false,
): string => {
  const all = lines.map((cells) => cells.map(visible));
  const width = (column: number) => Math.max(...all.map((cells) => cells[column]?.length ?? 0));
  const widths = (all[0] ?? []).map((_, column) => width(column));
  const pad = (cell: string, column: number) =>
    isRightAligned(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return all.map((cells) => cells.map(pad).join('  ').trimEnd()).join('\n');
};

/** Units above a second, largest first, with their milliseconds. */
const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Formats a duration in one unit, such as `3 minutes` or `90 seconds`. */
export const formatDuration = (milliseconds: number): string => {
  if (milliseconds < 1_000) return 'less than a second';
  const [unit, length] = units.find(([, each]) => milliseconds >= 2 * each) ?? ['second', 1_000];
  return formatCounted(Math.floor(milliseconds / length), unit);
};

/** Formats the distance of an instant from now, such as `in 3 minutes` or `2 days ago`. */
export const formatDistance = (instant: Date, now: Date): string => {
  const milliseconds = instant.getTime() - now.getTime();
  return milliseconds > 0 ? `in ${formatDuration(milliseconds)}` : `${formatDuration(-milliseconds)} ago`;
};

const sizes = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
] as const;

/** Formats a size in decimal units, such as `2.4 MB`. */
export const formatSize = (bytes: number): string => {
  const [unit, size] = sizes.find(([, each]) => bytes >= each) ?? [];
  return size === undefined ? formatCounted(bytes, 'byte') : `${grouped.format(bytes / size)} ${unit}`;
};

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export const formatCount = (count: number): string => grouped.format(count);

/** Formats a count with its noun, whose plural ends in `s`, such as `1 location` or `21,000 locations`. */
export const formatCounted = (count: number, singular: string): string =>
  `${formatCount(count)} ${count === 1 ? singular : `${singular}s`}`;

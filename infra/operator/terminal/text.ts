import { Help } from 'commander';

/**
 * Characters that a terminal interprets, that change how other characters are displayed, or that are invisible: control
 * characters, format characters such as direction changes and zero-width spaces, and line separators.
 */
const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Escapes each UTF-16 code unit as in JSON. */
const escapeCharacter = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

/** Makes untrusted text safe to print on one line. Invisible characters are escaped, such as `\u001b`. */
export const visible = (text: string): string => text.replaceAll(invisible, escapeCharacter);

/** Splits untrusted text into lines that are safe to print. */
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
    .map(([name, value]) => [name.replace(/[A-Z]/g, ' $&').toLowerCase(), String(value)] as const);
  const width = Math.max(...shown.map(([name]) => name.length)) + 2;
  const lines = shown.flatMap(([name, value]) =>
    visibleLines(value).map((line, index) => `${(index === 0 ? name : '').padEnd(width)}${line}`.trimEnd()),
  );
  return lines.join('\n');
};

/** Formats audit trail details on one line, as `name=value`. */
export const formatDetails = (details: Readonly<Record<string, unknown>>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

/** Shortens a long name to its start and end, which identify it, with an ellipsis between them. */
export const shortName = (name: string): string => {
  const characters = [...name];
  if (characters.length <= 60) return name;
  return `${characters.slice(0, 36).join('')}…${characters.slice(-20).join('')}`;
};

/** A row of a table, with its cells by column. Null means an empty cell. */
export type Row = Readonly<Record<string, string | number | null>>;

/**
 * Formats rows with untrusted text as a table. The columns are those of the first row, and their names in camel case
 * are the headings. Numbers are grouped and right-aligned.
 */
export const textTable = (rows: readonly Row[]): string => {
  const columns = Object.entries(rows[0] ?? {});
  const headings = columns.map(([name]) => name.replace(/[A-Z]/g, ' $&').toUpperCase());
  const cells = rows.map((row) => columns.map(([name]) => formatCell(row[name] ?? '')));
  return alignColumns([headings, ...cells], (index) => typeof columns[index]?.[1] === 'number');
};

const formatCell = (cell: string | number): string => (typeof cell === 'number' ? formatCount(cell) : cell);

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

const second = 1_000;
const day = 24 * 60 * 60 * second;

/** Units, largest first, each with the minimum duration (milliseconds) for which it is used. */
const units = [
  { unit: 'days', from: 2 * day, milliseconds: day },
  { unit: 'hours', from: day / 12, milliseconds: day / 24 },
  { unit: 'minutes', from: 120 * second, milliseconds: 60 * second },
  { unit: 'seconds', from: second, milliseconds: second },
] as const;

const longDuration = new Intl.DurationFormat('en', { style: 'long' });

/** Formats a duration in one unit, such as `3 minutes` or `90 seconds`. */
export const formatDuration = (milliseconds: number): string => {
  const found = units.find(({ from }) => milliseconds >= from);
  if (!found) return 'less than a second';
  return longDuration.format({ [found.unit]: Math.floor(milliseconds / found.milliseconds) });
};

/** Formats the distance of an instant from now, such as `in 3 minutes` or `2 days ago`. */
export const formatDistance = (instant: Date, now: Date): string => {
  const milliseconds = instant.getTime() - now.getTime();
  return milliseconds > 0 ? `in ${formatDuration(milliseconds)}` : `${formatDuration(-milliseconds)} ago`;
};

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a size in decimal units, such as `2.4 MB`. */
export const formatSize = (bytes: number): string => {
  const power = sizes.findLastIndex((_, index) => bytes >= 1_000 ** index);
  const unitDisplay = power > 0 ? 'short' : 'long';
  const format = {
    style: 'unit',
    unit: sizes[power] ?? 'byte',
    unitDisplay,
    maximumFractionDigits: 1,
  } as const;
  return new Intl.NumberFormat('en', format).format(bytes / 1_000 ** Math.max(power, 0));
};

const grouped = new Intl.NumberFormat('en');

/** Formats a number, such as `21,000`. */
export const formatCount = (count: number): string => grouped.format(count);

/** Formats a count with its noun, whose plural ends in `s`, such as `1 location` or `21,000 locations`. */
export const formatCounted = (count: number, singular: string): string =>
  `${formatCount(count)} ${count === 1 ? singular : `${singular}s`}`;

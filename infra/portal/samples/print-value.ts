export const scriptName = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : scriptText(name));

export const scriptText = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

interface PrintOptions {
  /** Whether to print JavaScript rather than JSON. */
  readonly isScript?: boolean;
  /** Indentation of the line, in steps of two spaces. */
  readonly depth?: number;
  /** Number of other characters on the line. */
  readonly used?: number;
}

const maxLine = 80;

/** Prints a JSON value: on one line if it fits, otherwise with a line for each member. */
export const printValue = (
  value: unknown,
  { isScript = false, depth = 0, used = 0 }: PrintOptions = {},
): string => {
  if (typeof value === 'string') return isScript ? scriptText(value) : JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const items = Object.entries(value).map(([name, item]: [string, unknown]) => {
    const label = Array.isArray(value) ? '' : `${isScript ? scriptName(name) : JSON.stringify(name)}: `;
    return `${label}${printValue(item, { isScript, depth: depth + 1, used: label.length + 1 })}`;
  });
  if (items.length === 0) return `${open}${close}`.replaceAll(' ', '');
  const line = `${open}${items.join(', ')}${close}`;
  if (!line.includes('\n') && line.length + depth * 2 + used <= maxLine) return line;
  const margin = '  '.repeat(depth + 1);
  const lines = items.map((item) => `${margin}${item}`).join(',\n');
  return `${open.trim()}\n${lines}${isScript ? ',' : ''}\n${'  '.repeat(depth)}${close.trim()}`;
};

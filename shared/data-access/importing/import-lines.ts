import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Maximum length of a line in bytes, which is DynamoDB's maximum item size. */
export const maxLineBytes = 400 * 1024;

export interface LineOrigin {
  /** Name of the file. */
  readonly source: string;
  /** Line number from 1, blank lines included. */
  readonly line: number;
}

/** One line of an import file, without its line break. */
export interface ImportLine extends LineOrigin {
  /** Unchecked UTF-8; absent if the line is longer than `maxLineBytes` and was dropped. */
  readonly bytes: Uint8Array | undefined;
}

export interface BadLine extends LineOrigin {
  readonly reason: string;
}

/**
 * An import file could not be read completely, because of an I/O error, or a damaged or truncated gzip file, or its
 * metadata or size is invalid.
 */
export class UnreadableImport extends Error {
  override readonly name = 'UnreadableImport';
}

/**
 * Maximum size of a decompressed import file, so that a small gzip file does not take hours to read. About 4 million
 * locations of 2 kB are within the limits.
 */
const fileLimits = { bytes: 8_000_000_000, lines: 5_000_000 };

const grouped = new Intl.NumberFormat('en');

/** Throws an Error if more than the maximum of an import was read. */
export const checkSize = (read: typeof fileLimits, limits = fileLimits): void => {
  if (read.lines > limits.lines)
    throw new Error(`an import may have at most ${grouped.format(limits.lines)} lines`);
  if (read.bytes > limits.bytes)
    throw new Error(`an import may have at most ${grouped.format(limits.bytes)} bytes when decompressed`);
};

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Yields the lines of an import file, plain or gzip, with LF or CRLF. Throws UnreadableImport. */
export const readImportLines = async function* (
  source: string,
  input: AsyncIterable<Uint8Array>,
  limits = fileLimits,
): AsyncGenerator<ImportLine> {
  let line = 0;
  let bytes = 0;
  /** Parts of the current line, and its length. The parts are dropped if the line is too long. */
  let parts: Uint8Array[] = [];
  let length = 0;
  const append = (part: Uint8Array): void => {
    length += part.length;
    if (length <= maxLineBytes + '\r'.length) parts.push(part);
    else parts = [];
  };
  const endLine = (): ImportLine => {
    checkSize({ bytes, lines: line + 1 }, limits);
    line += 1;
    const whole = length > maxLineBytes + '\r'.length ? undefined : Buffer.concat(parts);
    parts = [];
    length = 0;
    const content = whole?.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole;
    return { source, line, bytes: content && content.length <= maxLineBytes ? content : undefined };
  };
  try {
    for await (const chunk of decompressed(input)) {
      bytes += chunk.length;
      checkSize({ bytes, lines: line }, limits);
      let start = 0;
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        append(chunk.subarray(start, end));
        start = end + 1;
        yield endLine();
      }
      // Copied, because streams may reuse the memory of a chunk.
      if (start < chunk.length) append(Uint8Array.from(chunk.subarray(start)));
    }
    if (length > 0) yield endLine();
  } catch (cause) {
    const place = line === 0 ? '' : ` past line ${line}`;
    throw new UnreadableImport(`${source} cannot be read${place}: ${describeFailure(cause)}`, { cause });
  }
};

/** Returns why an import file cannot be read. */
export const describeFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const isZlib = 'code' in error && String(error.code).startsWith('Z_');
  return isZlib ? `the gzip file is damaged or incomplete (${error.message})` : error.message;
};

const gzipMagic = [0x1f, 0x8b] as const;

/** Yields the bytes, decompressed if they start with gzip's signature, regardless of the file's name. */
export const decompressed = async function* (input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = input[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < gzipMagic.length) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  const whole = (async function* () {
    try {
      if (head.length > 0) yield head;
      yield* { [Symbol.asyncIterator]: () => chunks };
    } finally {
      await chunks.return?.();
    }
  })();
  const isGzip = gzipMagic.every((byte, index) => head[index] === byte);
  // The reader of the last stream gets all errors, so the callback needs none.
  yield* isGzip ? pipeline(whole, createGunzip(), () => {}) : whole;
};

/** Line that was parsed as JSON, but not yet by its schema, or the reason why it is invalid. */
export type ParsedLine = { readonly value: unknown } | { readonly bad: string };

/** Decoder that also drops a byte order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a line as JSON in UTF-8; undefined for a blank line. The bytes are absent if the line was too long. */
export const parseLine = (bytes: Uint8Array | undefined): ParsedLine | undefined => {
  if (!bytes) return { bad: `longer than ${maxLineBytes} bytes, the maximum size of a stored item` };
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { bad: 'not UTF-8' };
  }
  if (text.trim() === '') return undefined;
  try {
    const reviver = surrogateEscape.test(text) ? rejectLoneSurrogates : undefined;
    return { value: JSON.parse(text, reviver) };
  } catch (error) {
    // Each line is one value, so the parser's own "line 1" would be misleading.
    const message = error instanceof Error ? error.message : String(error);
    return { bad: `not JSON: ${message.replace('(line 1 column', '(column')}` };
  }
};

/** Escape of a surrogate. Lone surrogates, which DynamoDB cannot store, can only be written as escapes. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

const rejectLoneSurrogates = (key: string, value: unknown) => {
  if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed()))
    throw new SyntaxError('contains an unpaired surrogate');
  return value;
};

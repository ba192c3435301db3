import { maximumLineBytes } from './import-line.ts';

/** Result of parsing a line as JSON, before its schema. */
export type ParsedLine =
  | { readonly kind: 'blank' }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'bad'; readonly reason: string };

const blank: ParsedLine = { kind: 'blank' };

const bad = (reason: string): ParsedLine => ({ kind: 'bad', reason });

/** Decoder that also drops a byte order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
};

/** Escape of a surrogate, the only way to a lone one, which DynamoDB cannot store. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

const refuseHalfCharacters = (key: string, value: unknown) => {
  if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed()))
    throw new SyntaxError('half a surrogate pair');
  return value;
};

const parseJson = (text: string): ParsedLine => {
  try {
    const reviver = surrogateEscape.test(text) ? refuseHalfCharacters : undefined;
    return { kind: 'value', value: JSON.parse(text, reviver) };
  } catch (error) {
    return bad(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** Parses the bytes of a line as JSON in UTF-8; the bytes are absent if the line was too long. */
export const parseLine = (bytes: Uint8Array | undefined): ParsedLine => {
  if (!bytes) return bad(`longer than ${maximumLineBytes} bytes, the most that one stored item can have`);
  if (bytes.length === 0) return blank;
  const text = decode(bytes);
  if (text === undefined) return bad('not UTF-8');
  if (text.trim() === '') return blank;
  return parseJson(text);
};

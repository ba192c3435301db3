import { maximumLineBytes } from './import-line.ts';

/** What a line of an import says, before any schema saw it. */
export type ParsedLine =
  | { readonly kind: 'blank' }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'bad'; readonly reason: string };

const bad = (reason: string): ParsedLine => ({ kind: 'bad', reason });

/** Drops a byte order mark by itself. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
};

/** Half a character can only come from an escape: DynamoDB keeps no such text. */
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

/** Reads the bytes of a line, absent where they were too many, as JSON in UTF-8. */
export const parseLine = (bytes: Uint8Array | undefined): ParsedLine => {
  if (!bytes) return bad(`longer than ${maximumLineBytes} bytes, the most that one stored item can have`);
  const text = decode(bytes);
  if (text === undefined) return bad('not UTF-8');
  if (text.trim() === '') return { kind: 'blank' };
  return parseJson(text);
};

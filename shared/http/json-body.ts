import { visit } from 'jsonc-parser';
import type { Problem } from './api-error.ts';
import { quoted } from './quoted.ts';

/** Maximum body size: the specification's "maximum request size 128", read as KiB. */
const largestBodyBytes = 128 * 1024;

/** A body that could not be read, and why. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
  readonly problem: Problem;

  constructor(detail: string) {
    super(detail);
    this.problem = { detail, parameter: 'body' };
  }
}

const decodeUtf8 = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnreadableBody('The body is not valid UTF-8.');
  }
};

/** Throws on duplicate member names, of which `JSON.parse` silently keeps the last. */
const refuseDuplicateMembers = (text: string): void => {
  const open: Set<string>[] = [];
  const enter = (name: string) => {
    const names = open.at(-1);
    if (names?.has(name)) {
      throw new UnreadableBody(`The body contains the field ${quoted(name)} more than once.`);
    }
    names?.add(name);
  };
  try {
    visit(text, {
      onObjectBegin: () => {
        open.push(new Set());
      },
      onObjectProperty: enter,
      onObjectEnd: () => {
        open.pop();
      },
    });
  } catch (error) {
    if (error instanceof UnreadableBody) throw error;
    throw new UnreadableBody('The body is nested too deeply.');
  }
};

/** Returns ` (line 1, column 2)` of the first syntax error; empty if the parser does not find it. */
const placeOfSyntaxError = (text: string): string => {
  let place = '';
  try {
    visit(
      text,
      {
        onError: (_code, _offset, _length, line, character) => {
          place ||= ` (line ${line + 1}, column ${character + 1})`;
        },
      },
      { disallowComments: true },
    );
  } catch {
    // Nested too deeply for it.
  }
  return place;
};

const parseJson = (text: string): unknown => {
  if (text.trim() === '') throw new UnreadableBody('The body is empty.');
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableBody(`The body is not valid JSON${placeOfSyntaxError(text)}.`);
  }
};

const isJson = (contentType: string | undefined): boolean => {
  if (contentType === undefined) return true;
  const [mediaType = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return mediaType === 'application/json' && (charset === undefined || /^"?utf-?8"?$/.test(charset));
};

/** A request body as received, with the headers that describe it. */
export interface RawBody {
  readonly body: string | null;
  readonly isBase64Encoded: boolean;
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
}

/** Reads a request body as JSON in UTF-8. Throws UnreadableBody. */
export const readJsonBody = ({ body, isBase64Encoded, contentType, contentEncoding }: RawBody): unknown => {
  if (!isJson(contentType))
    throw new UnreadableBody('Content-Type must be application/json (charset utf-8).');
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') {
    throw new UnreadableBody('The body must not be compressed.');
  }
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > largestBodyBytes) {
    throw new UnreadableBody(`The body is larger than ${largestBodyBytes / 1024} KiB.`);
  }
  const text = decodeUtf8(bytes);
  const value = parseJson(text);
  refuseDuplicateMembers(text);
  return value;
};

import { type JSONVisitor, visit } from 'jsonc-parser';
import * as z from 'zod/mini';
import { type ApiError, constraintViolation, quoted } from './errors.ts';
import { type GatewayEvent, headerOf } from './gateway-event.ts';

/** Maximum body size: the specification's "maximum request size 128", read as KiB. */
const maxBodyBytes = 128 * 1024;

/** Rejects lone surrogates, which cannot be encoded in UTF-8. */
export const wellFormed = z.refine<string>((text) => text.isWellFormed(), 'must be well-formed Unicode text');

/** Parses the body of a request as JSON in UTF-8. Throws ApiError. */
export const readJsonBody = (event: GatewayEvent): unknown => {
  if (!isJson(headerOf(event, 'content-type'))) {
    throw unreadable('Content-Type must be application/json (charset utf-8).');
  }
  if ((headerOf(event, 'content-encoding') ?? 'identity').toLowerCase() !== 'identity') {
    throw unreadable('The body must not be compressed.');
  }
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > maxBodyBytes) throw unreadable(`The body is larger than ${maxBodyBytes / 1024} KiB.`);
  return parseJson(decodeUtf8(bytes));
};

const unreadable = (detail: string): ApiError => constraintViolation({ detail, parameter: 'body' });

const isJson = (contentType = 'application/json'): boolean => {
  const [mediaType, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return mediaType === 'application/json' && /^charset="?utf-?8"?$/.test(charset ?? 'charset=utf-8');
};

const decodeUtf8 = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw unreadable('The body is not valid UTF-8.');
  }
};

const parseJson = (text: string): unknown => {
  if (text.trim() === '') throw unreadable('The body is empty.');
  const { syntaxError, duplicate, isTooDeep } = inspect(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable(`The body is not valid JSON${syntaxError}.`);
  }
  if (isTooDeep) throw unreadable('The body is nested too deeply.');
  // JSON.parse silently keeps the last duplicate.
  if (duplicate !== undefined)
    throw unreadable(`The body contains the field ${quoted(duplicate)} more than once.`);
  return value;
};

/** Finds the position of the first syntax error, such as ` (line 1, column 2)`, and the first duplicate name. */
const inspect = (text: string) => {
  const openObjects: Set<string>[] = [];
  let syntaxError = '';
  let duplicate: string | undefined;
  let isTooDeep = false;
  const visitor: JSONVisitor = {
    onError: (_code, _offset, _length, line, character) => {
      syntaxError ||= ` (line ${line + 1}, column ${character + 1})`;
    },
    onObjectBegin: () => void openObjects.push(new Set()),
    onObjectProperty: (name) => {
      const names = openObjects.at(-1);
      if (names?.has(name)) duplicate ??= name;
      names?.add(name);
    },
    onObjectEnd: () => void openObjects.pop(),
  };
  try {
    visit(text, visitor, { disallowComments: true });
  } catch {
    // The recursive parser has overflowed the stack.
    isTooDeep = true;
  }
  return { syntaxError, duplicate, isTooDeep };
};

import { visit } from 'jsonc-parser';
import { type ApiError, constraintViolation, quoted } from './errors.ts';
import { type GatewayEvent, headerOf } from './gateway-event.ts';

/** Maximum body size: the specification's "maximum request size 128", read as KiB. */
const maxBodyBytes = 128 * 1024;

/** Reads the body of a request as JSON in UTF-8. Throws ApiError. */
export const readJsonBody = (event: GatewayEvent): unknown => {
  if (!isJson(headerOf(event, 'content-type'))) {
    throw unreadable('Content-Type must be application/json (charset utf-8).');
  }
  if ((headerOf(event, 'content-encoding') ?? 'identity').toLowerCase() !== 'identity') {
    throw unreadable('The body must not be compressed.');
  }
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > maxBodyBytes) throw unreadable(`The body is larger than ${maxBodyBytes / 1024} KiB.`);
  const text = decodeUtf8(bytes);
  const value = parseJson(text);
  refuseDuplicateMembers(text);
  return value;
};

const unreadable = (detail: string): ApiError => constraintViolation({ detail, parameter: 'body' });

const isJson = (contentType: string | undefined): boolean => {
  if (contentType === undefined) return true;
  const [mediaType, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return mediaType === 'application/json' && (charset === undefined || /^"?utf-?8"?$/.test(charset));
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
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(`The body is not valid JSON${placeOfSyntaxError(text)}.`);
  }
};

/** Returns ` (line 1, column 2)` of the first syntax error; empty if the parser does not find it. */
const placeOfSyntaxError = (text: string): string => {
  let place = '';
  const onError = (_code: number, _offset: number, _length: number, line: number, character: number) => {
    place ||= ` (line ${line + 1}, column ${character + 1})`;
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch {
    // Nested too deeply for the parser.
  }
  return place;
};

/** Throws on duplicate member names, of which `JSON.parse` silently keeps the last. */
const refuseDuplicateMembers = (text: string): void => {
  const openObjects: Set<string>[] = [];
  let duplicate: string | undefined;
  try {
    visit(text, {
      onObjectBegin: () => {
        openObjects.push(new Set());
      },
      onObjectProperty: (name) => {
        const names = openObjects.at(-1);
        if (names?.has(name)) duplicate ??= name;
        names?.add(name);
      },
      onObjectEnd: () => {
        openObjects.pop();
      },
    });
  } catch {
    throw unreadable('The body is nested too deeply.');
  }
  if (duplicate !== undefined)
    throw unreadable(`The body contains the field ${quoted(duplicate)} more than once.`);
};

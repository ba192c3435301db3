import { badRequest } from './refusal.ts';

/** Both views a proxy event gives of a query string; null when there is no parameter. */
export interface QueryParameters {
  /** The last value of each name. */
  readonly single: Readonly<Record<string, string>> | null;
  readonly multi: Readonly<Record<string, readonly string[]>> | null;
}

const none: QueryParameters = { single: null, multi: null };

const decode = (text: string): string => {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw badRequest('The query string is not percent-encoded UTF-8.');
  }
};

/** Decodes a query string. Throws Refusal (BAD_REQUEST_PARAMETERS) where its percent-encoding does not decode. */
export const parseQueryString = (rawQuery: string): QueryParameters => {
  if (rawQuery === '') return none;
  // Names are the client's: without a prototype, `__proto__` is a name like any other.
  const single: Record<string, string> = Object.create(null);
  const multi: Record<string, string[]> = Object.create(null);
  let some = false;
  for (const part of rawQuery.split('&')) {
    if (part === '') continue;
    some = true;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? '' : decode(part.slice(equals + 1));
    single[name] = value;
    const values = multi[name];
    if (values === undefined) multi[name] = [value];
    else values.push(value);
  }
  return some ? { single, multi } : none;
};

/** Both views a proxy event gives of a query string; null when there is no parameter. */
export interface QueryParameters {
  /** The last value of each name. */
  readonly single: Readonly<Record<string, string>> | null;
  readonly multi: Readonly<Record<string, readonly string[]>> | null;
  /** Its percent-encoding does not decode, so that there are no parameters: to be refused once the key is known. */
  readonly isMalformed?: true;
}

const none: QueryParameters = { single: null, multi: null };

/** Throws URIError. */
const decode = (text: string): string => {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
};

const decodeAll = (rawQuery: string): QueryParameters => {
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

/** Decodes a query string. */
export const parseQueryString = (rawQuery: string): QueryParameters => {
  try {
    return decodeAll(rawQuery);
  } catch (error) {
    if (error instanceof URIError) return { ...none, isMalformed: true };
    throw error;
  }
};

/** Both views a proxy event gives of a query string; null when there is no parameter. */
export interface QueryParameters {
  /** The last value of each name. */
  readonly single: Readonly<Record<string, string>> | null;
  readonly multi: Readonly<Record<string, readonly string[]>> | null;
  /** What is wrong if its percent-encoding does not decode; there are no parameters then. */
  readonly fault?: string;
}

const none: QueryParameters = { single: null, multi: null };

/** The query string does not decode; the message is for the client. */
class Undecodable extends Error {
  override readonly name = 'Undecodable';
}

/** Names of parameters; any other text of a client is not repeated to it. */
const parameterName = /^[\w.:[\]-]{1,120}$/;

const messageFor = (name: string): string =>
  parameterName.test(name)
    ? `${name}: is not valid percent-encoded UTF-8`
    : 'The query string is not valid percent-encoded UTF-8.';

/** Decodes a name, or the value of the parameter with this name. Throws Undecodable. */
const decode = (text: string, name = ''): string => {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new Undecodable(messageFor(name));
  }
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
    const value = equals < 0 ? '' : decode(part.slice(equals + 1), name);
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
    if (error instanceof Undecodable) return { ...none, fault: error.message };
    throw error;
  }
};

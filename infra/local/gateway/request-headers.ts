/** The headers of a request, grouped whatever the case of their names: two spellings of one name are one header. */
export interface RequestHeaders {
  /** The client's spelling of each name, the last value. */
  readonly single: Readonly<Record<string, string>>;
  readonly multi: Readonly<Record<string, readonly string[]>>;
  readonly userAgent: string | undefined;
}

/** All values of a header in Node's flat list of names and values, by its lower-case name. */
export const headerValues = (rawHeaders: readonly string[], lowerCaseName: string): readonly string[] => {
  const values: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === lowerCaseName.length && name.toLowerCase() === lowerCaseName) {
      values.push(rawHeaders[index + 1] ?? '');
    }
  }
  return values;
};

/** Headers about the connection, which end at the gateway. */
const hopByHop = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What the gateway itself says of the request: a client's own words on these are not believed. */
export interface Forwarding {
  readonly sourceIp: string;
  readonly port: number;
  readonly requestId: string;
}

/** The headers of a list that go through the gateway as they are, and what the gateway's own depend on. */
interface GroupedHeaders {
  readonly names: readonly string[];
  readonly single: Readonly<Record<string, string>>;
  readonly multi: Readonly<Record<string, readonly string[]>>;
  readonly userAgent: string | undefined;
  /** The addresses that earlier proxies told. */
  readonly forwardedFor: string | undefined;
  readonly hasTraceId: boolean;
}

const groupByName = (rawHeaders: readonly string[]) => {
  const groups = new Map<string, { readonly name: string; readonly values: string[] }>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    const lowerCaseName = name.toLowerCase();
    if (hopByHop.has(lowerCaseName)) continue;
    const group = groups.get(lowerCaseName);
    if (group === undefined) groups.set(lowerCaseName, { name, values: [value] });
    else group.values.push(value);
  }
  return groups;
};

const group = (rawHeaders: readonly string[]): GroupedHeaders => {
  const groups = groupByName(rawHeaders);
  const forwardedFor = groups.get('x-forwarded-for')?.values.join(', ');
  for (const name of ['x-forwarded-for', 'x-forwarded-port', 'x-forwarded-proto']) groups.delete(name);
  const kept = [...groups.values()];
  return {
    names: kept.map(({ name }) => name),
    // Names are the client's: made from entries, `__proto__` is a name like any other.
    single: Object.fromEntries(kept.map(({ name, values }) => [name, values.at(-1) ?? ''])),
    multi: Object.fromEntries(kept.map(({ name, values }) => [name, values])),
    userAgent: groups.get('user-agent')?.values.at(-1),
    forwardedFor,
    hasTraceId: groups.has('x-amzn-trace-id'),
  };
};

const remembered = new WeakMap<readonly string[], GroupedHeaders>();

/** The same list comes with every request of a client that keeps its connection and its headers. */
const groupedOf = (rawHeaders: readonly string[]): GroupedHeaders => {
  const known = remembered.get(rawHeaders);
  if (known !== undefined) return known;
  const grouped = group(rawHeaders);
  remembered.set(rawHeaders, grouped);
  return grouped;
};

/** `Root=1-` and 8 and 24 hexadecimal digits, as X-Ray has it, from those of a UUID. */
const traceIdOf = (requestId: string): string =>
  `Root=1-${requestId.slice(0, 8)}-${requestId.slice(9, 13)}${requestId.slice(14, 18)}${requestId.slice(19, 23)}${requestId.slice(24)}`;

/** Reads Node's flat list of names and values, and adds the headers API Gateway adds. What it gives is the caller's own. */
export const collectHeaders = (rawHeaders: readonly string[], forwarding: Forwarding): RequestHeaders => {
  const { names, single, multi, userAgent, forwardedFor, hasTraceId } = groupedOf(rawHeaders);
  const { sourceIp, port, requestId } = forwarding;
  const addresses = forwardedFor === undefined ? sourceIp : `${forwardedFor}, ${sourceIp}`;
  const traceId = hasTraceId ? undefined : traceIdOf(requestId);
  // Each value as a list of its own: a function may change its event, and the next must not see it.
  const lists: Record<string, readonly string[]> = {
    ...multi,
    'X-Forwarded-For': [addresses],
    'X-Forwarded-Port': [String(port)],
    'X-Forwarded-Proto': ['http'],
    ...(traceId !== undefined && { 'X-Amzn-Trace-Id': [traceId] }),
  };
  for (const name of names) lists[name] = lists[name]?.slice() ?? [];
  return {
    single: {
      ...single,
      'X-Forwarded-For': addresses,
      'X-Forwarded-Port': String(port),
      'X-Forwarded-Proto': 'http',
      ...(traceId !== undefined && { 'X-Amzn-Trace-Id': traceId }),
    },
    multi: lists,
    userAgent,
  };
};

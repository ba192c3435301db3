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

/** Bytes of a body by its Content-Length; 0 where there is none. The parser lets no request pass that has several. */
export const declaredLength = (rawHeaders: readonly string[]): number =>
  Number(headerValues(rawHeaders, 'content-length')[0] ?? 0);

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

interface Group {
  readonly name: string;
  readonly values: string[];
}

const groupByName = (rawHeaders: readonly string[]): Map<string, Group> => {
  const groups = new Map<string, Group>();
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

const addForwarding = (groups: Map<string, Group>, { sourceIp, port, requestId }: Forwarding): void => {
  const set = (lowerCaseName: string, name: string, value: string) =>
    groups.set(lowerCaseName, { name, values: [value] });
  const earlier = groups.get('x-forwarded-for')?.values;
  const forwardedFor = earlier === undefined ? sourceIp : `${earlier.join(', ')}, ${sourceIp}`;
  set('x-forwarded-for', 'X-Forwarded-For', forwardedFor);
  set('x-forwarded-port', 'X-Forwarded-Port', String(port));
  set('x-forwarded-proto', 'X-Forwarded-Proto', 'http');
  if (!groups.has('x-amzn-trace-id')) {
    const id = requestId.replaceAll('-', '');
    set('x-amzn-trace-id', 'X-Amzn-Trace-Id', `Root=1-${id.slice(0, 8)}-${id.slice(8)}`);
  }
};

/** Reads Node's flat list of names and values, and adds the headers API Gateway adds. */
export const collectHeaders = (rawHeaders: readonly string[], forwarding: Forwarding): RequestHeaders => {
  const groups = groupByName(rawHeaders);
  addForwarding(groups, forwarding);
  const single: Record<string, string> = Object.create(null);
  const multi: Record<string, readonly string[]> = Object.create(null);
  for (const { name, values } of groups.values()) {
    single[name] = values.at(-1) ?? '';
    multi[name] = values;
  }
  return { single, multi, userAgent: groups.get('user-agent')?.values.at(-1) };
};

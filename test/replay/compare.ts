import type { BytesResponse } from '../support/targets/http-target.ts';

export interface Difference {
  /** Kind of difference: `status`, `header NAME`, `body $.PATH` with `[]` for each element, or `body bytes`. */
  readonly kind: string;
  readonly base: string;
  readonly next: string;
}

/** Headers that may differ. The first two lines are affected by extensions, the others by the connection or the time. */
const ignoredHeaders: ReadonlySet<string> = new Set(
  `access-control-allow-headers access-control-allow-methods access-control-expose-headers
   cache-control etag vary
   connection date keep-alive transfer-encoding via age
   x-amzn-requestid x-amz-apigw-id x-amzn-trace-id x-amzn-remapped-date x-amz-cf-id x-amz-cf-pop`.split(
    /\s+/,
  ),
);

/** Returns all differences between two responses. If the statuses differ, returns only that difference. */
export const differencesBetween = (
  base: BytesResponse,
  next: BytesResponse,
  alsoIgnored: readonly string[] = [],
): readonly Difference[] => {
  if (base.status !== next.status) {
    const shownOf = ({ status, body }: BytesResponse) => shortened(`${status} ${body}`);
    return [{ kind: 'status', base: shownOf(base), next: shownOf(next) }];
  }
  return [...headerDifferences(base, next, alsoIgnored), ...bodyDifferences(base.body, next.body)];
};

const headerDifferences = (base: BytesResponse, next: BytesResponse, alsoIgnored: readonly string[]) => {
  // The length of compressed text depends on the ids that it contains.
  const isCompressed = base.headers['content-encoding'] !== undefined;
  const isCompared = (name: string): boolean =>
    !ignoredHeaders.has(name) && !alsoIgnored.includes(name) && !(isCompressed && name === 'content-length');
  const names = new Set([...Object.keys(base.headers), ...Object.keys(next.headers)].filter(isCompared));
  return [...names].sort().flatMap((name) => {
    const [one = 'absent', other = 'absent'] = [base.headers[name], next.headers[name]];
    if (formOf(one) === formOf(other)) return [];
    return [{ kind: `header ${name}`, base: shortened(one), next: shortened(other) }];
  });
};

const bodyDifferences = (base: Buffer, next: Buffer): readonly Difference[] => {
  if (base.equals(next)) return [];
  // Latin-1 preserves every byte.
  const [one, other] = [formOf(base.toString('latin1')), formOf(next.toString('latin1'))];
  if (one === other) return [];
  const [baseJson, nextJson] = [parsed(one), parsed(other)];
  const isJson = baseJson !== undefined && nextJson !== undefined;
  const differences = isJson ? jsonDifferences('$', baseJson, nextJson) : [];
  return differences.length > 0 ? differences : [bytesDifference(one, other)];
};

const uuid = /"id":"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g;
const referenceNumber = /"referenceNumber":"[0-9A-Z-]{10,24}"/g;
/** Other members of a signed URL's description. The digest depends on the time at which the file was written. */
const ofLink = /"expires_at":"[^"]*"|"bytes":\d+,"sha256":"[0-9a-f]{64}"/g;
const version = /\b\d{8}T\d{9}Z-[0-9a-f]{6}\b/g;

const signedUrl = /https?:\/\/[^\s"]+[?&]X-Amz-Signature=[^\s"]+/g;
const signed = ['X-Amz-Credential', 'X-Amz-Date', 'X-Amz-Security-Token', 'X-Amz-Signature'];

const formOf = (text: string): string => {
  const unsigned = text.replace(signedUrl, formOfUrl).replace(version, '<version>');
  if (unsigned.startsWith('{"errors":')) return unsigned.replace(uuid, '"id":"<id>"');
  if (unsigned.startsWith('{"url":"<signed>')) return unsigned.replace(ofLink, '"<link>":""');
  return unsigned.replace(referenceNumber, '"referenceNumber":"<reference number>"');
};

/** Returns a signed URL without its origin, and without the values that depend on the key and the time. */
const formOfUrl = (text: string): string => {
  const { pathname, searchParams } = new URL(text);
  const query = [...searchParams].map(([name, value]) => `${name}=${signed.includes(name) ? '' : value}`);
  return `<signed>${pathname}?${query.join('&')}`;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Arrays of different lengths are one difference, because all later elements would differ. */
const jsonDifferences = (path: string, base: unknown, next: unknown): readonly Difference[] => {
  if (Object.is(base, next)) return [];
  if (Array.isArray(base) && Array.isArray(next)) {
    if (base.length === next.length)
      return base.flatMap((each, index) => jsonDifferences(`${path}[]`, each, next[index]));
    return [{ kind: `body ${path}.length`, base: String(base.length), next: String(next.length) }];
  }
  if (isObject(base) && isObject(next) && Array.isArray(base) === Array.isArray(next)) {
    return Object.keys({ ...base, ...next }).flatMap((name) =>
      jsonDifferences(`${path}.${name}`, base[name], next[name]),
    );
  }
  return [{ kind: `body ${path}`, base: shownJson(base), next: shownJson(next) }];
};

const shownJson = (value: unknown): string =>
  value === undefined ? 'absent' : shortened(fromLatin1(JSON.stringify(value)));

/** Returns the first difference between two texts that are equal as JSON or are not JSON. */
const bytesDifference = (base: string, next: string): Difference => {
  let at = 0;
  while (base[at] === next[at]) at += 1;
  const from = Math.max(0, at - 20);
  const shown = (text: string) => `at ${at}: ${shortened(fromLatin1(text.slice(from, from + 80)))}`;
  return { kind: 'body bytes', base: shown(base), next: shown(next) };
};

const fromLatin1 = (text: string): string => Buffer.from(text, 'latin1').toString();

const maxShown = 120;
const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > maxShown ? `${line.slice(0, maxShown)}…` : line;
};

import { routes } from '../../infra/routes/routes.ts';
import { curlLine } from '../fuzz/curl-line.ts';
import type { TargetRequest } from '../support/targets/api-target.ts';
import { routeFinder } from '../support/targets/handler-target.ts';
import { type BytesResponse, sendForBytes } from '../support/targets/http-target.ts';
import { type RecordedRequest, requestWith } from './corpus.ts';

export interface BackEnd {
  readonly url: string;
  readonly key: string;
}

interface Replay {
  readonly base: BackEnd;
  readonly next: BackEnd;
  readonly corpus: readonly RecordedRequest[];
  readonly concurrency: number;
  /** Lower-case names of additional headers that may differ. */
  readonly ignoredHeaders?: readonly string[];
  readonly onCompared?: (count: number) => void;
}

/** Differences of the same kind, between responses of one operation with the same two statuses. */
export interface Group {
  /** Operation id, or `no operation` if the request matches none. */
  readonly operation: string;
  /** Status of both responses, such as `200`, or both statuses, such as `200 -> 404`. */
  readonly statuses: string;
  readonly kind: string;
  requests: number;
  /** Shortest request of the group, with its origin and the differing values. */
  example: Difference & { readonly from: string; readonly request: TargetRequest };
}

/** Sends each request of a corpus to two back ends at the same time, and groups the differences. */
export const replayCorpus = async (replay: Replay) => {
  const { base, next, corpus, concurrency, ignoredHeaders, onCompared } = replay;
  const groups = new Map<string, Group>();
  const statuses = new Map<number, number>();
  let compared = 0;
  let different = 0;
  const compare = async (record: RecordedRequest): Promise<void> => {
    const [one, other] = await Promise.all([responseOf(base, record), responseOf(next, record)]);
    const differences = differencesBetween(one, other, ignoredHeaders);
    for (const difference of new Map(differences.map((each) => [each.kind, each])).values())
      addTo(groups, record, [one.status, other.status], difference);
    if (differences.length > 0) different += 1;
    statuses.set(other.status, (statuses.get(other.status) ?? 0) + 1);
    compared += 1;
    onCompared?.(compared);
  };
  const lane = async (waiting: RecordedRequest[]): Promise<void> => {
    for (let record = waiting.shift(); record !== undefined; record = waiting.shift()) await compare(record);
  };
  // Enquiries are sent in order, because the response to a retried enquiry depends on the first.
  const { posts = [], others = [] } = Object.groupBy(corpus, ({ method }) =>
    method === 'POST' ? 'posts' : 'others',
  );
  await Promise.all([lane(posts), ...Array.from({ length: concurrency }, () => lane(others))]);
  return {
    compared,
    different,
    /** Number of responses from `next`, by status. Status 0 means no response. */
    statuses,
    groups: [...groups.values()].sort((group, another) => another.requests - group.requests),
  };
};

/** No response counts as a difference: status 0 with the address and the error as the body. */
const responseOf = async ({ url, key }: BackEnd, record: RecordedRequest): Promise<BytesResponse> => {
  const { request, key: sent } = requestWith(key, record);
  try {
    return await sendForBytes(url, sent, request);
  } catch (error) {
    return { status: 0, headers: {}, body: Buffer.from(`no response from ${url}: ${error}`) };
  }
};

const addTo = (
  groups: Map<string, Group>,
  record: RecordedRequest,
  [base, next]: readonly [number, number],
  difference: Difference,
): void => {
  const operation = operationOf(record);
  const statuses = base === next ? String(base) : `${base} -> ${next}`;
  const { kind } = difference;
  const { request } = requestWith('$KEY', record);
  const example = { ...difference, from: record.from, request };
  const id = JSON.stringify([operation, statuses, kind]);
  const group = groups.get(id) ?? { operation, statuses, kind, requests: 0, example };
  groups.set(id, group);
  group.requests += 1;
  if (request.path.length < group.example.request.path.length) group.example = example;
};

const findRoute = routeFinder(routes);

const operationOf = ({ method, path }: RecordedRequest): string => {
  const route = findRoute(path)?.route;
  return route?.method === method ? route.operationId : 'no operation';
};

export const formatResult = ({
  compared,
  different,
  statuses,
  groups,
}: Awaited<ReturnType<typeof replayCorpus>>): string => {
  const counts = [...statuses].sort(([one], [other]) => one - other);
  return [
    `${compared} requests compared: ${different} with differences, in ${groups.length} groups.`,
    `Responses: ${counts.map(([status, number]) => `${number} with ${status}`).join(', ')}.`,
    ...groups.flatMap(({ operation, statuses: ofGroup, kind, requests, example }) => [
      '',
      `${requests} requests: ${operation}, ${ofGroup}, ${kind}`,
      `  base  ${example.base}`,
      `  next  ${example.next}`,
      `  from  ${example.from}`,
      `  ${curlLine(example.request)}`,
    ]),
  ].join('\n');
};

// Comparison

interface Difference {
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
const differencesBetween = (
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

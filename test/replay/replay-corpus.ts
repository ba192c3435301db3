import type { Route } from '../../infra/routes/route.ts';
import { routes } from '../../infra/routes/routes.ts';
import { curlLine } from '../fuzz/curl-line.ts';
import type { TargetRequest } from '../support/targets/api-target.ts';
import { byPrecedence, matchTemplate } from '../support/targets/handler-target.ts';
import { type BytesResponse, sendForBytes } from '../support/targets/http-target.ts';
import { type Difference, differencesBetween } from './compare.ts';
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

export interface ReplayResult {
  readonly compared: number;
  readonly different: number;
  /** Number of responses from `next`, by status. Status 0 means no response. */
  readonly statuses: ReadonlyMap<number, number>;
  /** The most frequent first. */
  readonly groups: readonly Group[];
}

/** Sends each request of a corpus to two back ends at the same time, and groups the differences. */
export const replayCorpus = async (replay: Replay): Promise<ReplayResult> => {
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
  const [posts, others] = [[...corpus.filter(isPost)], [...corpus.filter((record) => !isPost(record))]];
  await Promise.all([lane(posts), ...Array.from({ length: concurrency }, () => lane(others))]);
  return {
    compared,
    different,
    statuses,
    groups: [...groups.values()].sort((group, another) => another.requests - group.requests),
  };
};

const isPost = ({ method }: RecordedRequest): boolean => method === 'POST';

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

const preferred = routes.toSorted((one, other) => byPrecedence(one.path, other.path));

const operationOf = ({ method, path }: RecordedRequest): string => {
  const [place = ''] = path.split('?');
  const isHere = (route: Route) => route.method === method && matchTemplate(route.path, place) !== undefined;
  return preferred.find(isHere)?.operationId ?? 'no operation';
};

export const formatResult = ({ compared, different, statuses, groups }: ReplayResult): string => {
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

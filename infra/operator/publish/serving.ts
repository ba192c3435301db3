import { setTimeout as delay } from 'node:timers/promises';
import { basePathOf } from '../../../shared/domain/access/service.ts';
import { catalogueVersionHeaderName } from '../../../shared/http/headers.ts';
import { OperatorError } from '../errors.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { say } from '../terminal/output.ts';
import { formatCounted } from '../terminal/text.ts';

/** The cheapest search of each version of the locations API, which has functions of its own that read the catalogue. */
const searches = {
  v2: `${basePathOf['locations-v2']}/points/geo/0/0?radius=0&limit=0`,
  v3: `${basePathOf['locations-v3']}/workcentres?size=0`,
};
const views = Object.entries(searches);

/** Whether requests are answered from a version of the catalogue. */
export interface Serving {
  /** `served` if both views have it; `unknown` if none lags, and there was no key to call one of them. */
  readonly state: 'served' | 'not served' | 'unknown';
  /** The older of the versions that the views answer from; undefined if one does not say. */
  readonly version?: string | undefined;
  /** Views that have it. */
  readonly by: readonly string[];
  /** How the other views that could be called respond, such as `v2 responds with 500`. */
  readonly lags: readonly string[];
}

type ServingStack = Pick<OperatedStack, 'apiUrl' | 'maxUncheckedSeconds' | 'readKey'>;

/** Returns whether the published version is served. A version just published gets the time in which functions check. */
export const servingNow = (stack: ServingStack, version: string): Promise<Serving> =>
  pollViews(stack, version, (stack.maxUncheckedSeconds + 1) * 1_000);

/** Waits until what was published is served, and returns a sentence about it. Throws OperatorError if it takes too long. */
export const awaitServed = async (
  stack: ServingStack & Pick<OperatedStack, 'keySource'>,
  published: { readonly version: string; readonly locations: number; readonly capabilities: number },
  patience = 30_000 + stack.maxUncheckedSeconds * 1_000,
): Promise<Serving & { readonly note: string }> => {
  const { maxUncheckedSeconds, keySource } = stack;
  const { version, locations, capabilities } = published;
  // An operator would wonder about a long wait.
  if (maxUncheckedSeconds > 5) say('waiting until every function has checked for it ...');
  // The first instance that has it says nothing about the others: each checks within this time.
  const [serving] = await Promise.all([
    pollViews(stack, version, patience),
    delay(maxUncheckedSeconds * 1_000),
  ]);
  const counts = `${formatCounted(locations, 'location')}, ${formatCounted(capabilities, 'service')}`;
  const catalogue = `catalogue ${version} (${counts})`;
  if (serving.state === 'not served')
    throw new OperatorError(
      `${catalogue} is published, but not served after ${patience / 1_000} s: ${serving.lags.join(', ')}`,
      { code: 'not_served' },
    );
  const fact = describeServing(serving, keySource);
  return { ...serving, note: `${catalogue} is ${serving.state === 'served' ? fact : `published: ${fact}`}` };
};

/** Describes whether a version is served; `keySource` says where the key to call the API with comes from. */
export const describeServing = ({ state, by }: Pick<Serving, 'state' | 'by'>, keySource: string): string => {
  if (state === 'served') return 'being served';
  if (state === 'not served') return by.length > 0 ? `being served only by ${by.join()}` : 'not being served';
  return by.length > 0
    ? `being served by ${by.join()}; the other is unknown to the key in ${keySource}`
    : `whether it is being served is unknown without a key for the locations services in ${keySource}`;
};

/** Polls both views until they have this version or a newer one, or `patience` is over. */
const pollViews = async (stack: ServingStack, version: string, patience: number): Promise<Serving> => {
  const key = await stack.readKey();
  if (key === undefined) return { state: 'unknown', by: [], lags: [] };
  const end = Date.now() + patience;
  const polled = await Promise.all(
    views.map(async ([view, search]) => {
      for (;;) {
        const response = await callView(stack.apiUrl.replace(/\/$/, '') + search, key);
        // Versions sort by name.
        const isCurrent = response.version !== undefined && response.version >= version;
        const isRefused = response.status === 401 || response.status === 403;
        if (isCurrent || isRefused || Date.now() >= end) return { view, ...response, isCurrent, isRefused };
        await delay(200);
      }
    }),
  );
  const by = polled.filter(({ isCurrent }) => isCurrent).map(({ view }) => view);
  const lagging = polled.filter(({ isCurrent, isRefused }) => !isCurrent && !isRefused);
  const versions = polled.flatMap((response) => response.version ?? []).toSorted();
  const complete = by.length === views.length ? 'served' : 'unknown';
  return {
    state: lagging.length > 0 ? 'not served' : complete,
    by,
    lags: lagging.map((response) => `${response.view} ${describeLag(response)}`),
    version: versions.length === views.length ? versions[0] : undefined,
  };
};

/** Response of a view: its status, and the version that it searched; undefined if there is none. */
interface ViewResponse {
  readonly status?: number;
  readonly version?: string | undefined;
}

const callView = async (url: string, key: string): Promise<ViewResponse> => {
  try {
    const response = await fetch(url, {
      headers: { 'auth-key': key },
      signal: AbortSignal.timeout(5_000),
    });
    await response.arrayBuffer();
    const version = response.ok ? response.headers.get(catalogueVersionHeaderName) : undefined;
    return { status: response.status, version: version ?? undefined };
  } catch {
    return {};
  }
};

const describeLag = ({ status, version }: ViewResponse): string => {
  if (status === undefined) return 'does not respond';
  if (status !== 200) return `responds with ${status}`;
  return version === undefined ? 'responds from no version' : `responds from version ${version}`;
};

import { setTimeout as delay } from 'node:timers/promises';
import { basePathOf } from '../../../shared/domain/access/service.ts';
import { catalogueVersionHeaderName } from '../../../shared/http/headers.ts';
import { OperatorError } from '../errors.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { onInterrupt, say } from '../terminal/output.ts';
import { formatCounted } from '../terminal/text.ts';

/** Path of the cheapest search in each version of the locations API. Each version has its own functions. */
const searches = {
  v2: `${basePathOf['locations-v2']}/points/geo/0/0?radius=0&limit=0`,
  v3: `${basePathOf['locations-v3']}/workcentres?size=0`,
};
const views = Object.entries(searches);

export interface Serving {
  /** `served` if both views serve the version, or `unknown` if no view lags but one cannot be checked without a key. */
  readonly state: 'served' | 'not served' | 'unknown';
  /** The older of the versions that the views serve, or undefined if a view does not return its version. */
  readonly version?: string | undefined;
  /** Names of the views that serve the version. */
  readonly by: readonly string[];
  /** Descriptions of the views that lag, such as `v2 responds with 500`. */
  readonly lags: readonly string[];
}

type ServingStack = Pick<OperatedStack, 'apiUrl' | 'maxUncheckedSeconds' | 'readKey'>;

/** Returns whether a version is served. Waits up to the time within which every function checks for a new version. */
export const servingNow = (stack: ServingStack, version: string): Promise<Serving> =>
  pollViews(stack, version, (stack.maxUncheckedSeconds + 1) * 1_000);

/** Waits until a version is served, and returns a sentence about it. Throws OperatorError if that takes too long. */
export const awaitServed = async (
  stack: ServingStack & Pick<OperatedStack, 'keySource'>,
  published: { readonly version: string; readonly locations: number; readonly capabilities: number },
  patience = 30_000 + stack.maxUncheckedSeconds * 1_000,
): Promise<Serving & { readonly note: string }> => {
  const { maxUncheckedSeconds, keySource } = stack;
  const { version, locations, capabilities } = published;
  using _ = onInterrupt('the catalogue is published, but may not be served everywhere yet');
  // Explains a long wait to the operator.
  if (maxUncheckedSeconds > 5) say('waiting until every function has checked for the new version ...');
  // An instance that has the version says nothing about other instances, but every instance checks within this time.
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

/** Describes whether a version is served. `keySource` is where the key for calling the API comes from. */
export const describeServing = ({ state, by }: Pick<Serving, 'state' | 'by'>, keySource: string): string => {
  if (state === 'served') return 'being served';
  if (state === 'not served') return by.length > 0 ? `being served only by ${by.join()}` : 'not being served';
  return by.length > 0
    ? `being served by ${by.join()}; the key in ${keySource} has no access to the other API version`
    : `whether it is being served is unknown without a key for the locations services in ${keySource}`;
};

/** Polls both views until they serve this version or a newer one, for at most `patience` milliseconds. */
const pollViews = async (stack: ServingStack, version: string, patience: number): Promise<Serving> => {
  const key = await stack.readKey();
  if (key === undefined) return { state: 'unknown', by: [], lags: [] };
  const end = Date.now() + patience;
  const polled = await Promise.all(
    views.map(async ([view, search]) => {
      for (;;) {
        const response = await callView(stack.apiUrl.replace(/\/$/, '') + search, key);
        // Names of newer versions sort later.
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

/** Returns a view's status and version, or an empty object if it does not respond. */
const callView = async (url: string, key: string): Promise<{ status?: number; version?: string }> => {
  try {
    const response = await fetch(url, { headers: { 'auth-key': key }, signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    const version = response.ok ? response.headers.get(catalogueVersionHeaderName) : undefined;
    return { status: response.status, version: version ?? undefined };
  } catch {
    return {};
  }
};

const describeLag = ({ status, version }: Awaited<ReturnType<typeof callView>>): string => {
  if (status === undefined) return 'does not respond';
  if (status !== 200) return `responds with ${status}`;
  return version === undefined ? 'responds without a version' : `responds from version ${version}`;
};

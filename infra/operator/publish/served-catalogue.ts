import { setTimeout as delay } from 'node:timers/promises';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { askView, isFrom, isRefused, lagInWords, type View, type ViewAnswer, views } from './asked-view.ts';

/** Whether requests are answered from a version of the catalogue. */
export interface Serving {
  /** `served` where both views have it; `unknown` where none lags, and there was no key to ask one of them with. */
  readonly state: 'served' | 'not served' | 'unknown';
  /** The older of the versions that the views answer from; undefined where one of them does not tell. */
  readonly version?: string;
  /** Views that have it. */
  readonly by: readonly View[];
  /** How the others answer that could be asked, such as `v2 answers 500`. */
  readonly lags: readonly string[];
}

type ServingStack = Pick<OperatedStack, 'apiUrl' | 'maxUncheckedSeconds' | 'readKey'>;

/** Milliseconds in which functions look for a newer catalogue and load it. */
export const servedWithin = ({ maxUncheckedSeconds }: ServingStack): number =>
  30_000 + maxUncheckedSeconds * 1_000;
/** Milliseconds. */
const pollEvery = 200;

interface Wait {
  readonly stack: ServingStack;
  readonly version: string;
  readonly withinMilliseconds?: number;
}

/** What a view answered last, until it was from this version or a newer, or the key was refused, or the time was over. */
const pollView = async (view: View, key: string, { stack, version, withinMilliseconds }: Required<Wait>) => {
  const end = Date.now() + withinMilliseconds;
  const isSettled = (answer: ViewAnswer) => isRefused(answer) || isFrom(answer, version);
  let answer = await askView(view, stack.apiUrl, key);
  while (!isSettled(answer) && Date.now() < end) {
    await delay(pollEvery);
    answer = await askView(view, stack.apiUrl, key);
  }
  return { view, answer };
};

const stateOf = (by: readonly View[], lags: readonly string[]): Serving['state'] => {
  if (lags.length > 0) return 'not served';
  return by.length === views.length ? 'served' : 'unknown';
};

/** How both views answer when they have this version or the time is over. */
const poll = async ({ stack, version, withinMilliseconds = servedWithin(stack) }: Wait): Promise<Serving> => {
  const key = await stack.readKey();
  if (key === undefined) return { state: 'unknown', by: [], lags: [] };
  const wait = { stack, version, withinMilliseconds };
  const polled = await Promise.all(views.map((view) => pollView(view, key, wait)));
  const asked = polled.filter(({ answer }) => !isRefused(answer));
  const by = asked.filter(({ answer }) => isFrom(answer, version)).map(({ view }) => view);
  const lags = asked
    .filter(({ view }) => !by.includes(view))
    .map(({ view, answer }) => lagInWords(view, answer));
  const told = polled.flatMap(({ answer }) => (answer.status === 200 ? (answer.version ?? []) : []));
  const [oldest] = told.length === views.length ? told.toSorted() : [];
  return { state: stateOf(by, lags), by, lags, ...(oldest !== undefined && { version: oldest }) };
};

/**
 * Waits until requests to both views are answered from this version of the catalogue. One instance of a function that
 * has it says nothing of the others: each has looked for a newer catalogue only when the check interval is over.
 */
export const waitUntilServed = async (wait: Wait): Promise<Serving> => {
  const [serving] = await Promise.all([poll(wait), delay(wait.stack.maxUncheckedSeconds * 1_000)]);
  return serving;
};

/**
 * Whether requests are answered from the version that is published. One that was published a moment ago is given the
 * time in which functions look for it.
 */
export const servingNow = (stack: ServingStack, published: string): Promise<Serving> =>
  poll({ stack, version: published, withinMilliseconds: (stack.maxUncheckedSeconds + 1) * 1_000 });

import { NodeHttpHandler } from '@smithy/node-http-handler';
import { mostAttempts, storeRetries } from './store-retries.ts';

/** Milliseconds until the answer to one attempt begins, where somebody waits for it. */
const defaultRequestTimeout = 1_000;

/**
 * HTTP settings of every store client. An attempt at a silent store ends after 1 s at most; how many there are within
 * the 3 s in which such a store must be answered for, `storeRetries` says. Without `throwOnRequestTimeout` a late answer
 * is only warned of, and a store that accepts and never answers would hang the request.
 */
export const storeRequestHandler = (requestTimeout = defaultRequestTimeout) =>
  new NodeHttpHandler({ connectionTimeout: 500, requestTimeout, throwOnRequestTimeout: true });

/** How long a client tries. The defaults suit a request that somebody waits for; bulk work may try longer. */
export interface StoreLimits {
  /** Milliseconds until the answer to one attempt begins. */
  readonly requestTimeout?: number;
  /**
   * The first attempt included; those after it wait exponentially longer. Where it is not given, `storeRetries` says
   * how often a call is repeated within the time that a request has.
   */
  readonly attempts?: number;
}

/** What store clients are made with, for these limits. */
export const storeClientLimits = ({ requestTimeout = defaultRequestTimeout, attempts }: StoreLimits) => ({
  requestHandler: storeRequestHandler(requestTimeout),
  ...(attempts === undefined
    ? { maxAttempts: mostAttempts, retryStrategy: storeRetries() }
    : { maxAttempts: attempts }),
});

/** For work that nobody waits for: a throttled or slow store is given about half a minute. */
export const bulkLimits: StoreLimits = { requestTimeout: 10_000, attempts: 8 };

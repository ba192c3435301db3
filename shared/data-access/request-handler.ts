import { NodeHttpHandler } from '@smithy/node-http-handler';
import { mostAttempts, storeRetries } from './store-retries.ts';

/** Default milliseconds until the answer to one attempt begins, for requests of clients. */
const defaultRequestTimeout = 1_000;

/**
 * Creates the HTTP handler of store clients. An attempt at a silent store ends after 1 s; `storeRetries` limits
 * attempts to the 3 s in which an outage must be answered. Without `throwOnRequestTimeout` a late answer is only
 * logged, and a store that accepts but never answers would hang the request.
 */
export const storeRequestHandler = (requestTimeout = defaultRequestTimeout) =>
  new NodeHttpHandler({ connectionTimeout: 500, requestTimeout, throwOnRequestTimeout: true });

/** Limits of a store client. The defaults suit requests of clients; bulk work may try longer. */
export interface StoreLimits {
  /** Timeout in milliseconds for the answer to one attempt to begin. */
  readonly requestTimeout?: number;
  /**
   * Number of attempts including the first, with exponential backoff. If absent, `storeRetries` decides within the time
   * of a request.
   */
  readonly attempts?: number;
}

/** Creates the SDK's client options for these limits. */
export const storeClientLimits = ({ requestTimeout = defaultRequestTimeout, attempts }: StoreLimits) => ({
  requestHandler: storeRequestHandler(requestTimeout),
  ...(attempts === undefined
    ? { maxAttempts: mostAttempts, retryStrategy: storeRetries() }
    : { maxAttempts: attempts }),
});

/** Limits of background work: a throttled or slow store gets about half a minute. */
export const bulkLimits: StoreLimits = { requestTimeout: 10_000, attempts: 8 };

import { NodeHttpHandler } from '@smithy/node-http-handler';

/**
 * HTTP settings of every store client. Two attempts of at most 1 s each, and the pause between them, end within
 * the 3 s in which an unreachable store must be answered for. Without `throwOnRequestTimeout` a late answer is
 * only warned of, and a store that accepts and never answers would hang the request.
 */
export const storeRequestHandler = (requestTimeout = 1_000) =>
  new NodeHttpHandler({ connectionTimeout: 500, requestTimeout, throwOnRequestTimeout: true });

/** Attempts of a store call, the first included. */
export const storeAttempts = 2;

/** How long a client tries. The defaults suit a request that somebody waits for; bulk work may try longer. */
export interface StoreLimits {
  /** Milliseconds until the answer to one attempt begins. */
  readonly requestTimeout?: number;
  /** The first attempt included; those after it wait exponentially longer. */
  readonly attempts?: number;
}

/** For work that nobody waits for: a throttled or slow store is given about half a minute. */
export const bulkLimits: StoreLimits = { requestTimeout: 10_000, attempts: 8 };

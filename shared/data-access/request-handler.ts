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

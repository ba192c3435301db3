import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { FunctionHost } from '../functions/function-host.ts';
import type { GatewayMethod } from '../template/rest-api.ts';
import { authoriserEvent, type Caller, type RequestEvent } from './proxy-event.ts';
import { headerValues } from './read-request.ts';
import { type ContextVariables, Refusal } from './refusal.ts';

/** Result of a REQUEST authoriser. Statements with other options of API Gateway, such as Condition, are rejected. */
const authoriserResult = z.object({
  principalId: z.string().min(1),
  policyDocument: z.object({
    Statement: z.array(
      z.strictObject({
        Effect: z.enum(['Allow', 'Deny']),
        Action: z.literal('execute-api:Invoke'),
        Resource: z.array(z.string()),
      }),
    ),
  }),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({}),
  usageIdentifierKey: z.string().optional(),
});
type AuthoriserResult = z.infer<typeof authoriserResult>;

/** Authorises requests with a method's authoriser or its cached result. `now` is a monotonic clock in milliseconds. */
export const authorisation = (functions: FunctionHost, now: () => number) => {
  const cache = authoriserCache<AuthoriserResult>(now);

  /** Returns the caller of an authorised request. Throws Refusal. */
  const authorise = async (
    { authoriser, apiKeyRequired }: GatewayMethod,
    request: IncomingMessage,
    event: RequestEvent,
    context: ContextVariables,
  ): Promise<Caller> => {
    if (authoriser === undefined) return {};
    const { functionName, identityHeader, cacheSeconds } = authoriser;
    // The cache key has all values of the header, as the authoriser sees them, so that `bad, good` is not treated as
    // `good`.
    const identity = headerValues(request, identityHeader);
    if (identity.length === 0 || identity.includes(''))
      throw new Refusal('UNAUTHORIZED', { reason: 'identity header missing' });
    const authorising = authoriserEvent(event);
    // Stays 0 if the result was cached.
    let milliseconds = 0;
    const call = async () => {
      const startedAt = now();
      try {
        return await invoke(functions, functionName, authorising);
      } finally {
        milliseconds = Math.round(now() - startedAt);
      }
    };
    const key = JSON.stringify([functionName, identity]);
    const result = await cache.get(key, cacheSeconds, call).catch((error: unknown) => {
      context.set('authorizer.status', error instanceof Refusal ? error.details.statusCode : 500);
      context.set('authorizer.latency', milliseconds);
      throw error;
    });
    const variables = { ...result.context, principalId: result.principalId };
    for (const [name, value] of Object.entries(variables)) context.set(`authorizer.${name}`, value);
    context.set('authorizer.status', 200).set('authorizer.latency', milliseconds);
    context.set('authorizer.integrationLatency', milliseconds);
    checkPolicy(result, authorising.methodArn);

    const authorizer = { ...variables, integrationLatency: milliseconds };
    const apiKey = result.usageIdentifierKey;
    if (!apiKeyRequired || apiKey === undefined) return { authorizer };
    const apiKeyId = createHash('sha256').update(apiKey).digest('hex').slice(0, 10);
    context.set('identity.apiKeyId', apiKeyId);
    return { authorizer, apiKey, apiKeyId };
  };

  return { authorise, flush: cache.flush };
};

/** Invokes the authoriser, and returns its parsed result. Throws Refusal. */
const invoke = async (
  functions: FunctionHost,
  functionName: string,
  event: object,
): Promise<AuthoriserResult> => {
  const invocation = await functions.invoke(functionName, event);
  if (invocation.kind === 'failed' && invocation.errorMessage === 'Unauthorized')
    throw new Refusal('UNAUTHORIZED', { reason: 'authoriser said Unauthorized' });
  if (invocation.kind !== 'result') {
    const what = invocation.kind === 'failed' ? `failed: ${invocation.errorType}` : invocation.kind;
    throw new Refusal('AUTHORIZER_FAILURE', { reason: `authoriser ${what}` });
  }
  const { data } = authoriserResult.safeParse(invocation.payload);
  if (data) return data;
  throw new Refusal('AUTHORIZER_CONFIGURATION_ERROR', { reason: 'invalid result from the authoriser' });
};

/** Accepts a request if a statement allows its method and no statement denies it. Throws Refusal. */
const checkPolicy = ({ policyDocument }: AuthoriserResult, methodArn: string): void => {
  const effects = policyDocument.Statement.filter(({ Resource }) =>
    Resource.some((resource) => matchesWildcard(resource, methodArn)),
  ).map(({ Effect }) => Effect);
  const message = 'User is not authorized to access this resource with an explicit deny';
  if (effects.includes('Deny')) throw new Refusal('ACCESS_DENIED', { message });
  if (effects.length === 0) throw new Refusal('ACCESS_DENIED');
};

/**
 * Whether text matches a pattern in which each `*` is any sequence of characters, including slashes. Part of the text
 * comes from the client, so each part of the pattern is searched only once to bound the time.
 */
const matchesWildcard = (pattern: string, text: string): boolean => {
  const [start = '', ...parts] = pattern.split('*');
  const end = parts.pop();
  if (end === undefined) return text === pattern;
  let index = start.length;
  for (const part of parts) {
    const found = text.indexOf(part, index);
    if (found < 0) return false;
    index = found + part.length;
  }
  return text.startsWith(start) && text.endsWith(end) && text.length - end.length >= index;
};

/** Caches results by key. Concurrent misses of a key share one call, unless the cache is off (0 seconds). */
export const authoriserCache = <Value extends object>(now: () => number) => {
  const entries = new LRUCache<string, Value, () => Promise<Value>>({
    // Bounds the memory during a flood of different keys, which evicts old entries.
    max: 10_000,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: (_key, _stale, { context: make }) => make(),
    // If the cache is flushed during a call, the result is returned but not cached.
    ignoreFetchAbort: true,
  });
  return {
    /** Returns the cached value of a key, or calls `make` and caches its value. Rejections are not cached. */
    get: async (key: string, cacheSeconds: number, make: () => Promise<Value>): Promise<Value> =>
      cacheSeconds > 0
        ? // lru-cache keeps an entry until 1 ms after its TTL.
          entries.forceFetch(key, { context: make, ttl: cacheSeconds * 1000 - 1 })
        : make(),
    flush: (): void => entries.clear(),
  };
};

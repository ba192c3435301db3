import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { FunctionHost } from '../functions/function-host.ts';
import type { GatewayMethod } from '../template/rest-api.ts';
import { authoriserEvent, type Caller, type RequestEvent } from './proxy-event.ts';
import { headerValues } from './read-request.ts';
import { type ContextVariables, Refusal } from './refusal.ts';

/** A statement as our authoriser returns it. Others, such as one with a Condition, would make the policy invalid. */
const statement = z.strictObject({
  Effect: z.enum(['Allow', 'Deny']),
  Action: z.literal('execute-api:Invoke'),
  Resource: z.array(z.string()),
});

/** What a REQUEST authoriser returns. Its context reaches the integration as strings. */
const authoriserResult = z.object({
  principalId: z.string().min(1),
  policyDocument: z.object({ Statement: z.array(statement) }),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({}),
  usageIdentifierKey: z.string().optional(),
});
type AuthoriserResult = z.infer<typeof authoriserResult>;

/** Lets a method's authoriser, or its cached result, decide about a request. `now` is a steady clock in milliseconds. */
export const authorisation = (functions: FunctionHost, now: () => number) => {
  const cache = authoriserCache<AuthoriserResult>(now);

  /** Throws Refusal. */
  const authorise = async (
    { authoriser, apiKeyRequired }: GatewayMethod,
    request: IncomingMessage,
    event: RequestEvent,
    context: ContextVariables,
  ): Promise<Caller> => {
    if (authoriser === undefined) return {};
    const { functionName, identityHeaders, cacheSeconds } = authoriser;
    // The cache key has all values of each header, as the authoriser sees them: `bad, good` must not pass for `good`.
    const identity = identityHeaders.map((name) => headerValues(request, name));
    if (identity.some((values) => values.length === 0 || values.includes(''))) {
      throw new Refusal('UNAUTHORIZED', { reason: 'identity header missing' });
    }
    const authorising = authoriserEvent(event);
    // 0 if the result was cached.
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
      context.set('authorizer.status', error instanceof Refusal ? error.statusCode : 500);
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

/** Throws Refusal. */
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
  const reason = 'result of the authoriser has the wrong form';
  throw new Refusal('AUTHORIZER_CONFIGURATION_ERROR', { reason });
};

/** Lets a request pass if a statement allows its method and none denies it. Throws Refusal. */
const checkPolicy = ({ policyDocument }: AuthoriserResult, methodArn: string): void => {
  const effects = policyDocument.Statement.filter(({ Resource }) =>
    Resource.some((resource) => matchesWildcard(resource, methodArn)),
  ).map(({ Effect }) => Effect);
  if (effects.includes('Deny')) {
    throw new Refusal('ACCESS_DENIED', {
      message: 'User is not authorized to access this resource with an explicit deny',
    });
  }
  if (effects.length === 0) throw new Refusal('ACCESS_DENIED');
};

/**
 * Whether a text matches a pattern, in which each `*` is any run of characters, slashes included. The text comes in part
 * from the client, so each part of the pattern is searched only once: no path makes this slow.
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

/** Results by key. Concurrent misses of one key share one call, unless the cache is off (0 seconds). */
export const authoriserCache = <Value extends object>(now: () => number) => {
  const entries = new LRUCache<string, Value, () => Promise<Value>>({
    // A flood of different keys evicts old entries instead of filling the memory.
    max: 10_000,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: (_key, _stale, { context: make }) => make(),
    // A call that a flush overtakes answers those who wait for it, and is not kept.
    ignoreFetchAbort: true,
  });
  return {
    /** The cached value of a key, or a new one, which is kept for so many seconds. A rejection is not kept. */
    get: async (key: string, cacheSeconds: number, make: () => Promise<Value>): Promise<Value> =>
      cacheSeconds > 0
        ? // An entry of lru-cache outlives its time by the last millisecond.
          entries.forceFetch(key, { context: make, ttl: cacheSeconds * 1000 - 1 })
        : make(),
    flush: (): void => entries.clear(),
  };
};

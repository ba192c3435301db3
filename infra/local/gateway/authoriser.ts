import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { FunctionHost } from '../functions/function-host.ts';
import type { GatewayMethod } from '../template/rest-api.ts';
import type { ContextVariables } from './access-log.ts';
import { authoriserEvent, type Caller, type RequestEvent } from './proxy-event.ts';
import { headerValues } from './read-request.ts';
import { Refusal } from './refusal.ts';
import { matchesWildcard } from './wildcard.ts';

const oneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

/** Members that are not understood here, such as Condition, could narrow an Allow: they make the policy invalid. */
const statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore,
});
type Statement = z.infer<typeof statement>;

/** What a REQUEST authoriser returns. Its context reaches the integration as strings. */
const authoriserResult = z.object({
  principalId: z.string().min(1),
  policyDocument: z.object({
    Version: z.string().optional(),
    Statement: z.union([statement, z.array(statement)]).transform((value) => [value].flat()),
  }),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).nullish(),
  usageIdentifierKey: z.string().nullish(),
});
type AuthoriserResult = z.infer<typeof authoriserResult>;

/** Lets a method's authoriser, or its cached result, decide about a request. `now` is a steady clock in milliseconds. */
export const authorisation = (functions: FunctionHost, now: () => number) => {
  const cache = authoriserCache<AuthoriserResult | Refusal>((made) => !(made instanceof Refusal), now);

  /** Throws Refusal. */
  const authorise = async (
    { authoriser, apiKeyRequired }: GatewayMethod,
    request: IncomingMessage,
    event: RequestEvent,
    context: ContextVariables,
  ): Promise<Caller> => {
    if (authoriser === undefined) return {};
    const { functionName, identityHeaders, cacheSeconds } = authoriser;
    // All values of each header: by the last one only, `bad, good` would pass for `good`.
    const identity = identityHeaders.map((name) => headerValues(request, name));
    if (identity.some((values) => values.length === 0 || values.includes(''))) {
      throw new Refusal('UNAUTHORIZED', { reason: 'identity header missing' });
    }
    const authorising = authoriserEvent(event);
    // 0 if the result was cached.
    let milliseconds = 0;
    const outcome = await cache.get(JSON.stringify([functionName, identity]), cacheSeconds, async () => {
      const startedAt = now();
      const made = await invoke(functions, functionName, authorising);
      milliseconds = Math.round(now() - startedAt);
      return made;
    });
    if (outcome instanceof Refusal) {
      context.set('authorizer.status', outcome.statusCode).set('authorizer.latency', milliseconds);
      throw outcome;
    }
    const variables = { ...outcome.context, principalId: outcome.principalId };
    for (const [name, value] of Object.entries(variables)) context.set(`authorizer.${name}`, value);
    context.set('authorizer.status', 200).set('authorizer.latency', milliseconds);
    context.set('authorizer.integrationLatency', milliseconds);
    checkPolicy(outcome.policyDocument.Statement, authorising.methodArn);

    const authorizer = { ...variables, integrationLatency: milliseconds };
    const apiKey = outcome.usageIdentifierKey ?? undefined;
    if (!apiKeyRequired || apiKey === undefined) return { authorizer };
    const apiKeyId = createHash('sha256').update(apiKey).digest('hex').slice(0, 10);
    context.set('identity.apiKeyId', apiKeyId);
    return { authorizer, apiKey, apiKeyId };
  };

  return { authorise, flush: cache.flush };
};

const invoke = async (
  functions: FunctionHost,
  functionName: string,
  event: object,
): Promise<AuthoriserResult | Refusal> => {
  const failure = (reason: string) => new Refusal('AUTHORIZER_FAILURE', { reason });
  const invocation = await functions
    .invoke(functionName, event)
    .catch(() => ({ kind: 'failed', errorType: 'FunctionHost', errorMessage: '' }) as const);
  if (invocation.kind === 'failed' && invocation.errorMessage === 'Unauthorized')
    return new Refusal('UNAUTHORIZED', { reason: 'authoriser said Unauthorized' });
  if (invocation.kind === 'failed') return failure(`authoriser failed: ${invocation.errorType}`);
  if (invocation.kind !== 'result') return failure(`authoriser ${invocation.kind}`);
  const { data } = authoriserResult.safeParse(invocation.payload);
  const reason = 'result of the authoriser has the wrong form';
  return data ?? new Refusal('AUTHORIZER_CONFIGURATION_ERROR', { reason });
};

/** Lets a request pass if a statement allows its method and none denies it. Throws Refusal. */
const checkPolicy = (statements: readonly Statement[], methodArn: string): void => {
  const effects = statements
    .filter(({ Action }) =>
      Action.some((action) => matchesWildcard(action.toLowerCase(), 'execute-api:invoke')),
    )
    .filter(({ Resource }) => Resource.some((resource) => matchesWildcard(resource, methodArn)))
    .map(({ Effect }) => Effect);
  if (effects.includes('Deny')) {
    throw new Refusal('ACCESS_DENIED', {
      message: 'User is not authorized to access this resource with an explicit deny',
    });
  }
  if (effects.length === 0) throw new Refusal('ACCESS_DENIED');
};

/** Results by identity. Concurrent misses of one key share one call, unless the cache is off (0 seconds). */
export const authoriserCache = <Value>(isKept: (value: Value) => boolean, now: () => number) => {
  // A flood of different keys evicts old entries instead of filling the memory.
  const entries = new LRUCache<string, Promise<Value>>({ max: 10_000, ttlResolution: 0, perf: { now } });
  return {
    /** The cached value of a key, else a new one, which is kept for so many seconds if `isKept` says so. */
    get: (key: string, cacheSeconds: number, make: () => Promise<Value>): Promise<Value> => {
      if (cacheSeconds <= 0) return make();
      const cached = entries.get(key);
      if (cached !== undefined) return cached;
      const making = make();
      entries.set(key, making);
      const settle = (isToBeKept: boolean) => {
        if (entries.peek(key) !== making) return;
        // An entry of lru-cache outlives its time by the last millisecond.
        if (isToBeKept) entries.set(key, making, { ttl: cacheSeconds * 1000 - 1 });
        else entries.delete(key);
      };
      making.then(isKept).then(settle, () => settle(false));
      return making;
    },
    /** A running call began before the flush: it answers those who wait for it and is not kept. */
    flush: (): void => entries.clear(),
  };
};

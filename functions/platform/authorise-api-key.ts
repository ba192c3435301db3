import { timingSafeEqual } from 'node:crypto';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { APIGatewayAuthorizerResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { cachedKeys } from '../../shared/data-access/access/cached-keys.ts';
import { keyLookup } from '../../shared/data-access/access/key-repository.ts';
import { keyUseNotes, keyUseWriter } from '../../shared/data-access/access/key-use.ts';
import { jsonText, setting } from '../../shared/data-access/settings.ts';
import { tableFromEnvironment } from '../../shared/data-access/table.ts';
import { accessPolicy } from '../../shared/domain/access/access-policy.ts';
import {
  type ApiKey,
  hasExpired,
  type KeyLookup,
  type Plan,
  plan,
  usageIdentifierOf,
} from '../../shared/domain/access/api-key.ts';
import { digestOfKey, parseKeyToken } from '../../shared/domain/access/key-token.ts';
import { toScopeText } from '../../shared/domain/access/scope.ts';
import { gatewayEvent, headerValuesOf } from '../../shared/http/gateway-event.ts';
import type { KeyRefusal } from '../../shared/observability/figures.ts';
import { logger } from '../../shared/observability/logger.ts';
import { countAuthoriserFailure, countKeyRefused } from '../../shared/observability/request-metrics.ts';

interface AuthoriserOptions {
  readonly now?: () => Date;
  /** Called for each key that is accepted; must not throw. */
  readonly noteUse?: (keyId: string) => Promise<void>;
  /** Requests per second by plan, as the stage throttles them; a plan without a throttle is absent. */
  readonly rates?: Readonly<Partial<Record<Plan, number>>>;
}

/**
 * REQUEST authoriser of every operation that needs a key. The result depends only on the AUTH-KEY header, which is API
 * Gateway's cache key for it. Throws `Unauthorized`, or StoreUnavailable.
 */
export const authoriseApiKey =
  (
    keys: KeyLookup,
    { now = () => new Date(), noteUse = async () => {}, rates = {} }: AuthoriserOptions = {},
  ) =>
  async (event: unknown): Promise<APIGatewayAuthorizerResult> => {
    const startedAt = performance.now();
    const request = authoriserEvent.parse(event);
    const [text, ...others] = headerValuesOf(request, 'auth-key');
    if (text === undefined || others.length > 0) throw unauthorised('missing or repeated');
    const token = parseKeyToken(text);
    if (token === undefined) throw unauthorised('malformed');

    const key = await keys.find(token.keyId).catch(rethrowCounted);
    const refusal = refusalOf(text, key, now());
    if (key === undefined || refusal !== undefined) {
      await padRefusalTime(startedAt);
      throw unauthorised(refusal ?? 'unknown', token.keyId);
    }
    await noteUse(key.keyId);
    const { client, keyId, plan, scopes, sandbox } = key;
    const rate = rates[plan];
    return {
      principalId: client,
      policyDocument: accessPolicy(scopes, request.methodArn),
      // For functions and the access log. API Gateway passes on only texts.
      context: {
        client,
        keyId,
        plan,
        scopes: toScopeText(scopes),
        ...(rate !== undefined && { ratePerSecond: String(rate) }),
        ...(sandbox && { sandbox: 'true' }),
      },
      usageIdentifierKey: usageIdentifierOf(key),
    };
  };

/** Members of a REQUEST authoriser's event that are read. */
const authoriserEvent = z.object({
  methodArn: z.string(),
  multiValueHeaders: gatewayEvent.shape.multiValueHeaders,
});

/** API Gateway returns 401 for an error with exactly this message; any other is a failure of the authoriser. */
const unauthorised = (reason: KeyRefusal, keyId?: string): Error => {
  countKeyRefused(reason, keyId);
  return new Error('Unauthorized');
};

/** Counts a failed lookup, because Lambda's own metric of errors includes rejected keys. */
const rethrowCounted = (error: unknown): never => {
  countAuthoriserFailure();
  throw error;
};

/** Stands in for the digest of a key that does not exist, so that the comparison takes the same time. */
const noDigest = Buffer.alloc(32).toString('hex');

/** Returns why the key is rejected, or undefined if it is valid. */
const refusalOf = (text: string, key: ApiKey | undefined, now: Date): KeyRefusal | undefined => {
  const matches = timingSafeEqual(digestOfKey(text), Buffer.from(key?.digest ?? noDigest, 'hex'));
  if (key === undefined || !matches) return 'unknown';
  if (key.status !== 'ACTIVE') return 'revoked';
  return hasExpired(key, now) ? 'expired' : undefined;
};

/**
 * Milliseconds from the start of a request to the rejection of a well-formed key. Longer than nearly every lookup, so
 * that the time of a rejection does not reveal whether a key id exists.
 */
const refusalMilliseconds = 20;

const padRefusalTime = async (startedAt: number): Promise<void> => {
  const due = startedAt + refusalMilliseconds;
  // Timers count whole milliseconds. The fraction is waited out in turns of the event loop, or it would reveal the
  // lookup.
  const whole = Math.floor(due - performance.now());
  if (whole > 0) await delay(whole);
  while (performance.now() < due) await nextTurn();
};

const rateOfPlan = z._default(jsonText(z.partialRecord(plan, z.int().check(z.minimum(1)))), {});

const authoriserFromEnvironment = () => {
  const keys = tableFromEnvironment('API_KEYS_TABLE');
  // The same client, so that noting a use can reuse the connection of the lookup.
  const uses = tableFromEnvironment('API_KEY_USE_TABLE', keys.client);
  const onFailure = (error: unknown) => {
    countAuthoriserFailure();
    logger.error('keys cannot be read; cached keys remain valid', { error });
  };
  return authoriseApiKey(cachedKeys(keyLookup(keys), { now: Date.now, onFailure }), {
    noteUse: keyUseNotes(keyUseWriter(uses), Date.now),
    rates: setting('RATE_OF_PLAN', rateOfPlan),
  });
};

/** Lambda handler of API Gateway's authoriser. */
export const handler = authoriserFromEnvironment();

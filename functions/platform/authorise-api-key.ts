import { timingSafeEqual } from 'node:crypto';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { APIGatewayAuthorizerResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { cachedKeys } from '../../shared/data-access/access/cached-keys.ts';
import { keyLookup } from '../../shared/data-access/access/key-repository.ts';
import { keyUseRecorder, keyUseWriter } from '../../shared/data-access/access/key-use.ts';
import { tableFromEnvironment } from '../../shared/data-access/table.ts';
import { accessPolicy } from '../../shared/domain/access/access-policy.ts';
import {
  type ApiKey,
  hasExpired,
  type KeyLookup,
  usageIdentifierOf,
} from '../../shared/domain/access/api-key.ts';
import { digestOfKey, parseKeyToken } from '../../shared/domain/access/key-token.ts';
import { toScopeText } from '../../shared/domain/access/scope.ts';
import { gatewayEvent, headerValuesOf } from '../../shared/http/gateway-event.ts';
import type { KeyRejection } from '../../shared/observability/figures.ts';
import { logger } from '../../shared/observability/logger.ts';
import { countAuthoriserFailure, countRejectedKey } from '../../shared/observability/request-metrics.ts';

interface AuthoriserOptions {
  readonly now?: () => Date;
  /** Called for each accepted key; must not throw. */
  readonly recordUse?: (keyId: string) => Promise<void>;
}

/**
 * REQUEST authoriser of every operation that needs a key. The result depends only on the AUTH-KEY header, which is API
 * Gateway's cache key. Throws an error with the message `Unauthorized`, or StoreUnavailable.
 */
export const authoriseApiKey =
  (keys: KeyLookup, { now = () => new Date(), recordUse = async () => {} }: AuthoriserOptions = {}) =>
  async (event: unknown): Promise<APIGatewayAuthorizerResult> => {
    const startedAt = performance.now();
    const request = authoriserEvent.parse(event);
    const [text, ...others] = headerValuesOf(request, 'auth-key');
    if (text === undefined || others.length > 0) throw unauthorised('missing or repeated');
    const token = parseKeyToken(text);
    if (token === undefined) throw unauthorised('malformed');

    const key = await keys.find(token.keyId).catch(rethrowCounted);
    const rejection = rejectionOf(text, key, now());
    if (key === undefined || rejection !== undefined) {
      await delayRejection(startedAt);
      throw unauthorised(rejection ?? 'unknown', token.keyId);
    }
    await recordUse(key.keyId);
    const { client, keyId, plan, scopes, sandbox, origins } = key;
    return {
      principalId: client,
      policyDocument: accessPolicy(scopes, request.methodArn),
      // For functions and the access log. API Gateway passes only strings to them.
      context: {
        client,
        keyId,
        plan,
        scopes: toScopeText(scopes),
        ...(sandbox && { sandbox: 'true' }),
        ...(origins && { origins: origins.join(' ') }),
      },
      usageIdentifierKey: usageIdentifierOf(key),
    };
  };

const authoriserEvent = z.object({
  methodArn: z.string(),
  multiValueHeaders: gatewayEvent.shape.multiValueHeaders,
});

/** API Gateway returns 401 for an error with exactly this message, and 500 for any other. */
const unauthorised = (reason: KeyRejection, keyId?: string): Error => {
  countRejectedKey(reason, keyId);
  return new Error('Unauthorized');
};

/** Counts a failed lookup separately, because Lambda's error metric includes rejected keys. */
const rethrowCounted = (error: unknown): never => {
  countAuthoriserFailure();
  throw error;
};

/** Digest to compare with if the key does not exist, so that the comparison takes the same time. */
const noDigest = Buffer.alloc(32).toString('hex');

/** Returns why the key is rejected, or undefined if it is valid. */
const rejectionOf = (text: string, key: ApiKey | undefined, now: Date): KeyRejection | undefined => {
  const matches = timingSafeEqual(digestOfKey(text), Buffer.from(key?.digest ?? noDigest, 'hex'));
  if (key === undefined || !matches) return 'unknown';
  if (key.status !== 'ACTIVE') return 'revoked';
  return hasExpired(key, now) ? 'expired' : undefined;
};

/**
 * Minimum time in milliseconds before a well-formed key is rejected. It is longer than nearly every lookup, so that the
 * response time does not reveal whether a key id exists.
 */
const rejectionMilliseconds = 20;

const delayRejection = async (startedAt: number): Promise<void> => {
  const due = startedAt + rejectionMilliseconds;
  // Timers count only whole milliseconds. The loop waits for the remaining fraction, which would otherwise reveal the
  // duration of the lookup.
  const whole = Math.floor(due - performance.now());
  if (whole > 0) await delay(whole);
  while (performance.now() < due) await nextTurn();
};

const authoriserFromEnvironment = () => {
  const keys = tableFromEnvironment('API_KEYS_TABLE');
  // Shares the client, so that recording a use can reuse the lookup's connection.
  const uses = tableFromEnvironment('API_KEY_USE_TABLE', keys.client);
  const onFailure = (error: unknown) => {
    countAuthoriserFailure();
    logger.error('keys cannot be read; cached keys remain valid', { error });
  };
  return authoriseApiKey(cachedKeys(keyLookup(keys), { now: Date.now, onFailure }), {
    recordUse: keyUseRecorder(keyUseWriter(uses), Date.now),
  });
};

/** Lambda handler for API Gateway's authoriser. */
export const handler = authoriserFromEnvironment();

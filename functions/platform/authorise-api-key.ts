import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayAuthorizerResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { authoriserStoresFromEnvironment } from '../../shared/data-access/access/authoriser-stores.ts';
import { rememberedApiKeyRegister } from '../../shared/data-access/access/remembered-api-key-register.ts';
import { accessPolicy } from '../../shared/domain/access/access-policy.ts';
import type { ApiKey, ApiKeyRegister } from '../../shared/domain/access/api-key.ts';
import { hasExpired } from '../../shared/domain/access/key-expiry.ts';
import { digestOfKey, parseKeyToken } from '../../shared/domain/access/key-token.ts';
import { usageIdentifierOf } from '../../shared/domain/access/usage-identifier.ts';
import type { KeyRefusal } from '../../shared/observability/figures.ts';
import { logger } from '../../shared/observability/logger.ts';
import { countAuthoriserFailure, countKeyRefused } from '../../shared/observability/request-metrics.ts';
import { untilRefusalIsDue } from './authorising/even-refusal.ts';
import { keyContext } from './authorising/key-context.ts';
import { keyUseNotes } from './authorising/key-use-notes.ts';

/** Members of a REQUEST authoriser's event that are read. */
const authoriserEvent = z.object({
  methodArn: z.string(),
  multiValueHeaders: z.nullish(z.record(z.string(), z.array(z.string()))),
});

/** Stands in for the digest of a key that does not exist, so that the comparison takes the same time. */
const noDigest = Buffer.alloc(32).toString('hex');

/** API Gateway answers 401 for an error of exactly this message; any other is a failure of the authoriser. */
const unauthorised = (reason: KeyRefusal, keyId?: string): Error => {
  countKeyRefused(reason, keyId);
  return new Error('Unauthorized');
};

/** Counts a failed look-up, as Lambda's own metric of errors includes refused keys, and throws the error again. */
const failed = (error: unknown): never => {
  countAuthoriserFailure();
  throw error;
};

/** Returns the AUTH-KEY header, in any letter case; undefined if it was sent more than once. */
const keyTextOf = (headers: Readonly<Record<string, readonly string[]>>): string | undefined => {
  const values = Object.entries(headers).flatMap(([name, each]) =>
    name.toLowerCase() === 'auth-key' ? each : [],
  );
  return values.length === 1 ? values[0] : undefined;
};

const toResult = (key: ApiKey, methodArn: string): APIGatewayAuthorizerResult => ({
  principalId: key.client,
  policyDocument: accessPolicy(key.scopes, methodArn),
  context: keyContext(key),
  usageIdentifierKey: usageIdentifierOf(key),
});

/** Returns why the key is refused, or undefined if it is valid. */
const refusalOf = (text: string, key: ApiKey | undefined, now: Date): KeyRefusal | undefined => {
  const matches = timingSafeEqual(digestOfKey(text), Buffer.from(key?.digest ?? noDigest, 'hex'));
  if (key === undefined || !matches) return 'unknown';
  if (key.status !== 'ACTIVE') return 'revoked';
  return hasExpired(key, now) ? 'expired' : undefined;
};

/**
 * REQUEST authoriser of every operation that needs a key. The answer depends on the AUTH-KEY header alone, which is API
 * Gateway's cache key for it. `noteUse` is called for each key that is accepted. Throws `Unauthorized`, or
 * StoreUnavailable.
 */
export const authoriseApiKey =
  (keys: ApiKeyRegister, now = () => new Date(), noteUse = async (_keyId: string): Promise<void> => {}) =>
  async (event: unknown): Promise<APIGatewayAuthorizerResult> => {
    const began = performance.now();
    const { methodArn, multiValueHeaders } = authoriserEvent.parse(event);
    const text = keyTextOf(multiValueHeaders ?? {});
    if (text === undefined) throw unauthorised('not given once');
    const token = parseKeyToken(text);
    if (token === undefined) throw unauthorised('malformed');

    const key = await keys.find(token.keyId).catch(failed);
    const refusal = refusalOf(text, key, now());
    if (key !== undefined && refusal === undefined) {
      await noteUse(key.keyId);
      return toResult(key, methodArn);
    }
    await untilRefusalIsDue(began);
    throw unauthorised(refusal ?? 'unknown', token.keyId);
  };

const stores = authoriserStoresFromEnvironment();

const rememberedKeys = rememberedApiKeyRegister(stores.register, {
  now: Date.now,
  onFailure: (error) => {
    countAuthoriserFailure();
    logger.error('keys cannot be read: those that are known stay good', { error });
  },
});

export const handler = authoriseApiKey(
  rememberedKeys,
  () => new Date(),
  keyUseNotes(stores.writeUse, { now: Date.now }),
);

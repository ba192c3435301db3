import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayAuthorizerResult } from 'aws-lambda';
import * as z from 'zod';
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

/** What is read of the event of a REQUEST authoriser. */
const authoriserEvent = z.object({
  methodArn: z.string(),
  multiValueHeaders: z.record(z.string(), z.array(z.string())).nullish(),
});

/** Stands in for the digest of a key that does not exist, so that the comparison takes the same time. */
const noDigest = Buffer.alloc(32).toString('hex');

/** API Gateway answers 401 for an error of exactly this message; any other is a failure of the authoriser. */
const unauthorised = (reason: KeyRefusal, keyId?: string): Error => {
  countKeyRefused(reason, keyId);
  return new Error('Unauthorized');
};

/** Tells people that it is the table: to Lambda any failure is an error, and a refused key as well. */
const failed = (error: unknown): never => {
  countAuthoriserFailure();
  throw error;
};

/** The key of the AUTH-KEY header, whatever the client's case; nothing when it came more than once. */
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

/** Why the key that was sent does not open anything, or nothing where it does. */
const refusalOf = (text: string, key: ApiKey | undefined, now: Date): KeyRefusal | undefined => {
  const matches = timingSafeEqual(digestOfKey(text), Buffer.from(key?.digest ?? noDigest, 'hex'));
  if (key === undefined || !matches) return 'unknown';
  if (key.status !== 'ACTIVE') return 'revoked';
  return hasExpired(key, now) ? 'expired' : undefined;
};

/**
 * The REQUEST authoriser of every operation that needs a key. Its answer depends on the AUTH-KEY header alone, which
 * is what API Gateway remembers it by. `noteUse` is told of each key that is let in. Throws `Unauthorized`, or
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

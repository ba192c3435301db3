import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { scope } from './scope.ts';

/** Names of the usage plans. Their rates are set for each stage. */
export const plans = ['standard', 'partner', 'unlimited', 'browser'] as const;
export const plan = z.enum(plans);
export type Plan = z.infer<typeof plan>;

/** A stored key. Its secret is not stored, only the SHA-256 of the whole key. */
export const apiKey = z.object({
  keyId: z.string(),
  /** SHA-256 of the whole key in hexadecimal. */
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  client: z.string().check(z.minLength(1), z.maxLength(120)),
  scopes: z.array(scope).check(z.minLength(1)),
  plan,
  status: z.enum(['ACTIVE', 'REVOKED']),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  expiresAt: z.optional(z.string()),
  revokedAt: z.optional(z.string()),
  /** Whether the key is for tests. Its requests may simulate a 429 or 503, and its enquiries are marked as tests. */
  sandbox: z.optional(z.boolean()),
  /** Websites that may use the key. Only browser keys have them: see browser-key.ts. */
  origins: z.optional(z.array(z.string()).check(z.minLength(1))),
  /** `rotatedFrom` is the id of the key that this key replaced, and `rotatedTo` the id of the key that replaced it. */
  rotatedFrom: z.optional(z.string()),
  rotatedTo: z.optional(z.string()),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Whether the key has expired. An invalid expiry counts as expired. */
export const hasExpired = ({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== undefined && !(now.getTime() < Date.parse(expiresAt));

/** Lookup of issued keys. Throws StoreUnavailable. */
export interface KeyLookup {
  find(keyId: string): Promise<ApiKey | undefined>;
}

/**
 * Returns the identifier by which a usage plan counts requests. All keys of a client in a plan share it, so that
 * several keys do not raise the client's limit and a rotation does not reset its count. The client's name is hashed,
 * because it may be any text and API Gateway requires 20 to 128 characters.
 */
export const usageIdentifierOf = (key: Pick<ApiKey, 'client' | 'plan'>): string =>
  `${key.plan}-${createHash('sha256').update(key.client).digest('hex')}`;

/** Returns the plan in a usage identifier; undefined for any other string. */
export const planOfUsageIdentifier = (text: string): Plan | undefined =>
  plan.safeParse(/^(?<plan>[a-z]+)-[0-9a-f]{64}$/.exec(text)?.groups?.plan).data;

/** First and last use of a key, in ISO 8601 (UTC), accurate to an hour. */
export const apiKeyUse = z.object({
  keyId: z.string(),
  firstUsedAt: z.string(),
  lastUsedAt: z.string(),
});
export type ApiKeyUse = z.infer<typeof apiKeyUse>;

export const keyActions = [
  'ISSUED',
  'ROTATED',
  'EXPIRY_CHANGED',
  'ORIGINS_CHANGED',
  'RESTORED',
  'REVOKED',
] as const;

/** One entry of the audit trail: who did what to which key, when and why. Entries are never changed or removed. */
export const apiKeyEvent = z.object({
  keyId: z.string(),
  /** Sort key: `at`, `#` and random characters, so that a key's entries sort by time and have unique names. */
  event: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  action: z.enum(keyActions),
  /** Actor: an ARN on AWS, `user@host` on a single machine, or `waypost` for the stack itself. */
  by: z.string().check(z.minLength(1)),
  reason: z.optional(z.string()),
  /** The key's client and changed properties, in display order. */
  details: z.object({
    client: z.string(),
    scopes: z.optional(z.array(z.string())),
    plan: z.optional(z.string()),
    sandbox: z.optional(z.boolean()),
    origins: z.optional(z.array(z.string())),
    originsBefore: z.optional(z.array(z.string())),
    rotatedFrom: z.optional(z.string()),
    rotatedTo: z.optional(z.string()),
    status: z.optional(z.string()),
    expiresAt: z.optional(z.string()),
    expiredBefore: z.optional(z.string()),
  }),
});
export type ApiKeyEvent = z.infer<typeof apiKeyEvent>;

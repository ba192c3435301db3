import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { scope } from './scope.ts';

/** Names of the usage plans; their rates are settings of the stage. */
export const plans = ['standard', 'partner', 'unlimited'] as const;
/** One of the usage plans. */
export const plan = z.enum(plans);
export type Plan = z.infer<typeof plan>;

/** A stored key: everything but its secret, of which only the SHA-256 is kept. */
export const apiKey = z.object({
  keyId: z.string(),
  /** SHA-256 of the whole key, hexadecimal. */
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  client: z.string().check(z.minLength(1), z.maxLength(120)),
  scopes: z.array(scope).check(z.minLength(1)),
  plan,
  status: z.enum(['ACTIVE', 'REVOKED']),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  expiresAt: z.optional(z.string()),
  revokedAt: z.optional(z.string()),
  /** Whether the key is for tests: its requests may ask for a 429 or 503, and its enquiries are marked as tests. */
  sandbox: z.optional(z.boolean()),
  /** Id of the key that this one replaced; `rotatedTo` is the key that replaced it. */
  rotatedFrom: z.optional(z.string()),
  rotatedTo: z.optional(z.string()),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Whether the key has expired; an unreadable expiry counts as past. */
export const hasExpired = ({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== undefined && !(now.getTime() < Date.parse(expiresAt));

/** Lookup of issued keys. Throws StoreUnavailable. */
export interface KeyLookup {
  find(keyId: string): Promise<ApiKey | undefined>;
}

/**
 * Returns the identifier by which a usage plan counts requests: one for all keys of a client in a plan, so that a
 * client gains nothing by several keys and loses nothing by rotation. API Gateway takes 20 to 128 characters and a
 * client's name may be any text, so the name is hashed.
 */
export const usageIdentifierOf = (key: Pick<ApiKey, 'client' | 'plan'>): string =>
  `${key.plan}-${createHash('sha256').update(key.client).digest('hex')}`;

/** Returns the plan of a usage identifier; undefined for any other text. */
export const planOfUsageIdentifier = (text: string): Plan | undefined =>
  plan.safeParse(/^(?<plan>[a-z]+)-[0-9a-f]{64}$/.exec(text)?.groups?.plan).data;

/** First and last use of a key, ISO 8601 in UTC, to within an hour. */
export const apiKeyUse = z.object({
  keyId: z.string(),
  firstUsedAt: z.string(),
  lastUsedAt: z.string(),
});
export type ApiKeyUse = z.infer<typeof apiKeyUse>;

/** Actions recorded in the audit trail. */
export const keyActions = ['ISSUED', 'ROTATED', 'EXPIRY_CHANGED', 'RESTORED', 'REVOKED'] as const;

/** One entry of the audit trail of keys: who did what to which key, when and why. Entries are only ever added. */
export const apiKeyEvent = z.object({
  keyId: z.string(),
  /** `at`, `#` and random characters: sorts the entries of a key by time and keeps them distinct. */
  event: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  action: z.enum(keyActions),
  /** Actor: an ARN on AWS, `user@host` on one machine, `waypost` for the stack itself. */
  by: z.string().check(z.minLength(1)),
  reason: z.optional(z.string()),
  /** The key's client, and the changed properties of the key, in the order of display. */
  details: z.object({
    client: z.string(),
    scopes: z.optional(z.array(z.string())),
    plan: z.optional(z.string()),
    sandbox: z.optional(z.boolean()),
    rotatedFrom: z.optional(z.string()),
    rotatedTo: z.optional(z.string()),
    status: z.optional(z.string()),
    expiresAt: z.optional(z.string()),
    expiredBefore: z.optional(z.string()),
  }),
});
export type ApiKeyEvent = z.infer<typeof apiKeyEvent>;

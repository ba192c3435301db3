import * as z from 'zod/mini';

/** Kinds of entry in the audit trail. */
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
  /** The key's client, and the changed properties of the key. */
  details: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])),
});
export type ApiKeyEvent = z.infer<typeof apiKeyEvent>;

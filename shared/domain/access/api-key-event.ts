import * as z from 'zod';

/** What happens to a key. */
export const keyActions = ['ISSUED', 'ROTATED', 'EXPIRY_CHANGED', 'RESTORED', 'REVOKED'] as const;

/** One entry of the audit trail of keys: who did what to which key, when and why. Entries are only ever added. */
export const apiKeyEvent = z.object({
  keyId: z.string(),
  /** `at`, `#` and random characters: entries of a key stand in the order of time, and no two are the same. */
  event: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  action: z.enum(keyActions),
  /** An ARN on AWS, `user@host` on one machine, `waypost` for what the stack does by itself. */
  by: z.string().min(1),
  reason: z.string().optional(),
  /** The client, and what was changed of the key. */
  details: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])),
});
export type ApiKeyEvent = z.infer<typeof apiKeyEvent>;

import * as z from 'zod';
import { plan } from '../../domain/access/api-key.ts';
import { keyEnvironments } from '../../domain/access/key-token.ts';
import { scope, withoutRedundantScopes } from '../../domain/access/scope.ts';

const line = z
  .string()
  .trim()
  .min(1)
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'must not contain invisible characters');

/** Time in ISO 8601 with an offset, converted to UTC. */
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

/** Request of an operator for a new key. */
export const keyRequest = z.object({
  client: line.max(120),
  scopes: z
    .array(scope)
    .min(1)
    .transform((scopes) => [...withoutRedundantScopes(scopes)]),
  plan,
  /** Expiry; the key never expires if absent. */
  expiresAt: time.optional(),
  environment: z.enum(keyEnvironments),
  sandbox: z.literal(true).optional(),
});
export type KeyRequest = z.input<typeof keyRequest>;

/** Actor of a change, and the reason for it. */
export const keyChange = z.object({ by: line.max(2_048), reason: line.max(500).optional() });
export type KeyChange = z.input<typeof keyChange>;

import * as z from 'zod/mini';
import { plan } from '../../domain/access/api-key.ts';
import { keyEnvironments } from '../../domain/access/key-token.ts';
import { scope, withoutRedundantScopes } from '../../domain/access/scope.ts';

const line = z
  .string()
  .check(z.trim(), z.minLength(1), z.regex(/^[^\p{Cc}\p{Cf}]*$/u, 'must not contain invisible characters'));

/** Time in ISO 8601 with an offset, converted to UTC. */
const time = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((text) => new Date(text).toISOString()),
);

/** Operator's request for a new key. */
export const keyRequest = z.object({
  client: line.check(z.maxLength(120)),
  scopes: z.pipe(
    z.array(scope).check(z.minLength(1)),
    z.transform((scopes) => [...withoutRedundantScopes(scopes)]),
  ),
  plan,
  /** Expiry. If absent, the key never expires. */
  expiresAt: z.optional(time),
  environment: z.enum(keyEnvironments),
  sandbox: z.optional(z.literal(true)),
});
export type KeyRequest = z.input<typeof keyRequest>;

/** Actor and reason of a change. */
export const keyChange = z.object({
  by: line.check(z.maxLength(2_048)),
  reason: z.optional(line.check(z.maxLength(500))),
});
export type KeyChange = z.input<typeof keyChange>;

import * as z from 'zod';
import { plan } from '../../domain/access/api-key.ts';
import { keyEnvironments } from '../../domain/access/key-token.ts';
import { scope, withoutRepetition } from '../../domain/access/scope.ts';

const line = z
  .string()
  .trim()
  .min(1)
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'must not have characters that cannot be seen');

/** ISO 8601 with its offset. */
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

/** A key that an operator asks for. */
export const keyRequest = z.object({
  client: line.max(120),
  scopes: z
    .array(scope)
    .min(1)
    .transform((scopes) => [...withoutRepetition(scopes)]),
  plan,
  /** Never where absent. */
  expiresAt: instant.optional(),
  environment: z.enum(keyEnvironments),
  sandbox: z.literal(true).optional(),
});
export type KeyRequest = z.input<typeof keyRequest>;

/** Who changes a key and, in words, why. */
export const keyChange = z.object({ by: line.max(2_048), reason: line.max(500).optional() });
export type KeyChange = z.input<typeof keyChange>;

import * as z from 'zod/mini';
import { plan } from '../../domain/access/api-key.ts';
import { browserGrant, originList } from '../../domain/access/browser-key.ts';
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

/** Operator's request for a new key. A browser key must have origins, and its scope, plan and environment are fixed. */
export const keyRequest = z
  .object({
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
    origins: z.optional(z.array(z.string())),
  })
  .check(
    z.superRefine(({ scopes, plan, environment, sandbox, origins }, context) => {
      const message = 'only browser keys have origins';
      if (origins === undefined) {
        if (plan === browserGrant.plan || environment === browserGrant.environment)
          context.addIssue({ code: 'custom', path: ['origins'], message: 'a browser key needs origins' });
        return;
      }
      const { issues = [] } = originList({ sandbox }).safeParse(origins).error ?? {};
      for (const { path, message } of issues)
        context.addIssue({ code: 'custom', path: ['origins', ...path], message });
      if (JSON.stringify({ scopes, plan, environment }) !== JSON.stringify(browserGrant))
        context.addIssue({ code: 'custom', path: ['origins'], message });
    }),
  );
export type KeyRequest = z.input<typeof keyRequest>;

/** Who made a change, and why. */
export const keyChange = z.object({
  by: line.check(z.maxLength(2_048)),
  reason: z.optional(line.check(z.maxLength(500))),
});
export type KeyChange = z.input<typeof keyChange>;

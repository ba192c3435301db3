import * as z from 'zod/mini';
import { setting } from '../../../shared/data-access/environment.ts';
import { type ApiKey, plan } from '../../../shared/domain/access/api-key.ts';
import { toScopeText } from '../../../shared/domain/access/scope-text.ts';
import { madeOnce } from '../../../shared/domain/made-once.ts';

/** Requests per second by plan, as the stage throttles them; a plan without a throttle is absent. */
const rateOfPlan = z.pipe(
  z.pipe(
    z._default(z.string(), '{}'),
    z.transform((text): unknown => JSON.parse(text)),
  ),
  z.partialRecord(plan, z.int().check(z.minimum(1))),
);

const rateOfPlanFromEnvironment = madeOnce(() => setting('RATE_OF_PLAN', rateOfPlan));

/**
 * Builds the authoriser context that functions and the access log read: texts, as API Gateway passes on no other
 * values. The rate is absent if the plan has none, and `sandbox` if the key is not a sandbox key.
 */
export const keyContext = (
  { client, keyId, plan, scopes, sandbox }: ApiKey,
  rates = rateOfPlanFromEnvironment(),
): Record<string, string> => {
  const rate = rates[plan];
  return {
    client,
    keyId,
    plan,
    scopes: toScopeText(scopes),
    ...(rate !== undefined && { ratePerSecond: String(rate) }),
    ...(sandbox && { sandbox: 'true' }),
  };
};

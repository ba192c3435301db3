import { LRUCache } from 'lru-cache';
import { planOfUsageIdentifier } from '../../../shared/domain/access/api-key.ts';
import type { GatewayMethod, RestApi, Throttle } from '../template/rest-api.ts';
import { Refusal } from './refusal.ts';

type MethodName = Pick<GatewayMethod, 'path' | 'httpMethod'>;

/**
 * Enforces the throttles of usage plans and methods. `now` returns monotonic milliseconds. Throws Refusal: THROTTLED, or
 * INVALID_API_KEY if a client has no plan.
 */
export const throttles = (
  { usagePlans, methodThrottles }: Pick<RestApi, 'usagePlans' | 'methodThrottles'>,
  now: () => number,
) => {
  // The least recently used buckets are evicted first, because they have refilled anyway.
  const buckets = new LRUCache<string, { readonly tokens: number; readonly at: number }>({ max: 100_000 });
  const take = (key: string, throttle: Throttle | undefined, reason: string): void => {
    if (throttle === undefined) return;
    const { ratePerSecond, burst } = throttle;
    const at = now();
    const bucket = buckets.get(key) ?? { tokens: burst, at };
    const tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1_000) * ratePerSecond);
    buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at });
    if (tokens < 1) throw new Refusal('THROTTLED', { reason });
  };
  return {
    /** Limits each client to its plan's throttle for the method or, if there is none, to the plan's throttle. */
    admitClient: (method: MethodName, usageIdentifierKey = ''): void => {
      const name = planOfUsageIdentifier(usageIdentifierKey);
      // Names of plans in the template begin with the stage's prefix.
      const plan = usagePlans.find((each) => name !== undefined && `-${each.name}`.endsWith(`-${name}`));
      if (plan === undefined)
        throw new Refusal('INVALID_API_KEY', { reason: 'no usage plan for the usage identifier' });
      const ofMethod = plan.methodThrottles.get(nameOf(method));
      const scope = ofMethod ? nameOf(method) : '';
      take(`${usageIdentifierKey} ${scope}`, ofMethod ?? plan.throttle, 'client throttled');
    },
    /** Limits the total requests from all clients to a method, by the method's own throttle or the default throttle. */
    admitToMethod: (method: MethodName): void =>
      take(
        nameOf(method),
        methodThrottles.get(nameOf(method)) ?? methodThrottles.get('/*/*'),
        'method throttled',
      ),
  };
};

/** Returns `/path/METHOD`, the name of a method in usage plans and in the stage's settings. */
const nameOf = ({ path, httpMethod }: MethodName): string => `${path}/${httpMethod}`;

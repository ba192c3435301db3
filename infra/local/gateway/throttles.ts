import { LRUCache } from 'lru-cache';
import { planOfUsageIdentifier } from '../../../shared/domain/access/api-key.ts';
import type { GatewayMethod, MethodThrottles, Throttle, UsagePlan } from '../template/rest-api.ts';
import { Refusal } from './refusal.ts';

type MethodName = Pick<GatewayMethod, 'path' | 'httpMethod'>;

/** Maximum number of token buckets. The least active are evicted first, because they are full anyway. */
const maxBuckets = 100_000;

/**
 * Limits each client to the rate and burst of its usage plan. A method with its own throttle in the plan is only limited
 * by that, because in API Gateway it replaces the plan's. `now` is a monotonic clock in milliseconds.
 */
export const usageThrottle = (plans: readonly UsagePlan[], now: () => number) => {
  const buckets = new LRUCache<string, TokenBucket>({ max: maxBuckets });

  /** Counts a request. Throws Refusal: THROTTLED beyond the plan's limit, INVALID_API_KEY without a plan. */
  return (method: MethodName, usageIdentifierKey = ''): void => {
    const name = planOfUsageIdentifier(usageIdentifierKey);
    // Names of plans in the template begin with the stage's prefix.
    const plan = plans.find((each) => name !== undefined && `-${each.name}`.endsWith(`-${name}`));
    if (plan === undefined)
      throw new Refusal('INVALID_API_KEY', { reason: 'no usage plan for the usage identifier' });
    const ofMethod = plan.methodThrottles.get(nameOf(method));
    const throttle = ofMethod ?? plan.throttle;
    if (throttle === undefined) return;
    const key = ofMethod ? `${usageIdentifierKey} ${nameOf(method)}` : usageIdentifierKey;
    const bucket = buckets.get(key) ?? tokenBucket(throttle, now);
    buckets.set(key, bucket);
    if (!bucket()) throw new Refusal('THROTTLED', { reason: 'client throttled' });
  };
};

/** Limits the requests to each method, for all clients together, by the method's own throttle or that of all methods. */
export const methodThrottle = (throttles: MethodThrottles, now: () => number) => {
  const buckets = new Map<MethodName, TokenBucket>();

  /** Counts a request to a method, which is always the same object. Throws Refusal: THROTTLED. */
  return (method: MethodName): void => {
    const throttle = throttles.get(nameOf(method)) ?? throttles.get('/*/*');
    if (throttle === undefined) return;
    const bucket = buckets.get(method) ?? tokenBucket(throttle, now);
    buckets.set(method, bucket);
    if (!bucket()) throw new Refusal('THROTTLED', { reason: 'method throttled' });
  };
};

/** Returns `/path/METHOD`, the name of a method in usage plans and in the stage's settings. */
const nameOf = ({ path, httpMethod }: MethodName): string => `${path}/${httpMethod}`;

/** Takes a token, and returns whether there was one. */
type TokenBucket = () => boolean;

const tokenBucket = ({ ratePerSecond, burst }: Throttle, now: () => number): TokenBucket => {
  let tokens = burst;
  let refilledAt = now();
  return () => {
    const time = now();
    const seconds = Math.max(0, time - refilledAt) / 1000;
    tokens = Math.min(burst, tokens + seconds * ratePerSecond);
    refilledAt = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
};

import { LRUCache } from 'lru-cache';
import { planOfUsageIdentifier } from '../../../shared/domain/access/api-key.ts';
import type { GatewayMethod, MethodThrottle, UsagePlan } from '../template/rest-api.ts';
import { Refusal } from './refusal.ts';

/**
 * Maximum number of clients with a bucket. The least active are evicted first, because their buckets are full anyway.
 */
const maxClients = 100_000;

/** Limits each client to the rate and burst of its usage plan. `now` is a monotonic clock in milliseconds. */
export const usageThrottle = (plans: readonly UsagePlan[], now: () => number) => {
  const buckets = new LRUCache<string, TokenBucket>({ max: maxClients });

  /** Counts a request. Throws Refusal: THROTTLED beyond the plan's limit, INVALID_API_KEY without a plan. */
  return (usageIdentifierKey = ''): void => {
    const name = planOfUsageIdentifier(usageIdentifierKey);
    // Names of plans in the template begin with the stage's prefix.
    const plan = plans.find((each) => name !== undefined && `-${each.name}`.endsWith(`-${name}`));
    if (plan === undefined)
      throw new Refusal('INVALID_API_KEY', { reason: 'no usage plan for the usage identifier' });
    const { ratePerSecond, burst } = plan;
    if (ratePerSecond === undefined) return;
    const bucket =
      buckets.get(usageIdentifierKey) ?? tokenBucket(ratePerSecond, burst ?? Math.max(1, ratePerSecond), now);
    buckets.set(usageIdentifierKey, bucket);
    if (!bucket()) throw new Refusal('THROTTLED');
  };
};

/** Limits the requests to each method, for all clients together. */
export const methodThrottle = (throttle: MethodThrottle | undefined, now: () => number) => {
  const buckets = new Map<GatewayMethod, TokenBucket>();

  /** Counts a request to a method, which is always the same object. Throws Refusal: THROTTLED. */
  return (method: GatewayMethod): void => {
    if (throttle === undefined) return;
    const bucket = buckets.get(method) ?? tokenBucket(throttle.ratePerSecond, throttle.burst, now);
    buckets.set(method, bucket);
    if (!bucket()) throw new Refusal('THROTTLED', { reason: 'method throttled' });
  };
};

/** Takes a token, and returns whether there was one. */
type TokenBucket = () => boolean;

const tokenBucket = (tokensPerSecond: number, capacity: number, now: () => number): TokenBucket => {
  let tokens = capacity;
  let refilledAt = now();
  return () => {
    const time = now();
    const seconds = Math.max(0, time - refilledAt) / 1000;
    tokens = Math.min(capacity, tokens + seconds * tokensPerSecond);
    refilledAt = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
};

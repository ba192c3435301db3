import type { UsagePlan } from '../template/deployed-api.ts';
import { Refusal } from './refusal.ts';
import { type BucketSize, type TokenBucket, tokenBucket } from './token-bucket.ts';

/** Names a client's plan by the usage identifier its authoriser gave. */
export type PlanOf = (usageIdentifierKey: string) => string | undefined;

const sweepMilliseconds = 60_000;

const bucketSizeOf = ({ ratePerSecond, burst }: UsagePlan): BucketSize | undefined =>
  ratePerSecond === undefined
    ? undefined
    : { tokensPerSecond: ratePerSecond, capacity: burst ?? Math.max(1, ratePerSecond) };

/** Holds each client to the rate and burst of its usage plan. The buckets of idle clients are dropped. */
export const usageThrottle = (plans: readonly UsagePlan[], planOf: PlanOf, now: () => number) => {
  const buckets = new Map<string, TokenBucket>();
  let sweptAt = now();

  /** The stage's prefix is part of a usage plan's name in the template, and no part of the plan's. */
  const usagePlanOf = (usageIdentifierKey: string): UsagePlan | undefined => {
    const plan = planOf(usageIdentifierKey);
    return plan === undefined
      ? undefined
      : plans.find(({ name }) => name === plan || name.endsWith(`-${plan}`));
  };

  const sweep = (time: number) => {
    if (time - sweptAt < sweepMilliseconds) return;
    sweptAt = time;
    for (const [key, bucket] of buckets) if (bucket.isFull(time)) buckets.delete(key);
  };

  /** Counts one request. Throws Refusal: THROTTLED beyond the plan, INVALID_API_KEY where there is none. */
  const admit = (usageIdentifierKey: string | undefined): void => {
    const usagePlan = usageIdentifierKey === undefined ? undefined : usagePlanOf(usageIdentifierKey);
    if (usageIdentifierKey === undefined || usagePlan === undefined) {
      throw new Refusal('INVALID_API_KEY', { reason: 'no usage plan for the usage identifier' });
    }
    const size = bucketSizeOf(usagePlan);
    if (size === undefined) return;
    const time = now();
    sweep(time);
    const bucket = buckets.get(usageIdentifierKey) ?? tokenBucket(size, time);
    buckets.set(usageIdentifierKey, bucket);
    if (!bucket.take(time)) throw new Refusal('THROTTLED');
  };

  return { admit, clientsInMemory: () => buckets.size };
};

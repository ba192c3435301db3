import type { UsagePlan } from '../template/rest-api.ts';
import { Refusal } from './refusal.ts';
import { type BucketSize, type TokenBucket, tokenBucket } from './token-bucket.ts';

/** Names a client's plan by the usage identifier its authoriser gave. */
export type PlanOf = (usageIdentifierKey: string) => string | undefined;

const sweepMilliseconds = 60_000;

const bucketSizeOf = ({ ratePerSecond, burst }: UsagePlan): BucketSize | undefined =>
  ratePerSecond === undefined
    ? undefined
    : { tokensPerSecond: ratePerSecond, capacity: burst ?? Math.max(1, ratePerSecond) };

const withoutPlan = () =>
  new Refusal('INVALID_API_KEY', { reason: 'no usage plan for the usage identifier' });

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

  /** What is left of a client, whose plan is looked up when its first request comes; nothing where it has no limit. */
  const bucketOf = (usageIdentifierKey: string, time: number): TokenBucket | undefined => {
    const known = buckets.get(usageIdentifierKey);
    if (known !== undefined) return known;
    const usagePlan = usagePlanOf(usageIdentifierKey);
    if (usagePlan === undefined) throw withoutPlan();
    const size = bucketSizeOf(usagePlan);
    const bucket = size && tokenBucket(size, time);
    if (bucket !== undefined) buckets.set(usageIdentifierKey, bucket);
    return bucket;
  };

  /** Counts one request. Throws Refusal: THROTTLED beyond the plan, INVALID_API_KEY where there is none. */
  const admit = (usageIdentifierKey: string | undefined): void => {
    if (usageIdentifierKey === undefined) throw withoutPlan();
    const time = now();
    sweep(time);
    const bucket = bucketOf(usageIdentifierKey, time);
    if (bucket !== undefined && !bucket.take(time)) throw new Refusal('THROTTLED');
  };

  return { admit, clientsInMemory: () => buckets.size };
};

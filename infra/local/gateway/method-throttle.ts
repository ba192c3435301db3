import type { MethodThrottle } from '../template/deployed-api.ts';
import { Refusal } from './refusal.ts';
import { type TokenBucket, tokenBucket } from './token-bucket.ts';

/** Bounds what each method is asked by all clients together, as the stage has it. */
export const methodThrottle = (throttle: MethodThrottle | undefined, now: () => number) => {
  const buckets = new Map<string, TokenBucket>();

  /** Counts one request of a method. Throws Refusal: THROTTLED. */
  return ({ httpMethod, path }: { readonly httpMethod: string; readonly path: string }): void => {
    if (throttle === undefined) return;
    const method = `${httpMethod} ${path}`;
    const time = now();
    const size = { tokensPerSecond: throttle.ratePerSecond, capacity: throttle.burst };
    const bucket = buckets.get(method) ?? tokenBucket(size, time);
    buckets.set(method, bucket);
    if (!bucket.take(time)) throw new Refusal('THROTTLED', { reason: 'method asked too often' });
  };
};

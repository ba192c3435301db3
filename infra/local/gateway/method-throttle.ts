import type { GatewayMethod, MethodThrottle } from '../template/rest-api.ts';
import { Refusal } from './refusal.ts';
import { type TokenBucket, tokenBucket } from './token-bucket.ts';

type Method = Pick<GatewayMethod, 'httpMethod' | 'path'>;

/** Bounds what each method is asked by all clients together, as the stage has it. */
export const methodThrottle = (throttle: MethodThrottle | undefined, now: () => number) => {
  const buckets = new WeakMap<Method, TokenBucket>();

  /** Counts one request of a method, the same object for all of its requests. Throws Refusal: THROTTLED. */
  return (method: Method): void => {
    if (throttle === undefined) return;
    const time = now();
    const size = { tokensPerSecond: throttle.ratePerSecond, capacity: throttle.burst };
    const bucket = buckets.get(method) ?? tokenBucket(size, time);
    buckets.set(method, bucket);
    if (!bucket.take(time)) throw new Refusal('THROTTLED', { reason: 'method asked too often' });
  };
};

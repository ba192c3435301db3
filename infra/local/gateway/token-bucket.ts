export interface BucketSize {
  readonly tokensPerSecond: number;
  readonly capacity: number;
}

/** Tokens that refill with time, up to a capacity. Times are milliseconds of any steady clock. */
export const tokenBucket = ({ tokensPerSecond, capacity }: BucketSize, createdAt: number) => {
  let tokens = capacity;
  let refilledAt = createdAt;

  const refill = (time: number) => {
    const seconds = Math.max(0, time - refilledAt) / 1000;
    tokens = Math.min(capacity, tokens + seconds * tokensPerSecond);
    refilledAt = time;
  };

  return {
    /** Takes a token, if there is a whole one. */
    take: (time: number): boolean => {
      refill(time);
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    /** A full bucket is as good as a new one. */
    isFull: (time: number): boolean => {
      refill(time);
      return tokens >= capacity;
    },
  };
};
export type TokenBucket = ReturnType<typeof tokenBucket>;

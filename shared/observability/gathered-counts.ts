/** Interval between two writes. */
const gatheredMilliseconds = 10_000;

export interface GatheredCountsSettings {
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Writes how often `of` was counted since the last write. */
  readonly write: (of: string, count: number) => void;
}

/**
 * Creates a counter that gathers counts in memory, so that many requests write few log lines. It writes the first count
 * at once, and later sums with the first count 10 seconds or more after the last write. Nothing is written in between,
 * as an instance is frozen between requests: counts held when an instance ends are lost, and counts held through a
 * pause are dated after it. Rates and proportions are right; single requests may be missing.
 */
export const gatheredCounts = ({ now, write }: GatheredCountsSettings): ((of: string) => void) => {
  const gathered = new Map<string, number>();
  let writtenAt = Number.NEGATIVE_INFINITY;
  return (of) => {
    gathered.set(of, (gathered.get(of) ?? 0) + 1);
    const age = now() - writtenAt;
    // A clock that went back must not delay the write.
    if (age >= 0 && age < gatheredMilliseconds) return;
    writtenAt = now();
    for (const [each, count] of gathered) write(each, count);
    gathered.clear();
  };
};

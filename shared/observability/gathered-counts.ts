/** How long counts are gathered before they are written. */
const gatheredMilliseconds = 10_000;

export interface GatheredCountsSettings {
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  /** Given how often `of` was counted since it was written before. */
  readonly write: (of: string, count: number) => void;
}

/**
 * Counts in memory and writes sums, so that many requests do not make as many log lines: the first count at once, then
 * all that came together with the first count that comes 10 seconds or more after the last writing. Nothing writes
 * meanwhile: an instance stands still between its requests. What one holds when it ends is lost, and what one holds
 * through a pause is dated after it. So rates and proportions are right, and single requests may be missing.
 */
export const gatheredCounts = ({ now, write }: GatheredCountsSettings): ((of: string) => void) => {
  const gathered = new Map<string, number>();
  let writtenAt = Number.NEGATIVE_INFINITY;
  return (of) => {
    gathered.set(of, (gathered.get(of) ?? 0) + 1);
    const age = now() - writtenAt;
    // A clock that went back must not keep counts for as long.
    if (age >= 0 && age < gatheredMilliseconds) return;
    writtenAt = now();
    for (const [each, count] of gathered) write(each, count);
    gathered.clear();
  };
};

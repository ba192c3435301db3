/** Longest gap between two ticks that counts. */
const maxGap = 50;

/** Returns the milliseconds of a task, without those in which a busy machine did not run this process. */
export const awakeMilliseconds = async (task: () => Promise<unknown>): Promise<number> => {
  let awake = 0;
  let last = performance.now();
  const count = () => {
    const now = performance.now();
    awake += Math.min(now - last, maxGap);
    last = now;
  };
  const beats = setInterval(count, 10);
  try {
    await task();
  } finally {
    clearInterval(beats);
  }
  count();
  return awake;
};

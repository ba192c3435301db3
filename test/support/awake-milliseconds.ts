/** Longest gap between two beats that counts in full. */
const longestGap = 50;

/**
 * Returns how many milliseconds a task takes, without the time for which a busy machine did not run this process. Such
 * holds last for seconds and say nothing about the task.
 */
export const awakeMilliseconds = async (task: () => Promise<unknown>): Promise<number> => {
  let awake = 0;
  let last = performance.now();
  const count = () => {
    const now = performance.now();
    awake += Math.min(now - last, longestGap);
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

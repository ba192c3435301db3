/** Maximum milliseconds to count for the gap between two ticks. */
const maxGap = 50;

/**
 * Returns how many milliseconds a task takes, excluding the time during which a busy machine did not run this process.
 * Such pauses may last for seconds, and are not caused by the task.
 */
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

/** Maximum milliseconds that count between two beats. */
const maxGap = 50;

/**
 * Returns how many milliseconds a task takes, without the time in which a busy machine did not run this process. Such
 * pauses last for seconds and say nothing about the task.
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

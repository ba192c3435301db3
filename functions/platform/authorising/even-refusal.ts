import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Milliseconds from its start to the refusal of a well-formed key: longer than the look-up of nearly every key, so
 * that the time of a refusal does not tell a key id that exists from one that does not.
 */
const refusalMilliseconds = 20;

/** Waits until a refusal is due, by `performance.now()` of its start. */
export const untilRefusalIsDue = async (began: number): Promise<void> => {
  const due = began + refusalMilliseconds;
  // Timers count in whole milliseconds: the rest is waited for turn by turn, or it would show through.
  const whole = Math.floor(due - performance.now());
  if (whole > 0) await delay(whole);
  while (performance.now() < due) await nextTurn();
};

import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Milliseconds from the start of a request to the refusal of a well-formed key. Longer than the look-up of nearly every
 * key, so that the time of a refusal does not reveal whether a key id exists.
 */
const refusalMilliseconds = 20;

/** Waits until a refusal is due, by `performance.now()` of its start. */
export const untilRefusalIsDue = async (began: number): Promise<void> => {
  const due = began + refusalMilliseconds;
  // Timers count in whole milliseconds: the rest is waited for in turns of the event loop, or it would reveal the
  // look-up.
  const whole = Math.floor(due - performance.now());
  if (whole > 0) await delay(whole);
  while (performance.now() < due) await nextTurn();
};

/**
 * How a test of the gate is tried again. A machine that others share holds any process up for seconds now and then,
 * which no bound of time can know. Not tried again is what a property has found: another seed would miss it.
 */
export const retry = { count: 1, condition: /^(?!Property failed)/ };

/** For tests that strike at random moments: what one loses is lost, though the next try strikes at another. */
export const notAgain = { retry: 0 };

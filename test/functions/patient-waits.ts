import type { Waits } from '../../shared/data-access/publishing/refreshing-cache.ts';

/** Timeouts that even a busy machine does not reach, for tests that are not about timeouts. */
export const patientWaits: Waits = { first: 60_000, newer: 60_000, max: 60_000 };

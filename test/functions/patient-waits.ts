import type { Waits } from '../../shared/data-access/publishing/refreshing-cache.ts';

/** Milliseconds beyond what a busy machine takes, for tests of what is read and not of how long it is waited for. */
export const patientWaits: Waits = { first: 60_000, newer: 60_000, max: 60_000 };

import type { ImportMark } from '../../../shared/data-access/importing/import-mark.ts';
import { longestSilence } from '../stack/running-import.ts';

/**
 * Whether the mark is that of a restore that may go on, perhaps on another machine. It gives no sign but its begin, so
 * one that began less than half an hour or so ago counts as running.
 */
export const restoreMayRun = (
  { restoredFrom, startedAt }: Pick<ImportMark, 'restoredFrom' | 'startedAt'>,
  now = Date.now(),
): boolean => restoredFrom !== undefined && now - Date.parse(startedAt) < longestSilence;

/** When a restore that gave no sign of its end counts as stopped, in ISO 8601, UTC. */
export const restoreRunsUntil = (startedAt: string): string =>
  new Date(Date.parse(startedAt) + longestSilence).toISOString();

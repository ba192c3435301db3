import { mkdir, realpath, rmdir, stat, utimes } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { isMissing } from '../files/read-if-there.ts';
import { markedTimes, markTimes, removeMark } from './former-lock-mark.ts';
import { LockHeld } from './lock-held.ts';

/** A release before renews its folder four times within this time, and takes over one that is older. */
const staleMilliseconds = 5_000;
/** So far ahead is the time of ours, so that a process that is held up for a while does not lose it. */
const aheadMilliseconds = 20_000;
const renewMilliseconds = 5_000;
const pauseMilliseconds = 100;
/** FAT keeps times no finer than this: what is a multiple of it is read as it was written everywhere. */
const coarsestMilliseconds = 2_000;

interface Place {
  readonly directory: string;
  /** Beside the directory: the lock of a release before. */
  readonly folder: string;
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/** Gives the time that the folder has now. `former` is the one it had: a kill may come before it gets the new one. */
const renew = async ({ directory, folder }: Place, former: readonly number[]): Promise<number> => {
  const until = Math.ceil((Date.now() + aheadMilliseconds) / coarsestMilliseconds) * coarsestMilliseconds;
  // Where it cannot be written, a start after a kill takes the folder for that of a release before for a while.
  await markTimes(directory, [...former, until]).catch(() => undefined);
  await utimes(folder, new Date(until), new Date(until));
  return until;
};

/** Whether nobody has the folder any more: it is gone, or its process has ended without removing it. */
const isAbandoned = async ({ directory, folder }: Place): Promise<boolean> => {
  try {
    const { mtimeMs } = await stat(folder);
    const isStale = mtimeMs < Date.now() - staleMilliseconds;
    // Who asks holds the lock of this release, so that nobody has a folder that this release has made.
    return isStale || (await markedTimes(directory)).includes(mtimeMs);
  } catch (error) {
    if (isMissing(error)) return true;
    throw error;
  }
};

const isMade = async (folder: string): Promise<boolean> => {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
};

const removeFolder = async (folder: string): Promise<void> => {
  await rmdir(folder).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
};

const take = async (place: Place): Promise<number> => {
  // A release before that was killed is waited out, as it cannot be told from one that runs.
  const end = performance.now() + staleMilliseconds + 1_000;
  for (;;) {
    if (await isMade(place.folder)) return renew(place, []);
    if (await isAbandoned(place)) await removeFolder(place.folder);
    else if (performance.now() >= end) throw new LockHeld('of a release before this one');
    else await delay(pauseMilliseconds);
  }
};

/** Keeps the folder's time ahead from `first` on. Gives what ends that and removes the folder. */
const keep = (place: Place, first: number): (() => Promise<void>) => {
  let until = first;
  let renewing = Promise.resolve();
  const again = async () => {
    until = await renew(place, [until]);
  };
  const timer = setInterval(() => {
    renewing = renewing.then(again).catch(() => undefined);
  }, renewMilliseconds);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await renewing;
    await removeMark(place.directory).catch(() => undefined);
    // A process that stood still for so long may have lost it: then another has it, or it is free for the next.
    const isOurs = Date.now() < until + staleMilliseconds;
    if (isOurs) await removeFolder(place.folder).catch(() => undefined);
  };
};

/**
 * Keeps the releases away that lock a data directory by a folder beside it, `DIRECTORY.lock`, and by its time. Only for
 * the holder of the lock of this release, so that a folder of ours that is there was left behind. Where the folder
 * cannot be made no such release can make it either. Gives what removes it. Throws LockHeld where such a release runs.
 */
export const keepFormerReleasesAway = async (directory: string): Promise<() => Promise<void>> => {
  const place = { directory, folder: `${await realpath(directory)}.lock` };
  try {
    return keep(place, await take(place));
  } catch (error) {
    if (error instanceof LockHeld) throw error;
    return async () => {};
  }
};

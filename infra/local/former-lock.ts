import { chmod, mkdir, realpath, rmdir, stat, utimes } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { isMissing } from './files/read-if-there.ts';
import { LockHeld } from './lock-held.ts';

/** A release before renews its folder four times within this time, and takes over one that is older. */
const staleMilliseconds = 5_000;
/** So far ahead is the time of ours, so that a process that is held up for a while does not lose it. */
const aheadMilliseconds = 20_000;
const renewMilliseconds = 5_000;
const pauseMilliseconds = 100;

/** What tells our folder from that of a release before, which left this to the system. */
const ourMode = 0o500;

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

const renew = async (folder: string): Promise<void> => {
  const until = new Date(Date.now() + aheadMilliseconds);
  await utimes(folder, until, until);
};

/** Whose folder is there: `nobody's` also where its process has ended without removing it. */
const holderOf = async (folder: string): Promise<'ours' | "nobody's" | 'of a release before'> => {
  try {
    const { mode, mtimeMs } = await stat(folder);
    if ((mode & 0o777) === ourMode) return 'ours';
    return mtimeMs < Date.now() - staleMilliseconds ? "nobody's" : 'of a release before';
  } catch (error) {
    if (isMissing(error)) return "nobody's";
    throw error;
  }
};

const makeOurs = async (folder: string): Promise<boolean> => {
  try {
    await mkdir(folder);
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
  await chmod(folder, ourMode);
  await renew(folder);
  return true;
};

const removeFolder = async (folder: string): Promise<void> => {
  await rmdir(folder).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
};

const take = async (folder: string): Promise<void> => {
  // A release before that was killed is waited out, as it cannot be told from one that runs.
  const end = performance.now() + staleMilliseconds + 1_000;
  for (;;) {
    if (await makeOurs(folder)) return;
    const holder = await holderOf(folder);
    if (holder !== 'of a release before') await removeFolder(folder);
    else if (performance.now() >= end) throw new LockHeld('of a release before this one');
    else await delay(pauseMilliseconds);
  }
};

/**
 * Keeps the releases away that lock a data directory by a folder beside it, `DIRECTORY.lock`, and by its time. Only for
 * the holder of the lock of this release, so that a folder of ours that is there was left behind. Where the folder cannot
 * be made no such release can make it either. Gives what removes it. Throws LockHeld where such a release runs.
 */
export const keepFormerReleasesAway = async (directory: string): Promise<() => Promise<void>> => {
  const folder = `${await realpath(directory)}.lock`;
  try {
    await take(folder);
  } catch (error) {
    if (error instanceof LockHeld) throw error;
    return async () => {};
  }
  const timer = setInterval(() => void renew(folder).catch(() => undefined), renewMilliseconds);
  timer.unref();
  return async () => {
    clearInterval(timer);
    // One that stays is soon as old as that of a process that was killed.
    const removeOurs = async () => ((await holderOf(folder)) === 'ours' ? removeFolder(folder) : undefined);
    await removeOurs().catch(() => undefined);
  };
};

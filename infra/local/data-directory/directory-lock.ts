import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { removeIfThere, replaceFile } from '../files/durable-file.ts';
import { LockHeld } from './lock-held.ts';

/** The lock's file can be neither opened nor made, or is another file of that name. */
export class UnusableLock extends Error {
  override readonly name = 'UnusableLock';
}

export interface DirectoryLock {
  release(): Promise<void>;
}

/** What SQLite answers while another process has the file locked (SQLITE_BUSY). */
const busy = z.object({ errcode: z.literal(5) });

/** A stack that was told to end needs so long at most; one that runs is refused after it. */
const usualPatienceMilliseconds = 3_000;
const pauseMilliseconds = 50;

/**
 * SQLite's lock on its file is one of the operating system: it goes with the process, however that ends, and is never
 * given to two. Nothing is written into the file, so that a full disk is no obstacle. Nobody else may open it: where one
 * process closes a file, POSIX drops all its locks on it. Undefined where another process has it.
 */
const tryToLock = (file: string): DatabaseSync | undefined => {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if (busy.safeParse(error).success) return undefined;
    throw error;
  }
};

const holder = z.object({ pid: z.int().min(1) });

/** In words; the file is of use as long as the lock is held, and the holder may just be writing it. */
const describeHolder = async (holderFile: string): Promise<string> => {
  try {
    return `process ${holder.parse(JSON.parse(await readFile(holderFile, 'utf8'))).pid}`;
  } catch {
    return 'another process';
  }
};

const lockWithPatience = async (
  file: string,
  holderFile: string,
  patienceMilliseconds: number,
): Promise<DatabaseSync> => {
  const end = performance.now() + patienceMilliseconds;
  for (;;) {
    const held = tryToLock(file);
    if (held) return held;
    if (performance.now() >= end) throw new LockHeld(await describeHolder(holderFile));
    await delay(pauseMilliseconds);
  }
};

/**
 * Locks a directory for this process alone, waiting for one that is about to end. The lock of a process that was killed is
 * free at once. Throws LockHeld, UnusableLock.
 */
export const lockDirectory = async (
  directory: string,
  patienceMilliseconds = usualPatienceMilliseconds,
): Promise<DirectoryLock> => {
  const file = join(directory, 'lock');
  const holderFile = join(directory, 'lock-holder.json');
  try {
    const held = await lockWithPatience(file, holderFile, patienceMilliseconds);
    const release = async () => {
      // Where it cannot be removed, nobody reads it without the lock.
      await removeIfThere(holderFile).catch(() => {});
      held.close();
    };
    // Where it cannot be written, others are refused without a name.
    await replaceFile(holderFile, `${JSON.stringify({ pid: process.pid })}\n`).catch(() => {});
    return { release };
  } catch (cause) {
    if (cause instanceof LockHeld) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnusableLock(`${file} cannot be locked: ${reason}`, { cause });
  }
};

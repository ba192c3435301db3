import { readFile } from 'node:fs/promises';

/** This process may open too few files: connections and stores would fail one after the other. */
class TooFewOpenFiles extends Error {
  override readonly name = 'TooFewOpenFiles';
}

/** A stack has some fifty-five open by itself; each connection of a client takes one more. */
const neededFiles = 256;

/** How many files a process may open, by what Linux says of it; Infinity where that says nothing. */
const limitIn = (limits: string): number => {
  const soft = /^Max open files +(\d+)/m.exec(limits)?.[1];
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
};

/**
 * Looks whether this process may open as many files as a stack needs, where the system says it. Throws TooFewOpenFiles,
 * with the way out. `limits` is the text of that file.
 */
export const refuseFewOpenFiles = async (
  limits: Promise<string> = readFile('/proc/self/limits', 'utf8'),
): Promise<void> => {
  const limit = limitIn(await limits.catch(() => ''));
  if (limit < neededFiles)
    throw new TooFewOpenFiles(
      `This process may open ${limit} files at once, and a stack needs ${neededFiles}: requests would fail. Allow more, as by ulimit -n 4096, and start again`,
    );
};

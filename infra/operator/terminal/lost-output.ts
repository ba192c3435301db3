import type { Writable } from 'node:stream';

const failure = 1;

/** When all that was written so far is done with, or lost. */
const settled = (output: Writable): Promise<void> =>
  new Promise((resolve) => {
    output.write('', () => resolve());
  });

/**
 * Lets go what nobody reads any more, as after `| head`: a command goes on to its end, as what it changes must not stay
 * half done. What it answers with gives, and says, the exit status at the end: that of the command, but 1 where standard
 * output was lost in another way, as to a full disk.
 */
export const watchOutput = (
  stdout: Writable = process.stdout,
  stderr: Writable = process.stderr,
): ((status: number) => Promise<number>) => {
  let lost: NodeJS.ErrnoException | undefined;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') lost ??= error;
  });
  // Whoever takes no messages learns by the exit status how it ended.
  stderr.on('error', () => {});
  return async (status) => {
    await settled(stdout);
    if (lost === undefined) return status;
    stderr.write(`waypost: standard output cannot be written (${lost.message})\n`);
    return status === 0 ? failure : status;
  };
};

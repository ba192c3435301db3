/** Standard output did not take what was written to it. The cause says why: nobody reads it any more, or a disk is full. */
export class UnwrittenOutput extends Error {
  override readonly name = 'UnwrittenOutput';
}

/** Writes to standard output, and waits until that is done. Throws UnwrittenOutput. */
export const printed = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (cause) => {
      if (cause) reject(new UnwrittenOutput('standard output cannot be written', { cause }));
      else resolve();
    });
  });

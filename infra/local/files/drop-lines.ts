import { createReadStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openToRead, removeIfThere, syncDirectory, unfinishedSuffix, writeNewFile } from './durable-file.ts';
import { isMissing } from './read-if-there.ts';

/** A character a byte, so that what is no UTF-8 is written as it was read. */
const byteForByte = 'latin1';

/** The lines of a file with their ends, which the last may lack. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const handle = await openToRead(file);
  let begun = '';
  for await (const piece of createReadStream('', { fd: handle, encoding: byteForByte })) {
    const lines = `${begun}${piece}`.split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) yield Buffer.from(`${line}\n`, byteForByte);
  }
  if (begun) yield Buffer.from(begun, byteForByte);
}

async function* filtered(file: string, isDropped: (line: string) => boolean): AsyncGenerator<Buffer> {
  for await (const line of linesOf(file)) if (!isDropped(line.toString())) yield line;
}

const count = async (file: string, isDropped: (line: string) => boolean): Promise<number> => {
  let dropped = 0;
  for await (const line of linesOf(file)) if (isDropped(line.toString())) dropped += 1;
  return dropped;
};

/**
 * Drops lines of a file that nobody writes to meanwhile, and says how many: it stays as it was where there are none, and
 * is replaced whole or not at all. The other lines stay byte for byte. A file that is not there has no lines.
 */
export const dropLines = async (file: string, isDropped: (line: string) => boolean): Promise<number> => {
  const unfinished = `${file}${unfinishedSuffix}`;
  // Of a process that was killed here: it holds what is to be deleted as well.
  await removeIfThere(unfinished);
  try {
    const dropped = await count(file, isDropped);
    if (dropped === 0) return 0;
    await writeNewFile(unfinished, filtered(file, isDropped));
    await rename(unfinished, file);
    await syncDirectory(dirname(file));
    return dropped;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
};

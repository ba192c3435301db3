import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { numberOf, textOf } from '../json-members.ts';
import { DownloadFailed } from './download-failed.ts';

/** The first line of a file of changes. */
export interface ChangesHead {
  /** That the file leads to. */
  readonly version: string;
  /** That it leads from; undefined where it follows on no version. */
  readonly since: string | undefined;
}

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    throw new DownloadFailed('the file of changes holds a line that is no JSON');
  }
};

/**
 * Reads a file of changes through: each line must be JSON, and their number the one that the first line names. Throws
 * DownloadFailed where they are not.
 */
export const checkChanges = async (path: string): Promise<ChangesHead> => {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  let head: unknown;
  let count = -1;
  for await (const line of lines) {
    const record = parsed(line);
    if (count === -1) head = record;
    count += 1;
  }
  const version = textOf(head, 'version');
  const named = ['added', 'changed', 'removed'].map((name) => numberOf(head, name) ?? Number.NaN);
  if (version === undefined || named.reduce((sum, some) => sum + some, 0) !== count)
    throw new DownloadFailed(`the file of changes has ${count} of its lines, and names another number`);
  return { version, since: textOf(head, 'since') };
};

import * as z from 'zod';
import { replaceFile } from './durable-file.ts';
import { readIfThere } from './read-if-there.ts';

/** A file that keeps the state of the stack is cut off, or somebody else's. */
export class DamagedState extends Error {
  override readonly name = 'DamagedState';
}

/** A small state in a file of JSON: read at the start, and replaced whole at every change, one change at a time. */
export interface DurableState<T> {
  readonly current: () => T;
  /** Counts at once; resolves when it outlasts a loss of power. Rejects where the disk does not take it. */
  change(next: T): Promise<void>;
  /** Resolves when no change is on its way to the disk. */
  settled(): Promise<void>;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The state that a file keeps; undefined where there is no file. Throws DamagedState, UnreadableFile. */
export const readState = async <T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> => {
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  const state = schema.safeParse(parsed(text));
  if (state.success) return state.data;
  throw new DamagedState(
    `${file} is damaged. Restore it, or remove it: it is made anew.\n${z.prettifyError(state.error)}`,
  );
};

/** Opens the state in a file, or begins it. Throws DamagedState, UnreadableFile. */
export const openState = async <T>(
  file: string,
  schema: z.ZodType<T>,
  beginning: T,
): Promise<DurableState<T>> => {
  let state = (await readState(file, schema)) ?? beginning;
  let writing: Promise<void> = Promise.resolve();
  return {
    current: () => state,
    change: (next) => {
      state = next;
      const write = writing.then(() => replaceFile(file, `${JSON.stringify(state, null, 2)}\n`));
      writing = write.catch(() => undefined);
      return write;
    },
    settled: () => writing,
  };
};

import * as z from 'zod';
import type { DeadLetter } from '../../local/jobs/read-jobs.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { countInWords } from '../terminal/in-words.ts';

/** What is sent of a file that was put into the import bucket: a message that holds the event. */
const filePut = z.object({
  Records: z.tuple([
    z.object({
      body: z
        .string()
        .transform((body): unknown => JSON.parse(body))
        .pipe(z.object({ detail: z.object({ object: z.object({ key: z.string() }) }) })),
    }),
  ]),
});

/** The key of the file that a dead letter is about; undefined where that cannot be told. */
const fileOf = ({ sent }: DeadLetter): string | undefined => {
  try {
    return filePut.parse(sent).Records[0].body.detail.object.key;
  } catch {
    return undefined;
  }
};

/** Whether what was given up is a file to be imported: no publication makes that good. */
export const isOfFile = ({ source }: DeadLetter): boolean => source.kind === 'queue';

/** How the name of a file is written, which may have 1,024 characters. */
export type NameOfFile = (key: string) => string;

/** Tells of files that were put into the import bucket and given up. */
export function* undeliveredFiles(
  deadLetters: readonly DeadLetter[],
  nameOfFile: NameOfFile,
  command: OperatedStack['command'],
): Generator<string> {
  const files = deadLetters.filter(isOfFile);
  const last = files.at(-1);
  if (!last) return;
  const key = fileOf(last);
  const file = key === undefined ? 'unknown' : nameOfFile(key);
  // The reason may name the file once more.
  const why = key ? last.why.replaceAll(key, () => file) : last.why;
  const were = files.length === 1 ? 'file was' : 'files were';
  yield `${countInWords(files.length)} ${were} put into the import bucket and given up, the last one ${file}: ${why} (${last.at}). To delete what is done with, add --discard; to try again: ${command('waypost redrive')}`;
}

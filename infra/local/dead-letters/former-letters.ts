import * as z from 'zod';
import { replaceFile } from '../files/durable-file.ts';
import { readIfThere } from '../files/read-if-there.ts';
import { type DeadLetter, deadLetter } from './dead-letter.ts';

/** What a letter of a stream held in former releases: the changes themselves, which may be personal data. */
const wholeBatch = z.object({ Records: z.array(z.unknown()) });

/** What may stay of a change. */
const place = z.object({
  eventSourceARN: z.string(),
  dynamodb: z.object({ SequenceNumber: z.string() }),
});

const placeOf = (record: unknown) => place.safeParse(record).data;

const withoutRecords = (letter: DeadLetter): DeadLetter => {
  const batch = wholeBatch.safeParse(letter.sent);
  if (letter.source.kind !== 'stream' || !batch.success) return letter;
  const { Records } = batch.data;
  const [first, last] = [placeOf(Records.at(0)), placeOf(Records.at(-1))];
  const sent = {
    DDBStreamBatchInfo: {
      startSequenceNumber: first?.dynamodb.SequenceNumber,
      endSequenceNumber: last?.dynamodb.SequenceNumber,
      batchSize: Records.length,
      streamArn: first?.eventSourceARN,
    },
  };
  return { ...letter, sent };
};

/** The line as it may stay; undefined for one that is no letter, such as a part of one whose write was cut off. */
const keptOf = (line: string): string | undefined => {
  try {
    const letter = deadLetter.parse(JSON.parse(line));
    const kept = withoutRecords(letter);
    return kept === letter ? line : JSON.stringify(kept);
  } catch {
    return undefined;
  }
};

/**
 * Takes the changes of tables out of the dead letters of former releases, which then tell where the changes were. The
 * file is replaced whole or not at all, and nobody may write to it meanwhile. Throws UnreadableFile.
 */
export const dropFormerRecords = async (file: string): Promise<void> => {
  const text = await readIfThere(file);
  if (text === undefined) return;
  const kept = text.split('\n').flatMap((line) => keptOf(line) ?? []);
  const next = kept.map((line) => `${line}\n`).join('');
  if (next !== text) await replaceFile(file, next);
};

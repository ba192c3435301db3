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

const parsedJson = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** The line as it may stay; undefined for a part of one, whose write was cut off. */
const keptOf = (line: string): string | undefined => {
  const parsed = parsedJson(line);
  if (parsed === undefined) return undefined;
  const letter = deadLetter.safeParse(parsed).data;
  // A release that knows more may have written it, and will read it again.
  if (letter === undefined) return line;
  const kept = withoutRecords(letter);
  return kept === letter ? line : JSON.stringify(kept);
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

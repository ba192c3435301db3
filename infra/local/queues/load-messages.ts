import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeIfThere, unfinishedSuffix } from '../files/durable-file.ts';
import { DamagedState } from '../files/durable-state.ts';
import { readIfThere } from '../files/read-if-there.ts';
import { type QueueMessage, queueMessage } from './queue-message.ts';

export const messageFileName = ({ sequenceNumber }: Pick<QueueMessage, 'sequenceNumber'>): string =>
  `${sequenceNumber}.json`;

/** File managers leave files of their own in any folder that they show. */
const ofMessage = /^\d{20}\.json$/;

const loadMessage = async (file: string): Promise<QueueMessage> => {
  try {
    return queueMessage.parse(JSON.parse((await readIfThere(file)) ?? ''));
  } catch (cause) {
    throw new DamagedState(
      `${file} is damaged. Restore it, or remove it to do without the message that it held.`,
      { cause },
    );
  }
};

/** The messages of a queue, oldest first; what was being written when the process ended is cleared away. Throws DamagedState. */
export const loadMessages = async (directory: string): Promise<readonly QueueMessage[]> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const messages: QueueMessage[] = [];
  // Names of as many digits each are in the order of the numbers.
  for (const name of (await readdir(directory)).sort()) {
    const file = join(directory, name);
    if (name.endsWith(unfinishedSuffix)) await removeIfThere(file);
    else if (ofMessage.test(name)) messages.push(await loadMessage(file));
  }
  return messages;
};

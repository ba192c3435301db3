import { once } from 'node:events';
import * as z from 'zod';
import { newThread } from '../threads/new-thread.ts';

const drawn = z.tuple([z.array(z.record(z.string(), z.unknown()))]);

const drawing = new URL('./location-lines-worker.ts', import.meta.url);

/**
 * Every location of the sample network, as lines of an import file. They are drawn in a thread that ends afterwards: the
 * lists of the world's towns and coasts take some 90 MB of heap and 0.4 s to load, and a stack that had loaded them would
 * keep them for good, and go through them whenever it collects garbage. Rejects if the thread fails, or ends without
 * having sent the locations.
 */
export const drawnLocationLines = async (module = drawing) => {
  const thread = newThread(module);
  const ended = once(thread, 'exit').then(([code]) => {
    throw new Error(`The thread that draws the sample ended with code ${code}, and without its locations.`);
  });
  const [lines] = drawn.parse(await Promise.race([once(thread, 'message'), ended]));
  return lines;
};

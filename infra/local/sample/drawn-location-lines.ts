import { once } from 'node:events';
import * as z from 'zod';
import { newThread } from '../threads/new-thread.ts';

const drawn = z.tuple([z.array(z.record(z.string(), z.unknown()))]);

const drawing = new URL('./location-lines-worker.ts', import.meta.url);

/**
 * Every location of the sample network, as lines of an import file. They are drawn in a thread that is over with it: the
 * list of the world's towns behind them takes some 47 MB of heap and 0.2 s to load, and a stack that had loaded it would
 * keep it for good, and go through it at every collection of its garbage. Rejects where the thread fails, or ends
 * without them.
 */
export const drawnLocationLines = async (module = drawing) => {
  const thread = newThread(module);
  const ended = once(thread, 'exit').then(([code]) => {
    throw new Error(`The thread that draws the sample ended with code ${code}, and without its locations.`);
  });
  const [lines] = drawn.parse(await Promise.race([once(thread, 'message'), ended]));
  return lines;
};

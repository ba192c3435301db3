import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as z from 'zod';

const drawn = z.tuple([z.array(z.record(z.string(), z.unknown()))]);

/**
 * Every location of the sample network, as lines of an import file. They are drawn in a thread that is over with it: the
 * list of the world's towns behind them takes 65 MB of heap and 0.2 s to load, and a stack that had loaded it would keep
 * it for good, and go through it at every collection of its garbage.
 */
export const drawnLocationLines = async () => {
  const worker = new Worker(new URL('./location-lines-worker.ts', import.meta.url));
  const [lines] = drawn.parse(await once(worker, 'message'));
  return lines;
};

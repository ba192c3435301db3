import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Megabytes of the buffers that somebody still holds: what waits for the garbage collector is not counted. */
export const heldMegabytes = (): number => {
  // The first collection frees, the second waits for the freeing to end.
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().arrayBuffers / 1_048_576;
};

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Returns the megabytes of live buffers, without garbage. */
export const heldMegabytes = (): number => {
  // The first collection frees memory, the second waits until that is done.
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().arrayBuffers / 1_048_576;
};

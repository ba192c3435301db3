import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Returns the megabytes of live buffers, excluding garbage. */
export const heldMegabytes = (): number => {
  // The first collection starts to free memory, and the second one waits until this has finished.
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().arrayBuffers / 1_048_576;
};

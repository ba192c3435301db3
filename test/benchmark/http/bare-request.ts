import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from '../measure/quantiles.ts';
import { temporaryFolder } from '../search/servers/own-process.ts';
import { closedLoop } from './closed-loop.ts';
import { pinToCore } from './pin-to-core.ts';
import { startBareServer } from './start-bare-server.ts';

/** As long as an answer of five points. */
const bodyBytes = 4_500;
const secondsOfRound = 1;

/**
 * Microseconds of a processor that a server of `node:http` alone takes for a request that it answers with 4.5 kB: the
 * median of these rounds. What else the machine does leaves them as they are, and lengthens answers alone.
 */
export const bareRequestMicroseconds = async (rounds: number): Promise<number> => {
  const folder = await temporaryFolder('bench-bare-request');
  try {
    const file = join(folder.path, 'body.json');
    await writeFile(file, JSON.stringify('x'.repeat(bodyBytes - 2)));
    const bare = await startBareServer(file);
    try {
      await pinToCore(bare.pid, 0);
      const load = { url: bare.url, key: 'none', seconds: secondsOfRound };
      await closedLoop(load);
      const each: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const before = await bare.work();
        await closedLoop(load);
        const after = await bare.work();
        const answered = after.answered - before.answered;
        each.push((after.processorMicroseconds - before.processorMicroseconds) / answered);
      }
      return median(each);
    } finally {
      await bare.close();
    }
  } finally {
    await folder.remove();
  }
};

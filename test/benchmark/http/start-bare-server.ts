import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { endProcess } from '../search/servers/own-process.ts';

const script = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

const work = z.object({ answered: z.int(), processorMicroseconds: z.number() });

/** Starts a server of Node alone, in a process of its own, that sends the content of a file. */
export const startBareServer = async (file: string) => {
  const child = fork(script, [file]);
  const [port] = await once(child, 'message');
  return {
    url: `http://127.0.0.1:${z.int().parse(port)}`,
    pid: z.int().parse(child.pid),
    /** How many requests it has answered since it began, and the time of a processor that it has had. */
    work: async () => {
      const told = once(child, 'message');
      child.send('work');
      const [done] = await told;
      return work.parse(done);
    },
    close: () => endProcess(child, 'SIGTERM'),
  };
};

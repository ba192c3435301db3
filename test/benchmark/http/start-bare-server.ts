import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { endProcess } from '../search/servers/own-process.ts';

const script = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

/** Starts a server of Node alone, in a process of its own, that sends the content of a file. */
export const startBareServer = async (file: string) => {
  const child = fork(script, [file]);
  const [port] = await once(child, 'message');
  return {
    url: `http://127.0.0.1:${z.int().parse(port)}`,
    pid: z.int().parse(child.pid),
    close: () => endProcess(child, 'SIGTERM'),
  };
};

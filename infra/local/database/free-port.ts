import { once } from 'node:events';
import { createServer } from 'node:net';
import { listen } from '../http/listening.ts';

/** A TCP port of an address of this machine that nobody listens on at this moment. Rejects where the machine does not have it. */
export const freePort = async (host = '127.0.0.1'): Promise<number> => {
  const server = createServer();
  const { port } = new URL(await listen(server, 0, host));
  server.close();
  await once(server, 'close');
  return Number(port);
};

import { once } from 'node:events';
import { createServer } from 'node:net';
import { listen } from '../http/listening.ts';

/** A TCP port that nobody listens on at this moment, of an address. Rejects where the machine does not have that. */
export const freePort = async (host = '127.0.0.1'): Promise<number> => {
  const server = createServer();
  const { port } = new URL(await listen(server, 0, host));
  server.close();
  await once(server, 'close');
  return Number(port);
};

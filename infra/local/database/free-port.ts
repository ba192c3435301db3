import { once } from 'node:events';
import { createServer } from 'node:net';
import { listen } from '../http/listening.ts';

/** A TCP port of 127.0.0.1 that nobody listens on at this moment. */
export const freePort = async (): Promise<number> => {
  const server = createServer();
  const { port } = new URL(await listen(server, 0, '127.0.0.1'));
  server.close();
  await once(server, 'close');
  return Number(port);
};

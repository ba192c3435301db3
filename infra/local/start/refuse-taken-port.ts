import { createServer } from 'node:http';
import { listen } from '../http/listening.ts';

/** Looks whether the port is free, before seconds are spent on a start in vain. Throws PortTaken. */
export const refuseTakenPort = async (port: number): Promise<void> => {
  const server = createServer();
  await listen(server, port, '127.0.0.1');
  await new Promise((resolve) => server.close(resolve));
};

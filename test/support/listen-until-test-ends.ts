import type { Server } from 'node:http';
import { onTestFinished } from 'vitest';

/** Starts a server on 127.0.0.1 that runs until the test ends. Returns its port. */
export const listenUntilTestEnds = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
};

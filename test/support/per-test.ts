import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, onTestFinished } from 'vitest';

interface Closable {
  close(): unknown;
}

type RegisterHook = (start: () => Promise<() => Promise<void>>) => void;

const startedBy =
  (register: RegisterHook) =>
  <T extends Closable>(start: () => Promise<T>): T => {
    const current: Partial<T> = {};
    register(async () => {
      const started = await start();
      Object.assign(current, started);
      return async () => void (await started.close());
    });
    return current as T;
  };

/**
 * Starts a resource before each test, and closes it afterwards. Returns an object that is the resource during a test.
 * Methods of class instances are not copied, and getters are read only once.
 */
export const perTest = startedBy(beforeEach);

/** Starts a resource before the first test of the file, and closes it after the last one. See `perTest`. */
export const perFile = startedBy(beforeAll);

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

/** Creates a folder for temporary files, for `perTest` or `perFile`. */
export const temporaryFolder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'waypost-'));
  return { path, close: () => rm(path, { recursive: true, maxRetries: 5 }) };
};

import { beforeAll, beforeEach } from 'vitest';

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

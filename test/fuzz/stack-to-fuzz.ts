import { fixtureNetwork } from '../support/fixture/fixture-network.ts';
import { importFixture } from '../support/stack/shared-stack.ts';
import { newDataDirectory, removeDataDirectory, startStackProcess } from '../support/stack/stack-process.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { warmUp } from './warm-up.ts';

/** Thrown if the stack cannot be fuzzed. The message says what to do. */
export class NotToBeFuzzed extends Error {
  override readonly name = 'NotToBeFuzzed';
}

/** HTTP target, which the caller must close. */
interface StackToFuzz {
  readonly target: ApiTarget;
  readonly close: () => Promise<void>;
}

/** Starts a local stack with the fixture network. The stack is removed when this process is stopped. */
export const startStackToFuzz = async (): Promise<StackToFuzz> => {
  const dataDirectory = await newDataDirectory();
  const starting = startStackProcess({ dataDirectory });
  const filling = starting.then(() => importFixture(dataDirectory));
  const stopAndRemove = async (): Promise<void> => {
    const [started] = await Promise.allSettled([starting]);
    if (started.status === 'fulfilled') await started.value.stop();
    // If an import is still running, it fails once the stack has stopped, and removes its files.
    await Promise.allSettled([filling]);
    await removeDataDirectory(dataDirectory);
  };
  let removing: Promise<void> | undefined;
  const remove = (): Promise<void> => {
    removing ??= stopAndRemove();
    return removing;
  };
  const ending = closeOnEnding(remove);
  const close = async (): Promise<void> => {
    await remove();
    ending.forget();
  };
  try {
    const { url, key } = await starting;
    await filling;
    const target = ending.before(httpTarget(url, key));
    await warmUp(target);
    return { target, close };
  } catch (error) {
    await close();
    throw error;
  }
};

const totalIn = (body: string): string | undefined => /"total":(\d+)/.exec(body)?.[1];

/** Returns a running stack, which must have the fixture network, because the oracles need it. Throws NotToBeFuzzed. */
export const runningStackToFuzz = async (url: string, key: string | undefined): Promise<StackToFuzz> => {
  if (!key) {
    throw new NotToBeFuzzed(
      'No key: set AUTH_KEY to a key with the plan `unlimited` that is valid for all services.',
    );
  }
  const target = httpTarget(url, key);
  const list = { path: '/locations/v3/workcentres?size=0' };
  const { status, body } = await target.send(list).catch((error: unknown) => {
    throw new NotToBeFuzzed(`${url} does not respond: ${String(error)}`);
  });
  const expected = fixtureNetwork.locations.length;
  if (status === 200 && totalIn(body) === String(expected)) return { target, close: async () => {} };
  throw new NotToBeFuzzed(
    `${url} returned ${status} without the fixture network of ${expected} locations, which the checks need. Omit --url to start a stack with it.`,
  );
};

/** Exit statuses of this process, by the signal that ended it. */
const exitStatusOf = { SIGINT: 130, SIGTERM: 143 } as const;

interface Ending {
  /**
   * Wraps a target so that its requests never settle once this process is ending, because a stopped stack is not a
   * finding.
   */
  readonly before: (target: ApiTarget) => ApiTarget;
  readonly forget: () => void;
}

/** Calls `close` before a signal ends this process. */
const closeOnEnding = (close: () => Promise<void>): Ending => {
  let isEnding = false;
  const end = (signal: keyof typeof exitStatusOf): void => {
    isEnding = true;
    const exit = () => process.exit(exitStatusOf[signal]);
    close().then(exit, exit);
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  return {
    before: (target) => ({
      send: (request) =>
        new Promise((resolve, reject) => {
          const unlessEnding =
            <T>(settle: (outcome: T) => void) =>
            (outcome: T) => {
              if (!isEnding) settle(outcome);
            };
          target.send(request).then(unlessEnding(resolve), unlessEnding(reject));
        }),
    }),
    forget: () => void process.off('SIGINT', end).off('SIGTERM', end),
  };
};

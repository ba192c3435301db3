import { fixtureNetwork } from '../support/fixture/fixture-network.ts';
import { importFixture } from '../support/stack/shared-stack.ts';
import { newDataDirectory, removeDataDirectory, startStackProcess } from '../support/stack/stack-process.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { warmUp } from './warm-up.ts';

/** A stack cannot be asked, and what to do about it. */
export class NotToBeFuzzed extends Error {
  override readonly name = 'NotToBeFuzzed';
}

/** A target over HTTP that somebody has to close. */
interface StackToFuzz {
  readonly target: ApiTarget;
  readonly close: () => Promise<void>;
}

/** A stack of its own on this machine, which holds the fixture network. It goes when this process is ended. */
export const startStackToFuzz = async (): Promise<StackToFuzz> => {
  const dataDirectory = await newDataDirectory();
  const starting = startStackProcess({ dataDirectory });
  const filling = starting.then(() => importFixture(dataDirectory));
  const stopAndRemove = async (): Promise<void> => {
    const [started] = await Promise.allSettled([starting]);
    if (started.status === 'fulfilled') await started.value.stop();
    // What is being imported fails without a stack, and takes its files away.
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

/** A stack that runs already and must hold the fixture network: the oracle knows no other. Throws NotToBeFuzzed. */
export const runningStackToFuzz = async (url: string, key: string | undefined): Promise<StackToFuzz> => {
  if (!key) {
    throw new NotToBeFuzzed(
      'There is no key: put one of the plan unlimited, good for all services, into AUTH_KEY.',
    );
  }
  const target = httpTarget(url, key);
  const list = { path: '/locations/v3/workcentres?size=0' };
  const { status, body } = await target.send(list).catch((error: unknown) => {
    throw new NotToBeFuzzed(`${url} does not answer: ${String(error)}`);
  });
  const expected = fixtureNetwork.locations.length;
  if (status === 200 && totalIn(body) === String(expected)) return { target, close: async () => {} };
  throw new NotToBeFuzzed(
    `${url} answers ${status}, and not with the fixture network of ${expected} locations, the only one whose answers are known. Leave --url away to start a stack that holds it.`,
  );
};

/** What a person who gives up sends, and the exit status that says so. */
const endings = { SIGINT: 130, SIGTERM: 143 } as const;

interface Ending {
  /** The target, whose answers stay out once this process ends: that its stack is gone is no finding. */
  readonly before: (target: ApiTarget) => ApiTarget;
  readonly forget: () => void;
}

/** Runs `close` before this process ends by a signal. */
const closeOnEnding = (close: () => Promise<void>): Ending => {
  let isEnding = false;
  const end = (signal: keyof typeof endings): void => {
    isEnding = true;
    const exit = () => process.exit(endings[signal]);
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

import { InvalidUsage } from '../support/command.ts';
import { fixtureNetwork } from '../support/fixture/fixture-network.ts';
import { importFixture } from '../support/stack/shared-stack.ts';
import { newDataDirectory, removeDataDirectory, startStackProcess } from '../support/stack/stack-process.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { warmUp } from './warm-up.ts';

/** Starts a local stack with the fixture network, which `stop` removes. */
export const startStackToFuzz = async (stop: AsyncDisposableStack): Promise<ApiTarget> => {
  const dataDirectory = await newDataDirectory();
  stop.defer(() => removeDataDirectory(dataDirectory));
  const starting = startStackProcess({ dataDirectory });
  stop.defer(async () => (await starting.catch(() => undefined))?.stop());
  const { url, key } = await starting;
  await importFixture(dataDirectory);
  const target = httpTarget(url, key);
  await warmUp(target);
  return target;
};

const totalIn = (body: string): string | undefined => /"total":(\d+)/.exec(body)?.[1];

/** Returns a running stack, which must have the fixture network, because the oracles need it. Throws InvalidUsage. */
export const runningStackToFuzz = async (url: string, key: string | undefined): Promise<ApiTarget> => {
  if (!key)
    throw new InvalidUsage(
      'No key: set AUTH_KEY to a key with the plan `unlimited` that is valid for all services.',
    );
  const target = httpTarget(url, key);
  const list = { path: '/locations/v3/workcentres?size=0' };
  const { status, body } = await target.send(list).catch((error: unknown) => {
    throw new InvalidUsage(`${url} does not respond: ${String(error)}`);
  });
  const expected = fixtureNetwork.locations.length;
  if (status === 200 && totalIn(body) === String(expected)) return target;
  throw new InvalidUsage(
    `${url} returned ${status} without the fixture network of ${expected} locations, which the checks need. Omit --url to start a stack with it.`,
  );
};

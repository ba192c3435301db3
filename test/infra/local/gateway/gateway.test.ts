import { expect, it } from 'vitest';
import { startGateway } from '../../../../infra/local/gateway/gateway.ts';
import { PortTaken } from '../../../../infra/local/http/listening.ts';
import {
  doubleFunctions,
  integrationOf,
  method,
  ok,
  restApi,
  startTestGateway,
} from './gateway-under-test.ts';
import { openConnection, rawRequest } from './raw-http.ts';

const slowApi = restApi([
  method('GET', '/slow', integrationOf('slow')),
  method('GET', '/fast', integrationOf('fast')),
]);
/** A slow function, which answers when it is let go on, and a fast one. */
const slowAndFast = () => {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const { host: functions } = doubleFunctions({
    slow: async () => {
      begun.resolve();
      await released.promise;
      return ok('slow');
    },
    fast: () => ok('fast'),
  });
  return { functions, begun: begun.promise, goOn: released.resolve };
};

it('a taken port is an error that says what to do', async () => {
  const { functions } = slowAndFast();
  await using first = await startTestGateway({ api: slowApi, functions });
  const port = Number(new URL(first.url).port);
  const second = startGateway({
    api: slowApi,
    functions,
    port,
    planOf: () => undefined,
  });
  await expect(second).rejects.toThrow(PortTaken);
  await expect(second).rejects.toThrow(/Port \d+ of 127\.0\.0\.1 is taken.*another port/);
});

it('close lets a running request end and takes no new ones', async () => {
  const { functions, begun, goOn } = slowAndFast();
  const limits = { closeMilliseconds: 600_000 };
  const gateway = await startTestGateway({ api: slowApi, functions, limits });
  const running = fetch(`${gateway.url}/slow`);
  await begun;
  const closed = gateway.close();
  await expect(fetch(`${gateway.url}/fast`)).rejects.toThrow();
  goOn();
  expect(await (await running).text()).toBe('slow');
  await closed;
});

it('close does not wait for connections that are only kept open', async () => {
  const { functions } = slowAndFast();
  const closeMilliseconds = 60_000;
  const gateway = await startTestGateway({ api: slowApi, functions, limits: { closeMilliseconds } });
  using kept = await openConnection(gateway.url);
  kept.socket.write(rawRequest('GET /fast'));
  await kept.answered(1);
  const startedAt = performance.now();
  await gateway.close();
  expect(performance.now() - startedAt).toBeLessThan(closeMilliseconds / 2);
});

it('close cuts what does not end in its time, and may be called twice', async () => {
  const { functions, begun } = slowAndFast();
  const limits = { closeMilliseconds: 200 };
  const gateway = await startTestGateway({ api: slowApi, functions, limits });
  const cut = expect(fetch(`${gateway.url}/slow`)).rejects.toThrow();
  await begun;
  // The function never goes on: were it not cut, this would not come to an end.
  await Promise.all([gateway.close(), gateway.close()]);
  await cut;
});

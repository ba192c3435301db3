import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startGateway } from '../../../../infra/local/gateway/gateway.ts';
import { apiGatewayLimits } from '../../../../infra/local/gateway/request-limits.ts';
import { PortTaken } from '../../../../infra/local/http/port-taken.ts';
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
const functionsThatTake = (milliseconds: number) =>
  doubleFunctions({
    slow: async () => {
      await pause(milliseconds);
      return ok('slow');
    },
    fast: () => ok('fast'),
  }).host;

it('a taken port is an error that says what to do', async () => {
  await using first = await startTestGateway({ api: slowApi, functions: functionsThatTake(0) });
  const port = Number(new URL(first.url).port);
  const second = startGateway({
    api: slowApi,
    functions: functionsThatTake(0),
    port,
    planOf: () => undefined,
  });
  await expect(second).rejects.toThrow(PortTaken);
  await expect(second).rejects.toThrow(/Port \d+ of 127\.0\.0\.1 is taken.*another port/);
});

it('close lets a running request end and takes no new ones', async () => {
  const gateway = await startTestGateway({ api: slowApi, functions: functionsThatTake(200) });
  const running = fetch(`${gateway.url}/slow`);
  await pause(50);
  const closed = gateway.close();
  await expect(fetch(`${gateway.url}/fast`)).rejects.toThrow();
  expect(await (await running).text()).toBe('slow');
  await closed;
});

it('close does not wait for connections that are only kept open', async () => {
  const gateway = await startTestGateway({ api: slowApi, functions: functionsThatTake(0) });
  using kept = await openConnection(gateway.url);
  kept.socket.write(rawRequest('GET /fast'));
  await kept.answered(1);
  const startedAt = performance.now();
  await gateway.close();
  expect(performance.now() - startedAt).toBeLessThan(apiGatewayLimits.closeMilliseconds - 1_000);
});

it('close cuts what does not end in its time, and may be called twice', async () => {
  const gateway = await startTestGateway({
    api: slowApi,
    functions: functionsThatTake(20_000),
    limits: { closeMilliseconds: 200 },
  });
  const cut = expect(fetch(`${gateway.url}/slow`)).rejects.toThrow();
  await pause(50);
  const startedAt = performance.now();
  await Promise.all([gateway.close(), gateway.close()]);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  await cut;
});

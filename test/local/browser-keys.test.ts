import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { localStack } from '../../infra/operator/stack/local-stack.ts';
import { createWaypostClient } from '../../shared/client/index.ts';
import { keyRepository } from '../../shared/data-access/access/key-repository.ts';
import { browserGrant } from '../../shared/domain/access/browser-key.ts';
import { parseKeyToken } from '../../shared/domain/access/key-token.ts';
import { portalKey, portalKeyPath } from '../../shared/domain/access/portal-key.ts';
import { browserKeysSuite, listedOrigins } from '../contract/routing/browser-keys.suite.ts';
import { runWaypost } from '../support/stack/run-waypost.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { sharedStack } from './running-stack.ts';

const { url, key, dataDirectory } = sharedStack;

const issue = async (client: string, ...origins: readonly string[]): Promise<string> => {
  const named = origins.flatMap((origin) => ['--origin', origin]);
  const options = ['--client', client, '--same-client', '--browser', '--sandbox', ...named];
  const { status, stdout, stderr } = await runWaypost([
    'keys',
    'issue',
    ...options,
    '--data-dir',
    dataDirectory,
  ]);
  expect(status, stderr).toBe(0);
  return stdout.trim();
};

const browserKey = await issue('Suite', ...listedOrigins);
// Wraps a target to retry throttled requests, because the suite sends requests faster than the plan allows.
const patient = (target: ReturnType<typeof httpTarget>): ReturnType<typeof httpTarget> => ({
  async send(request) {
    for (;;) {
      const response = await target.send(request);
      if (response.status !== 429) return response;
      await delay(100);
    }
  },
});
browserKeysSuite(() => ({ browser: patient(httpTarget(url, browserKey)), secret: httpTarget(url, key) }));

const [Origin] = listedOrigins;
const search = '/locations/v3/workcentres?size=1';

describe('a browser key of a running stack', () => {
  it('iterates over whole work centres with the client', async () => {
    const send = (request: Request) => {
      request.headers.set('origin', Origin);
      return fetch(request);
    };
    const client = createWaypostClient({ baseUrl: url, key: browserKey, fetch: send });
    expect((await client.workCentres().next()).value).toHaveProperty('id');
  });

  it('stops working on a removed website within a minute, and works on an added website', async () => {
    const own = await issue('Changing', 'https://a.example', 'https://b.example');
    const target = httpTarget(url, own);
    const statusOn = async (origin: string) =>
      (await target.send({ path: search, headers: { Origin: origin } })).status;
    expect([await statusOn('https://a.example'), await statusOn('https://c.example')]).toEqual([200, 403]);
    const changed = await runWaypost([
      ...['keys', 'origins', parseKeyToken(own)?.keyId ?? '', '--add', 'https://c.example'],
      ...['--remove', 'https://a.example', '--data-dir', dataDirectory],
    ]);
    expect(changed, changed.stderr).toMatchObject({ status: 0, stdout: '' });
    await expect
      .poll(async () => [await statusOn('https://a.example'), await statusOn('https://c.example')], {
        timeout: 10_000,
      })
      .toEqual([403, 200]);
    expect(await statusOn('https://b.example')).toBe(200);
  });

  it("never shares the throttle of its client's secret key", async () => {
    const { database, tables, close } = await localStack(dataDirectory);
    const keys = keyRepository({ client: database, tables });
    const change = { by: 'test' };
    const client = 'Both kinds';
    const granted = { ...browserGrant, scopes: [...browserGrant.scopes], sandbox: true as const };
    const browser = await keys.issue({ client, ...granted, origins: [Origin] }, change);
    const secret = await keys.issue(
      { client, scopes: ['locations-v3'], plan: 'partner', environment: 'test' },
      change,
    );
    close();
    const flood = httpTarget(url, browser.token);
    const send = () => flood.send({ path: search, headers: { Origin } });
    const limit = 'x-ratelimit-limit-second';
    expect((await send()).headers[limit]).toBe('40');
    let throttled = false;
    for (let bursts = 0; bursts < 5 && !throttled; bursts += 1)
      throttled = (await Promise.all(Array.from({ length: 150 }, send))).some(({ status }) => status === 429);
    expect(throttled).toBe(true);
    const response = await httpTarget(url, secret.token).send({ path: search });
    expect([response.status, response.headers[limit]]).toEqual([200, '50']);
  });
});

describe('the locator of a running stack', () => {
  it('has its own browser key, which works only on its own address', async () => {
    const { body } = await httpTarget(url, undefined).send({ path: portalKeyPath });
    const target = httpTarget(url, portalKey.parse(JSON.parse(body)).browserKey);
    const { port } = new URL(url);
    const statusFor = async (headers: Record<string, string>) =>
      (await target.send({ path: search, headers })).status;
    // A GET request to the page's own origin has no Origin header.
    expect(await statusFor({ Referer: `http://localhost:${port}/locator/` })).toBe(200);
    expect(await statusFor({ Referer: `http://127.0.0.1:${port}/locator/` })).toBe(200);
    expect(await statusFor({ Origin: `http://localhost:${port}` })).toBe(200);
    expect(await statusFor({ Origin: 'http://localhost:1' })).toBe(403);
    expect(await statusFor({})).toBe(403);
  });
});

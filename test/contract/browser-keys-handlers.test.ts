import { expect, it } from 'vitest';
import { services } from '../../shared/domain/access/service.ts';
import { captureLog } from '../support/captured-log.ts';
import { publishedFixture } from '../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../support/fixture/fixture-export.ts';
import type { KeyContext } from '../support/gateway/gateway-event-of.ts';
import { locationsHandlers } from '../support/targets/locations-handlers.ts';
import { browserKeysSuite, listedOrigins } from './routing/browser-keys.suite.ts';

const targetOf = (context: KeyContext) =>
  locationsHandlers({ catalogue: publishedFixture(), link: fixtureExport }, context);

const browserContext = {
  keyId: 'webkey000001',
  plan: 'browser',
  scopes: 'locations-v3:search',
  sandbox: 'true',
  origins: listedOrigins.join(' '),
};

const browser = targetOf(browserContext);
browserKeysSuite(() => ({ browser, secret: targetOf({}) }));

const path = '/locations/v3/workcentres?size=1';
const Origin = listedOrigins[0];

it('rejects a key that has the prefix of browser keys but no origins', async () => {
  const headers = { Origin, 'AUTH-KEY': 'wp_web_0000_0000' };
  for (const scopes of ['locations-v3:search', services.join()]) {
    const { status, body } = await targetOf({ scopes }).send({ path, headers });
    expect([status, JSON.parse(body).errors[0].detail]).toEqual([
      403,
      'This key works only on the websites that it was issued for.',
    ]);
  }
});

it("counts a rejected origin, and logs the key's id, but neither the key itself nor the origin", async () => {
  const log = captureLog();
  const headers = { Origin: 'https://other.example.net', 'AUTH-KEY': 'wp_web_secret' };
  await browser.send({ path, headers });
  const lines = log()
    .split('\n')
    .filter((line) => line.includes('OriginsRefused'));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    OriginsRefused: 1,
    message: 'origin rejected',
    keyId: 'webkey000001',
    _aws: { CloudWatchMetrics: [{ Dimensions: [['service']] }] },
  });
  expect(log()).not.toMatch(/wp_web_|example\.net/);
});

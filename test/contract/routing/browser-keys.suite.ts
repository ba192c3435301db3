import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import type { ApiTarget, TargetRequest } from '../../support/targets/api-target.ts';

type RequestHeaders = NonNullable<TargetRequest['headers']>;

/** Origins of the browser key under test. */
export const listedOrigins = [
  'https://www.example.com',
  'https://shop.example.com:8443',
  'http://localhost:3000',
  'http://[::1]:3000',
] as const;

export interface KeyTargets {
  /** Sends a sandbox browser key with `listedOrigins`. */
  readonly browser: ApiTarget;
  /** Sends a secret key for all services. */
  readonly secret: ApiTarget;
}

const listed = 'https://www.example.com';

const accepted: readonly RequestHeaders[] = [
  ...listedOrigins.map((Origin) => ({ Origin })),
  ...listedOrigins.map((origin) => ({ Referer: `${origin}/find/a/shop?near=3000` })),
  { Referer: listed },
  { Origin: listed, Referer: 'https://other.example.net/' },
  { Origin: listed, Referer: [listed, listed] },
];

const rejected: readonly RequestHeaders[] = [
  {},
  { Host: 'www.example.com' },
  ...[
    'null',
    '',
    'https://example.com.evil.test',
    'https://www.example.com.evil.test',
    'https://evilexample.com',
    'https://example.com',
    'https://sub.www.example.com',
    'https://www.example.com:8443',
    'https://shop.example.com',
    'http://www.example.com',
    'http://localhost',
    'http://localhost:3001',
    'https://WWW.EXAMPLE.COM',
    'https://www.example.com.',
    'https://www.example.com/',
    `${listed}, ${listed}`,
    listedOrigins.join(' '),
    '*',
  ].map((Origin) => ({ Origin })),
  { Origin: [listed, listed] },
  { Origin: [listed, 'https://other.example.net'] },
  { Origin: 'null', Referer: `${listed}/` },
  { Origin: 'https://other.example.net', Referer: `${listed}/` },
  ...[
    'null',
    'not a URL',
    '/find',
    'www.example.com',
    'about:client',
    'https://other.example.net/?https://www.example.com/',
    'https://www.example.com@evil.test/',
    'https://www.example.com.evil.test/',
    'https://www.example.com./',
    'http://www.example.com/',
  ].map((Referer) => ({ Referer })),
  { Referer: [`${listed}/`, `${listed}/`] },
];

const paths = [
  '/locations/v3/workcentres?size=1',
  '/locations/v3/workcentres/900030_PO',
  '/locations/v3/operational-capabilities?size=1',
];

const failures = z.object({ errors: z.array(z.object({ code: z.string(), detail: z.string() })) });
const failuresOf = (body: string) =>
  failures.parse(JSON.parse(body)).errors.map(({ code, detail }) => `${code} ${detail}`);

const otherWebsite = ['FORBIDDEN This key works only on the websites that it was issued for.'];

export const browserKeysSuite = (targets: () => KeyTargets) => {
  describe('a browser key', () => {
    it.each(accepted)('works on a listed website: %j', async (headers) => {
      for (const path of paths)
        expect((await targets().browser.send({ path, headers })).status, path).toBe(200);
    });

    it.each(rejected)('gets 403 anywhere else: %j', async (headers) => {
      for (const path of paths) {
        const { status, body, headers: sent } = await targets().browser.send({ path, headers });
        expect([status, failuresOf(body)], path).toEqual([403, otherWebsite]);
        expect(sent['access-control-allow-origin']).toBe('*');
        expect(sent['cache-control']).toBe('no-store');
      }
    });

    it('gets 403 for its origin before violations are checked, and simulated errors only on a listed website', async () => {
      const path = '/locations/v3/workcentres?size=wrong';
      const headers = { 'Waypost-Simulate': '503' };
      const { browser } = targets();
      expect((await browser.send({ path })).status).toBe(403);
      expect((await browser.send({ path, headers: { Origin: listed } })).status).toBe(400);
      expect((await browser.send({ path: paths[0] ?? '', headers })).status).toBe(403);
      const simulated = await browser.send({ path: paths[0] ?? '', headers: { ...headers, Origin: listed } });
      expect(simulated.status).toBe(503);
    });

    it('is limited to its websites, unlike secret keys, which get 200 with any origin and referer', async () => {
      for (const headers of [...accepted, ...rejected])
        for (const path of [paths[0] ?? '', '/locations/v2/services'])
          expect((await targets().secret.send({ path, headers })).status, JSON.stringify(headers)).toBe(200);
    });

    const tooLarge = 'size: must be at most 20 with this key, unless capabilities are left out (see fields)';
    const search = (query: string) =>
      targets().browser.send({ path: `/locations/v3/workcentres?${query}`, headers: { Origin: listed } });

    it.each([
      'size=21',
      'size=100',
      'size=100&fields=*',
      'size=100&fields=attributes',
      'size=100&fields=attributes.operational_capabilities',
      'size=100&fields=location,attributes.operational_capabilities.id,attributes.operational_capabilities',
      'size=21&fields=',
    ])('gets 400 for a large page with capabilities: %s', async (query) => {
      const { status, body } = await search(query);
      expect([status, failuresOf(body)]).toEqual([400, [`CONSTRAINT_VIOLATION ${tooLarge}`]]);
    });

    it.each([
      '',
      'size=20',
      'size=0',
      'size=100&fields=location',
      'size=100&fields=attributes.business_name,location.attributes',
      'size=100&fields=attributes.operational_capabilities.id',
    ])('gets small pages, and large pages without capabilities: "%s"', async (query) => {
      expect((await search(query)).status).toBe(200);
    });

    it('gets every violation in one response', async () => {
      const details = failuresOf((await search('size=50&lat=91&lon=0')).body);
      expect(details).toHaveLength(2);
      expect(details).toContain(`CONSTRAINT_VIOLATION ${tooLarge}`);
      expect(failuresOf((await search('size=101')).body)).toEqual([
        'CONSTRAINT_VIOLATION size: must be an integer from 0 to 100',
      ]);
    });

    it('gets large pages as GeoJSON, which has no capabilities', async () => {
      const headers = { Origin: listed, Accept: 'application/geo+json' };
      const path = '/locations/v3/workcentres?size=100';
      expect((await targets().browser.send({ path, headers })).status).toBe(200);
      expect((await targets().browser.send({ path, headers: { Accept: headers.Accept } })).status).toBe(403);
    });

    it('gets at most 20 work centres per page of a search by id, while secret keys get up to 100', async () => {
      const ids = fixtureNetwork.locations.slice(0, 30).map((record) => record.location_code);
      const path = `/locations/v3/workcentres?id=${ids}&fields=location.attributes`;
      const shownTo = async (target: ApiTarget) =>
        JSON.parse((await target.send({ path, headers: { Origin: listed } })).body).pagination.size;
      expect([await shownTo(targets().browser), await shownTo(targets().secret)]).toEqual([20, 30]);
    });

    it('has a size limit only for pages of work centres', async () => {
      const path = '/locations/v3/operational-capabilities?size=200';
      expect((await targets().browser.send({ path, headers: { Origin: listed } })).status).toBe(200);
      const largest = { path: '/locations/v3/workcentres?size=100' };
      expect((await targets().secret.send(largest)).status).toBe(200);
    });
  });
};

import { describe, expect, it } from 'vitest';
import type { ApiTarget, TargetRequest } from '../support/targets/api-target.ts';
import { v2Paths, v3Paths } from '../support/targets/operation-paths.ts';

const bill = '/bill-management-api/v1';
const v3 = '/locations/v3/workcentres';
const nearby = '/locations/v2/points/geo/144.9/-37.8';

/**
 * Paths of all GETs whose 200 responses clients may store. The list and the work centre are streamed; all others are
 * buffered.
 */
const kept = [
  ...v2Paths.filter((path) => path !== nearby),
  ...v3Paths.filter((path) => !/export|places/.test(path)),
  '/locations/v2/services?pc=XX',
  '/locations/v2/points/deliverypoints/x',
  `${v3}?type=UPL&size=3`,
  ...['biller-metadata', 'biller-metadata/bill-types', 'biller-metadata/0101'].map(
    (path) => `${bill}/${path}`,
  ),
];

/** Requests that reveal where a visitor is or what a visitor types, and GETs that return no data. */
const notKept = [
  nearby,
  `${v3}?lat=-37.8&lon=144.9`,
  `${v3}?bbox=1,2,3,4`,
  `${v3}?near=3000`,
  `${v3}?q=melbourne`,
  `${v3}/900030_PO?lat=-37.8`,
  '/locations/v3/places?q=tan',
  '/locations/v3/export/workcentres?redirect=false',
  `${bill}/ping`,
  `${bill}/health`,
];

const failing = [
  { path: `${v3}?size=x`, status: 400 },
  { path: `${v3}/nope`, status: 404 },
  { path: `${bill}/biller-metadata/nope`, status: 404 },
];

const vary = 'Accept, Accept-Encoding, AUTH-KEY';

/** Conditional requests. The target needs a valid key and data that do not change. */
export const conditionalSuite = (target: () => ApiTarget) => {
  const send = (path: string, headers: TargetRequest['headers'] = {}) => target().send({ path, headers });
  const tagOf = async (path: string) => (await send(path)).headers.etag ?? '';

  describe('conditional requests', () => {
    it.each(kept)('%s returns a weak ETag, and 304 if the client sends that ETag', async (path) => {
      const whole = await send(path, { 'accept-encoding': 'gzip' });
      expect(whole.status, whole.body).toBe(200);
      expect(whole.headers).toMatchObject({
        etag: expect.stringMatching(/^W\/"([\w-]+\.)?[\w-]{11}"$/),
        'cache-control': 'private, no-cache',
        vary,
      });
      const version = whole.headers['waypost-catalogue-version'];
      if (version !== undefined && !path.includes('pc=XX') && !path.endsWith('/x'))
        expect(whole.headers.etag).toContain(`"${version}.`);

      const { status, headers, body } = await send(path, {
        'if-none-match': whole.headers.etag ?? '',
        'accept-encoding': 'gzip',
      });
      expect([status, body]).toEqual([304, '']);
      const { 'content-type': _, 'content-encoding': __, ...common } = whole.headers;
      const connection = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];
      const ofBoth = (given: object) =>
        Object.keys(given).filter((name) => !connection.includes(name) && !name.startsWith('x-amz'));
      expect(ofBoth(headers).toSorted()).toEqual(ofBoth(common).toSorted());
      expect(headers).toMatchObject({ etag: whole.headers.etag, 'cache-control': 'private, no-cache', vary });
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': whole.headers['access-control-expose-headers'],
        'x-content-type-options': 'nosniff',
      });
      expect(headers['waypost-catalogue-version']).toBe(version);
      for (const name of ['content-type', 'content-encoding']) expect(headers).not.toHaveProperty(name);
    });

    it.each(notKept)('%s returns no ETag, and always returns the full response', async (path) => {
      const { status, headers, body } = await send(path, { 'if-none-match': '*' });
      expect(status, body).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers).not.toHaveProperty('etag');
    });

    it('an empty position or text does not prevent an ETag', async () => {
      expect(await tagOf(`${v3}?size=3&lat=&q=`)).toBe(await tagOf(`${v3}?size=3`));
    });

    it.each(failing)('$path returns $status regardless of If-None-Match', async ({ path, status }) => {
      const response = await send(path, { 'if-none-match': '*' });
      expect(response.status).toBe(status);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.headers).not.toHaveProperty('etag');
    });

    it('compare ETags weakly, and accept lists and *', async () => {
      const path = `${v3}?size=2`;
      const tag = await tagOf(path);
      const matching = [
        tag,
        tag.replace('W/', ''),
        `  ${tag}\t`,
        `"other", ${tag}`,
        `${tag},W/"other"`,
        `,, "a" ,,${tag} ,`,
        `"with,comma", ${tag}`,
        '*',
        ' * ',
        ['"other"', tag],
      ];
      for (const header of matching)
        expect((await send(path, { 'if-none-match': header })).status, String(header)).toBe(304);
    });

    it('ignore other ETags, a malformed header, and If-Modified-Since', async () => {
      const path = `${v3}?size=2`;
      const tag = await tagOf(path);
      const ignored = [
        'W/"other"',
        '""',
        '',
        ',',
        tag.replace('W/"', '').replace('"', ''),
        tag.slice(0, -1),
        tag.replace('W/', 'w/'),
        `${tag} "other"`,
        `"with blank", ${tag}`,
        `*, ${tag}`,
        `x${tag}`,
        tag.toUpperCase(),
      ];
      for (const header of ignored)
        expect((await send(path, { 'if-none-match': header })).status, header).toBe(200);
      const later = new Date(Date.now() + 86_400_000).toUTCString();
      expect((await send(path, { 'if-modified-since': later })).status).toBe(200);
    });

    it('get the same ETag if they have the same meaning', async () => {
      const tag = await tagOf(`${v3}?type=PO,UPL&size=20`);
      for (const query of [
        'size=20&type=PO,UPL',
        'type=UPL,PO',
        'type=%50O%2CUPL,PO&offset=0',
        'type=PO,UPL&radius=7&unknown=1',
        'type=PO,UPL&attribute[work_centre_id]=',
      ])
        expect(await tagOf(`${v3}?${query}`), query).toBe(tag);
      expect(await tagOf('/locations/v2/points/postcode/3000')).toBe(
        await tagOf('/locations/v2/points/postcode/03000'),
      );
    });

    it('get different ETags if they have different meanings', async () => {
      const paths = [
        v3,
        `${v3}?size=19`,
        `${v3}?type=PO`,
        `${v3}?type=PO&offset=1`,
        `${v3}?fields=location`,
        `${v3}?fields=attributes`,
        `${v3}/900030_PO`,
        `${v3}/900030_UPL`,
        `${v3}/900030_PO?fields=location`,
        '/locations/v2/points/900030_PO',
        '/locations/v2/points/type/PO',
        '/locations/v2/points/type/UPL',
        '/locations/v2/services/1',
        '/locations/v2/services/2',
        `${bill}/biller-metadata`,
        `${bill}/biller-metadata/0101`,
      ];
      const tags = await Promise.all(paths.map(tagOf));
      expect(new Set(tags).size).toBe(paths.length);
    });

    it('get a separate ETag for GeoJSON', async () => {
      const accept = { accept: 'application/geo+json' };
      for (const path of [v3, `${v3}/900030_PO`]) {
        const { headers } = await send(path, accept);
        expect(headers).toMatchObject({ 'content-type': 'application/geo+json', vary });
        expect(headers.etag).not.toBe(await tagOf(path));
        const conditional = { 'if-none-match': headers.etag ?? '' };
        expect((await send(path, { ...accept, ...conditional })).status).toBe(304);
        expect((await send(path, conditional)).status).toBe(200);
      }
    });
  });
};

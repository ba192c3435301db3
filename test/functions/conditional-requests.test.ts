import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Availability, openAvailability } from '../../shared/domain/availability/availability.ts';
import {
  catalogueInMemory,
  type LocationCatalogue,
  type PublishedCatalogue,
} from '../../shared/domain/location/catalogue/catalogue.ts';
import { MissingCatalogueData } from '../../shared/domain/location/catalogue/columns.ts';
import { wireFormat } from '../../shared/http/representation.ts';
import { fixtureExport } from '../support/fixture/fixture-export.ts';
import { aCapability, postOffice } from '../support/networks/network-records.ts';
import { locationsHandlers } from '../support/targets/locations-handlers.ts';

const zones = ['Australia/Perth', 'Australia/Adelaide', 'Australia/Lord_Howe', 'Pacific/Auckland'];

const versionOf = (number: number) => `20261123T000000${String(number).padStart(3, '0')}Z-4f2a9c`;

/** Builds a version with a work centre in each zone. Their names and capabilities differ between versions. */
const catalogueOf = (version: string, timeZones: readonly string[] = zones): LocationCatalogue =>
  catalogueInMemory(
    version,
    timeZones.map((timeZone, index) => postOffice(index + 1, { timeZone, name: `POST OFFICE ${version}` })),
    [1, 2].map((code) => ({ ...aCapability(code), description: `Capability of ${version}` })),
  );

/** Starts the handlers with a catalogue and a time that the test can change. */
const startService = (first: LocationCatalogue = catalogueOf(versionOf(1))) => {
  const published = { catalogue: first };
  const port: PublishedCatalogue = { current: async () => published.catalogue };
  const reported: { availability: Availability | undefined } = { availability: undefined };
  const availability = { current: async () => reported.availability };
  const target = locationsHandlers({ catalogue: port, link: fixtureExport, availability });
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    target.send({ path: `/locations/${path}`, headers });
  const tagOf = async (path: string) => (await get(path)).headers.etag ?? '';
  return { published, reported, get, tagOf };
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T02:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** Selects a member that GeoJSON does not have. */
const sparse = 'v3/workcentres?fields=attributes.operational_capabilities';

const paths = [
  'v3/workcentres',
  'v3/workcentres?size=1',
  'v3/workcentres?offset=1&type=PO',
  sparse,
  'v3/workcentres?location[addresses.attributes.postcode]=2001',
  'v3/workcentres/000001_PO',
  'v3/workcentres/000004_PO',
  'v3/operational-capabilities',
  'v3/operational-capabilities?size=1',
  'v2/points/type/PO',
  'v2/points/type/PO?usage_types=1',
  'v2/points/000001_PO',
  'v2/points/nope',
  'v2/points/postcode/2001',
  'v2/points/workcentres/1',
  'v2/points/deliverypoints/1',
  'v2/services',
  'v2/services?pc=XX',
  'v2/services/1',
];

const times = fc
  .integer({ min: 0, max: 3 * 24 * 60 })
  .map((minutes) => new Date(Date.UTC(2026, 10, 23) + minutes * 60_000));

describe('the ETag of a response', () => {
  it('is never shared by different bodies, across publications, days and media types', async () => {
    const catalogues = [
      catalogueOf(versionOf(1)),
      catalogueOf(versionOf(2)),
      catalogueOf(versionOf(3), zones.toReversed()),
    ];
    const { published, get } = startService();
    const bodies = new Map<string, string>();
    const kept = fc.record({
      path: fc.constantFrom(...paths),
      catalogue: fc.constantFrom(...catalogues),
      time: times,
      accept: fc.constantFrom('*/*', 'application/geo+json'),
    });
    await fc.assert(
      fc.asyncProperty(kept, async ({ path, catalogue, time, accept }) => {
        published.catalogue = catalogue;
        vi.setSystemTime(time);
        const { status, headers, body } = await get(path, { accept });
        if (status === 400) return void expect([path, accept]).toEqual([sparse, 'application/geo+json']);
        const known = bodies.get(headers.etag ?? '');
        expect(status).toBe(200);
        if (known !== undefined) expect(body === known, `${path} at ${time.toISOString()}`).toBe(true);
        bodies.set(headers.etag ?? '', body);
        const repeated = await get(path, { accept, 'if-none-match': headers.etag ?? '' });
        expect([repeated.status, repeated.body]).toEqual([304, '']);
      }),
      { numRuns: 1_000 },
    );
    expect(bodies.size).toBeGreaterThan(100);
  });

  it('changes at midnight in each zone, and at no other time', async () => {
    const { tagOf } = startService();
    const changes: string[] = [];
    let previous = '';
    for (let minutes = 0; minutes <= 24 * 60; minutes += 15) {
      const time = new Date(Date.UTC(2026, 10, 24) + minutes * 60_000);
      vi.setSystemTime(time.getTime() - 1);
      const before = await tagOf('v3/workcentres');
      if (previous !== '') expect(before).toBe(previous);
      vi.setSystemTime(time);
      previous = await tagOf('v3/workcentres');
      if (previous !== before) changes.push(time.toISOString().slice(11, 16));
    }
    // Auckland +13, Lord Howe +11, Adelaide +10:30, Perth +8.
    expect(changes).toEqual(['11:00', '13:00', '13:30', '16:00']);
  });

  it('changes each minute if the response depends on the current time, but not if the request gives a time', async () => {
    const { tagOf } = startService();
    const changesIn = async (path: string): Promise<boolean> => {
      vi.setSystemTime(new Date('2026-11-24T02:00:59.999Z'));
      const before = await tagOf(path);
      vi.setSystemTime(new Date('2026-11-24T02:01:00Z'));
      return (await tagOf(path)) !== before;
    };
    const one = 'v3/workcentres/000001_PO';
    const openings = 'fields=attributes.operational_capabilities.opening';
    for (const path of ['v3/workcentres?open_at=now', 'v3/workcentres?fields=opening', `${one}?${openings}`])
      expect(await changesIn(path), path).toBe(true);
    for (const path of [
      'v3/workcentres',
      'v3/workcentres?open_at=2026-11-24T10:00&fields=opening',
      `${one}?fields=*`,
    ])
      expect(await changesIn(path), path).toBe(false);
  });

  describe('to a request that names availability', () => {
    const naming = [
      'v3/workcentres?accepting=true',
      'v3/workcentres?accepting=true&type=PO&size=1',
      'v3/workcentres?fields=availability',
      'v3/workcentres/000001_PO?fields=availability',
      'v3/workcentres/000004_PO?fields=*,availability',
    ];
    /** Time at which neither a minute nor a local day ends, so that nothing else changes. */
    const until = new Date('2026-11-24T02:00:30Z');
    const reportOf = (etag: string, codes: readonly string[]) =>
      openAvailability(
        {
          updated_at: '2026-11-24T02:00:00Z',
          rows: codes.map((location_code) => ({
            location_code,
            accepting: false,
            reason: 'FULL' as const,
            until: until.toISOString(),
            as_of: '2026-11-24T01:59:00Z',
            received_at: '2026-11-24T01:59:01Z',
          })),
        },
        etag,
      );
    /** Returns the requests whose responses have another ETag after the change. */
    const changedBy = async (service: ReturnType<typeof startService>, change: () => void) => {
      const all = [...naming, ...paths];
      const before = await Promise.all(all.map((path) => service.get(path)));
      change();
      const changed: string[] = [];
      for (const [index, path] of all.entries()) {
        const { etag = '' } = before[index]?.headers ?? {};
        const after = await service.get(path);
        const conditional = await service.get(path, { 'if-none-match': etag });
        expect([path, conditional.status]).toEqual([path, after.headers.etag === etag ? 304 : 200]);
        if (after.headers.etag !== etag) changed.push(path);
        else expect([path, after.body]).toEqual([path, before[index]?.body]);
      }
      return changed;
    };

    it('changes with the overlay, unlike the ETags of other responses', async () => {
      const service = startService();
      service.reported.availability = reportOf('"1"', ['000001_PO']);
      const replaced = () => {
        service.reported.availability = reportOf('"2"', ['000001_PO', '000004_PO']);
      };
      expect(await changedBy(service, replaced)).toEqual(naming);
      expect(await changedBy(service, () => {})).toEqual([]);
    });

    it('changes when a row expires, without a new overlay, unlike the ETags of other responses', async () => {
      const service = startService();
      service.reported.availability = reportOf('"1"', ['000001_PO']);
      vi.setSystemTime(until.getTime() - 2);
      expect(await changedBy(service, () => vi.setSystemTime(until.getTime() - 1))).toEqual([]);
      expect(await changedBy(service, () => vi.setSystemTime(until))).toEqual(naming);
      const bodyOf = async (path: string) => JSON.parse((await service.get(path)).body);
      expect((await bodyOf('v3/workcentres?accepting=true')).pagination.total).toBe(zones.length);
      expect((await bodyOf('v3/workcentres/000001_PO?fields=availability')).workcentres[0]).toMatchObject({
        availability: { accepting: true, as_of: '2026-11-24T02:00:00Z' },
      });
      expect(await changedBy(service, () => vi.setSystemTime(until.getTime() + 1_000))).toEqual([]);
    });

    it('changes when the availability is lost and the member disappears', async () => {
      const { reported, get, tagOf } = startService();
      reported.availability = reportOf('"1"', ['000001_PO']);
      const path = 'v3/workcentres/000001_PO?fields=availability';
      const tag = await tagOf(path);
      const filtered = await tagOf('v3/workcentres?accepting=true');
      reported.availability = undefined;
      expect((await get(path, { 'if-none-match': tag })).status).toBe(200);
      expect((await get('v3/workcentres?accepting=true', { 'if-none-match': filtered })).status).toBe(503);
    });
  });

  it('changes with the wire format, but with nothing else in a deployment', async () => {
    const { tagOf } = startService();
    const expected = (format: number) => {
      const dependencies = `[${format},"/locations/v2/services",{},{},"application/json",[]]`;
      return createHash('sha256').update(dependencies).digest('base64url').slice(0, 11);
    };
    const tag = await tagOf('v2/services');
    expect(tag).toBe(`W/"${versionOf(1)}.${expected(wireFormat)}"`);
    expect(tag).not.toContain(expected(wireFormat + 1));
  });

  it('does not match later requests if the catalogue does not list its time zones', async () => {
    const catalogue = catalogueOf(versionOf(1));
    const timeZones = () => {
      throw new MissingCatalogueData('an older publisher');
    };
    const { get, tagOf } = startService({ ...catalogue, timeZones });
    const tag = await tagOf('v3/workcentres');
    expect((await get('v3/workcentres', { 'if-none-match': tag })).status).toBe(304);
    vi.advanceTimersByTime(1);
    expect((await get('v3/workcentres', { 'if-none-match': tag })).status).toBe(200);
    expect((await get('v2/services', { 'if-none-match': await tagOf('v2/services') })).status).toBe(304);
  });
});

describe('a 304 response', () => {
  it('is returned without searching or listing locations', async () => {
    const catalogue = catalogueOf(versionOf(1));
    const search = vi.fn(catalogue.search);
    const list = vi.fn(catalogue.list);
    const { get, tagOf } = startService({ ...catalogue, search, list });
    for (const path of ['v3/workcentres', 'v2/points/type/PO', 'v2/points/postcode/2001']) {
      const tag = await tagOf(path);
      const calls = search.mock.calls.length + list.mock.calls.length;
      expect(calls).toBeGreaterThan(0);
      expect((await get(path, { 'if-none-match': tag })).status).toBe(304);
      expect(search.mock.calls.length + list.mock.calls.length).toBe(calls);
    }
  });

  it('does not replace the 503 response to a search that lacks data', async () => {
    const search = () => {
      throw new MissingCatalogueData('an older publisher');
    };
    const { get } = startService({ ...catalogueOf(versionOf(1)), search });
    expect((await get('v3/workcentres', { 'if-none-match': '*' })).status).toBe(503);
    expect((await get('v3/workcentres/000001_PO', { 'if-none-match': '*' })).status).toBe(304);
  });
});

it('the ETag, header and body of a response have the same version even while new versions are published', async () => {
  const { published, get } = startService(catalogueOf(versionOf(0)));
  for (let number = 1; number <= 50; number++) {
    const pending = ['v3/workcentres', 'v3/workcentres/000001_PO', 'v2/points/type/PO'].map((path) =>
      get(path),
    );
    for (let turn = 0; turn < number % 5; turn++) await Promise.resolve();
    published.catalogue = catalogueOf(versionOf(number));
    for (const { headers, body } of await Promise.all(pending)) {
      const version = headers['waypost-catalogue-version'];
      expect(headers.etag).toContain(`"${version}.`);
      const shown = [...body.matchAll(/post office (\d+t\d+z-[0-9a-f]+)/gi)].map(([, each]) =>
        each?.toLowerCase(),
      );
      expect(new Set(shown)).toEqual(new Set([version?.toLowerCase()]));
    }
  }
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Filters, filterOf, findPlaces } from '../../../../infra/portal/locator/network.ts';
import { createWaypostClient, type WorkCentreSearch } from '../../../../shared/client/waypost-client.ts';
import { byCodeUnit } from '../../../../shared/domain/code-unit-order.ts';
import { capabilityRecord } from '../../../../shared/domain/importing/capability-record.ts';
import { locationRecord } from '../../../../shared/domain/importing/location-record.ts';
import { scheduleColumn } from '../../../../shared/domain/location/catalogue/schedule-column.ts';
import { locationTypes } from '../../../../shared/domain/location/location-types.ts';
import { mapFileBuilder, openMapFile } from '../../../../shared/wire/map-file.ts';
import { publishedFixture } from '../../../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../../../support/fixture/fixture-export.ts';
import { fixtureNetwork } from '../../../support/fixture/fixture-network.ts';
import { locationsHandlers } from '../../../support/targets/locations-handlers.ts';

/** Returns the fixture's network as the page opens it from the public map file. */
const openFixture = () => {
  const capabilities = fixtureNetwork.services.map((line) => capabilityRecord.parse(line));
  const locations = fixtureNetwork.locations
    .map((line) => locationRecord.parse(line))
    .sort((one, other) => byCodeUnit(one.locationCode, other.locationCode));
  const builder = mapFileBuilder(capabilities);
  const column = scheduleColumn(capabilities);
  for (const location of locations) {
    builder.add(location);
    column.add(location);
  }
  const rows = Uint32Array.from(locations.keys());
  const version = { version: '20261127T010203004Z-4f2a9c', generatedAt: new Date('2026-11-27T01:02:03Z') };
  return openMapFile(builder.finish({ ...version, schedules: column.finish(rows), rows }));
};

const network = openFixture();
const handlers = locationsHandlers({ catalogue: publishedFixture(), link: fixtureExport });
const client = createWaypostClient({
  baseUrl: 'https://api.example',
  key: 'key',
  fetch: async ({ url }) => {
    const { status, body } = await handlers.send({ path: url.slice('https://api.example'.length) });
    return new Response(body, { status });
  },
});

const matchesOfApi = (search: WorkCentreSearch) =>
  Array.fromAsync(client.workCentres({ ...search, fields: 'location.attributes' }));

const queryOf = ({ kinds, services, openAt }: Filters) => ({
  type: kinds.join(',') || undefined,
  'attribute[operational_capabilities.id]': services.join(',') || undefined,
  open_at: openAt,
});

/** Daytime local times on days around the fixture's special hours. */
const localTimes = fc
  .tuple(fc.integer({ min: -20, max: 60 }), fc.integer({ min: 6 * 60, max: 20 * 60 }))
  .map(([day, minute]) => {
    const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    const time = midnight + day * 86_400_000 + minute * 60_000;
    return new Date(time).toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length);
  });

const filters: fc.Arbitrary<Filters> = fc.record({
  kinds: fc.oneof(fc.constant([]), fc.subarray([...locationTypes])),
  services: fc.subarray([...new Set(network.services.map(({ id }) => id))], { maxLength: 2 }),
  openAt: fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, { weight: 5, arbitrary: localTimes }),
});

describe("the page's filters", () => {
  it('find the same places as the API, for kinds, services and times', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (chosen) => {
        const passes = filterOf(network, chosen, Date.now());
        const ids = network.places.filter(passes).map(({ id }) => id);
        expect(ids).toEqual((await matchesOfApi(queryOf(chosen))).map(({ id }) => id));
      }),
      { numRuns: 100 },
    );
  });
});

describe('a search on the page', () => {
  it('measures and orders places as the API does', async () => {
    const [lat, lon] = [-37.81, 144.96];
    const near = { lat, lon, by: 'point', text: '', label: 'this point', contains: () => true } as const;
    const expected = await matchesOfApi({ lat, lon, radius: 1000 });
    const { inside } = findPlaces(network.places, near);
    const found = inside.slice(0, expected.length);
    expect(found.map(({ place }) => place.id)).toEqual(expected.map(({ id }) => id));
    for (const [position, { km }] of found.entries())
      expect(km).toBeCloseTo(expected[position]?.location?.attributes?.distance ?? Number.NaN, 2);
  });

  it('adds the nearest places outside a suburb if few places are in it', () => {
    const [first] = network.places;
    if (!first) throw new Error('the fixture has no place');
    const where = { ...first, by: 'suburb', text: '', label: '' } as const;
    const { inside, outside } = findPlaces(network.places, {
      ...where,
      contains: ({ id }) => id === first.id,
    });
    expect(inside.map(({ place }) => place.id)).toEqual([first.id]);
    expect(outside).toHaveLength(9);
    expect(outside.map(({ km }) => km)).toEqual(outside.map(({ km }) => km).toSorted((a, b) => a - b));
  });
});

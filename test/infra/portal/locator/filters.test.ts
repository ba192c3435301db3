import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Filters, filterOf, findPlaces } from '../../../../infra/portal/locator/network.ts';
import { locationTypes } from '../../../../shared/domain/location/location-types.ts';
import { publishedFixture } from '../../../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../../../support/fixture/fixture-export.ts';
import { locationsHandlers } from '../../../support/targets/locations-handlers.ts';
import { mapOfFixture } from './map-of-fixture.ts';

const network = mapOfFixture();
const api = locationsHandlers({ catalogue: publishedFixture(), link: fixtureExport });

const page = z.object({
  pagination: z.object({ total: z.number() }),
  workcentres: z.array(
    z.object({ id: z.string(), location: z.object({ attributes: z.object({ distance: z.number() }) }) }),
  ),
});

const matchesOfApi = async (query: Readonly<Record<string, string | undefined>>) => {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value ? [[name, value]] : [],
  );
  const found: z.infer<typeof page>['workcentres'] = [];
  for (;;) {
    const parameters = new URLSearchParams([
      ...given,
      ['size', '100'],
      ['offset', String(found.length)],
      ['fields', 'location.attributes'],
    ]);
    const { status, body } = await api.send({ path: `/locations/v3/workcentres?${parameters}` });
    expect(status).toBe(200);
    const { pagination, workcentres } = page.parse(JSON.parse(body.toString()));
    found.push(...workcentres);
    if (workcentres.length === 0 || found.length === pagination.total) return found;
  }
};

const queryOf = ({ kinds, services, openAt }: Filters) => ({
  type: kinds.join(','),
  'attribute[operational_capabilities.id]': services.join(','),
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

  it('find the same places as the API for "open now"', async () => {
    const time = Date.now();
    const expected = await matchesOfApi({ open_at: new Date(time).toISOString() });
    const passes = filterOf(network, { kinds: [], services: [], openAt: 'now' }, time);
    expect(network.places.filter(passes).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });
});

describe('a search on the page', () => {
  it('measures and orders places as the API does', async () => {
    const [lat, lon] = [-37.81, 144.96];
    const near = { lat, lon, by: 'point', text: '', label: 'this point', contains: () => true } as const;
    const expected = await matchesOfApi({ lat: String(lat), lon: String(lon), radius: '1000' });
    const { inside } = findPlaces(network.places, near);
    const found = inside.slice(0, expected.length);
    expect(found.map(({ place }) => place.id)).toEqual(expected.map(({ id }) => id));
    for (const [position, { km }] of found.entries())
      expect(km).toBeCloseTo(expected[position]?.location.attributes.distance ?? Number.NaN, 2);
  });

  it('adds the nearest places outside a suburb if few places are in it', () => {
    const [first] = network.places;
    if (!first) throw new Error('the fixture has no place');
    const where = {
      ...first,
      by: 'suburb',
      text: '',
      label: '',
      contains: ({ id }: { id: string }) => id === first.id,
    };
    const { inside, outside } = findPlaces(network.places, { ...where, by: 'suburb' });
    expect(inside.map(({ place }) => place.id)).toEqual([first.id]);
    expect(outside).toHaveLength(9);
    expect(outside.map(({ km }) => km)).toEqual(outside.map(({ km }) => km).toSorted((a, b) => a - b));
  });
});

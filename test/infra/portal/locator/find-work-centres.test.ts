import { describe, expect, it } from 'vitest';
import type { LocationsApi } from '../../../../infra/portal/locator/api/locations-api.ts';
import {
  type FoundPage,
  findWorkCentres,
} from '../../../../infra/portal/locator/search/find-work-centres.ts';
import { noSearch, type Search, type Where } from '../../../../infra/portal/locator/search/search.ts';
import { fixtureNetwork } from '../../../support/fixture/fixture-network.ts';
import { locationsOfFixture } from './locations-of-fixture.ts';

const { signal } = new AbortController();

const found = (where: Where, filters: Partial<Search> = {}, offset = 0) => {
  const { api, requests } = locationsOfFixture();
  return { page: findWorkCentres(api)({ ...noSearch, ...filters, where }, offset, signal), requests };
};

const distances = ({ workCentres }: FoundPage) =>
  workCentres.map(({ location }) => location.attributes.distance);

const byPostcode = new Map<string, Set<string>>();
for (const { location_code: code, addresses } of fixtureNetwork.locations) {
  for (const { postcode } of addresses) {
    if (postcode) byPostcode.set(postcode, (byPostcode.get(postcode) ?? new Set()).add(code));
  }
}
const [densestPostcode = '', codes = new Set<string>()] =
  [...byPostcode].toSorted(([, one], [, other]) => other.size - one.size)[0] ?? [];

describe('a search by postcode', () => {
  it('finds the work centres of the postcode, sorted by distance from their centre', async () => {
    const page = await found({ by: 'postcode', postcode: densestPostcode }).page;
    expect(page.total + page.strays.length).toBe(codes.size);
    expect(codes.size).toBeGreaterThan(3);
    for (const { id } of page.workCentres) expect(codes).toContain(id);
    expect(distances(page)).toEqual(distances(page).toSorted((one, other) => one - other));
  });

  it('measures from the same centre with and without filters', async () => {
    const { api, requests } = locationsOfFixture();
    const find = findWorkCentres(api);
    const where: Where = { by: 'postcode', postcode: densestPostcode };
    const all = await find({ ...noSearch, where }, 0, signal);
    const before = requests.length;
    const boxes = await find({ ...noSearch, where, types: ['R_SPB'] }, 0, signal);
    expect(requests.length).toBe(before + 1);
    expect(boxes.centre).toEqual(all.centre);
    for (const { type } of boxes.workCentres) expect(type).toBe('R_SPB');
  });

  it('finds nothing and has no centre if the postcode does not exist', async () => {
    expect(byPostcode.has('9997')).toBe(false);
    expect(await found({ by: 'postcode', postcode: '9997' }).page).toEqual({
      centre: undefined,
      strays: [],
      total: 0,
      workCentres: [],
    });
  });

  it('reports work centres whose coordinates are far from the others of the postcode', async () => {
    const { api } = locationsOfFixture();
    const search = { ...noSearch, where: { by: 'postcode', postcode: densestPostcode } } as const;
    const [first] = (await findWorkCentres(api)(search, 0, signal)).workCentres;
    if (!first) throw new Error('the postcode has no work centre');
    const far = {
      ...first,
      id: 'FAR_PO',
      location: { ...first.location, attributes: { lat: 0, lon: 0, distance: 0 } },
    };
    const withMistake: LocationsApi = {
      ...api,
      workCentres: async (query, by) => {
        const { pagination, workcentres } = await api.workCentres(query, by);
        if ('lat' in query) return { pagination, workcentres };
        return { pagination: { total: pagination.total + 1 }, workcentres: [...workcentres, far] };
      },
    };
    expect((await findWorkCentres(withMistake)(search, 0, signal)).strays).toContain('FAR_PO');
  });
});

describe('a search around a point', () => {
  it('finds work centres by distance, page by page', async () => {
    const where: Where = { by: 'point', point: { lat: -33.87, lon: 151.21 } };
    const first = await found(where, { radiusKm: 1000 }).page;
    const second = await found(where, { radiusKm: 1000 }, 20).page;
    expect(first.workCentres).toHaveLength(20);
    expect(Math.max(...distances(first))).toBeLessThanOrEqual(Math.min(...distances(second)));
    const ids = [...first.workCentres, ...second.workCentres].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('sends one request with the filter parameters of the API', async () => {
    const { page, requests } = found(
      { by: 'point', point: { lat: -33.87, lon: 151.21 } },
      { types: ['PO', 'UPL'], service: 'OC0060' },
    );
    await page;
    expect(requests).toHaveLength(1);
    expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toEqual({
      lat: '-33.87',
      lon: '151.21',
      radius: '50',
      type: 'PO,UPL',
      'attribute[operational_capabilities.id]': 'OC0060',
      size: '20',
      offset: '0',
    });
  });
});

describe('a search by location code', () => {
  it('finds that work centre first and then those around it', async () => {
    const code = [...codes][0] ?? '';
    const page = await found({ by: 'code', code }).page;
    expect(page.workCentres.map(({ id }) => id)).toContain(code);
    expect(page.workCentres[0]?.location.attributes.distance).toBe(0);
  });

  it('rejects an unknown code', async () => {
    await expect(found({ by: 'code', code: 'NONE_PO' }).page).rejects.toMatchObject({
      failure: { kind: 'unknown code', code: 'NONE_PO' },
    });
  });
});

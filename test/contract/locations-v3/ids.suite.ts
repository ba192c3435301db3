import { describe, expect, it } from 'vitest';
import { workCentreResponse, workCentresResponse } from '../../../functions/locations-v3/contract.ts';
import { seededRandom } from '../../benchmark/network/benchmark-network.ts';
import { fixtureOverlay } from '../../support/fixture/fixture-catalogue.ts';
import type { FixtureLocation } from '../../support/fixture/fixture-network.ts';
import { codesWhere, fitOf, isInBox, offers } from '../../support/fixture/fixture-oracle.ts';
import type { ServiceClient } from '../service-client.ts';
import { workCentreSearch } from './work-centre-search.ts';

const everyCode = codesWhere(() => true);

export const idsSuite = (client: ServiceClient) => {
  const list = (query: string) => client.get(`/workcentres?${query}`, workCentresResponse);
  const { idsIn, expectIds, sparse, sparseOf } = workCentreSearch(client);

  describe('listWorkCentres by id', () => {
    it('returns the work centres with these ids, ordered by id, and ignores duplicates and unknown ids', async () => {
      await expectIds('id=900041_PO,900040_PO,999999_PO,900041_PO', ['900040_PO', '900041_PO']);
      await expectIds('id=Lone-Box_1', ['Lone-Box_1']);
      await expectIds('id=lone-box_1,__proto__,constructor', []);
      for (const blank of ['', '%20']) await expectIds(`id=${blank}`, everyCode);
    });

    it('returns the same work centres as single requests, for random ids', async () => {
      const random = seededRandom(8);
      const chosen = everyCode.filter(() => random() < 0.1);
      const { workcentres } = await list(`id=${chosen.toReversed()}`);
      const singles = await Promise.all(
        chosen.map(async (id) => (await client.get(`/workcentres/${id}`, workCentreResponse)).workcentres[0]),
      );
      expect(workcentres).toEqual(singles);
    });

    it('accepts 100 ids of any length, and returns as many by default', async () => {
      const { workcentres } = await list(`id=${everyCode.slice(0, 100)}`);
      expect(workcentres.map(({ id }) => id)).toEqual(everyCode.slice(0, 100));
      const longest = everyCode.slice(0, 99).map((_, index) => `${index}`.padStart(40, '_'));
      await expectIds(`id=${[...longest, '900040_PO']}`, ['900040_PO']);
      await client.expectDetails(`/workcentres?id=${everyCode.slice(0, 101)}`, [
        'id: must contain at most 100 values',
      ]);
    });

    it('pages with offset and size', async () => {
      const ids = everyCode.slice(0, 30);
      const { pagination, workcentres } = await list(`id=${ids}&offset=20&size=5`);
      expect(pagination).toEqual({ total: 30, offset: 20, size: 5 });
      expect(workcentres.map(({ id }) => id)).toEqual(ids.slice(20, 25));
      expect((await list(`id=${ids}&size=0`)).workcentres).toEqual([]);
    });

    it.each<[query: string, (record: FixtureLocation) => boolean]>([
      ['type=UPL', ({ type }) => type === 'UPL'],
      ['bbox=140,-39,150,-33', (record) => isInBox(record, [140, -39, 150, -33])],
      ['attribute[operational_capabilities.id]=PASSPORT', (record) => offers(record, 3, 4)],
    ])('also filters by %s', async (query, matches) => {
      const ids = [...codesWhere(matches).slice(0, 20), ...everyCode.slice(0, 20)];
      const wanted = (await idsIn(query)).filter((id) => ids.includes(id));
      expect(wanted.length).toBeGreaterThan(0);
      await expectIds(`id=${ids}&${query}`, wanted);
    });

    it.each(['640x410x380,16001', '300x300x200,22001'])('also filters by parcel=%s', async (parcel) => {
      const [fitting = [], others = []] = [false, true].map((exceeds) =>
        codesWhere(({ location_code }) => (fitOf(parcel, location_code) === 'NO') === exceeds).slice(0, 50),
      );
      expect(others.length).toBeGreaterThan(0);
      await expectIds(`id=${[...others, ...fitting]}&parcel=${parcel}`, fitting);
      await expectIds(`id=${others}&parcel=${parcel}`, []);
      const strict = fitting.filter((code) => fitOf(parcel, code) === 'YES');
      await expectIds(`id=${[...others, ...fitting]}&parcel=${parcel}&parcel_strict=true`, strict);
    });

    it('also filters by open_at', async () => {
      const ids = everyCode.filter((_, index) => index % 12 === 0).slice(0, 60);
      const nextSunday = Date.now() + (7 - new Date().getUTCDay()) * 86_400_000;
      const openAt = `${new Date(nextSunday).toISOString().slice(0, 10)}T10:00`;
      const open: string[] = [];
      for (const id of ids) {
        const { opening } = await sparseOf(id, `fields=opening&open_at=${openAt}`);
        if (opening?.state === 'OPEN') open.push(id);
      }
      expect([open.length > 0, open.length < ids.length]).toEqual([true, true]);
      await expectIds(`id=${ids}&open_at=${openAt}`, open);
    });

    it('also filters by accepting', async () => {
      const unavailable = fixtureOverlay.rows
        .filter(({ accepting }) => !accepting)
        .map(({ location_code }) => location_code);
      const accepting = codesWhere(({ type }) => type === 'UPL')
        .filter((code) => !unavailable.includes(code))
        .slice(0, 50);
      await expectIds(`id=${[...unavailable, ...accepting]}&accepting=true`, accepting);
      await expectIds(`id=${unavailable}&accepting=true`, []);
    });

    it('orders by distance if there is also a search point', async () => {
      const ids = ['900040_PO', '900041_PO', '900030_PO'];
      const point = 'lat=-37.37&lon=144.9631&radius=5';
      await expectIds(`id=${ids}&${point}`, ['900040_PO', '900041_PO']);
      await expectIds(`id=${ids}&lat=-37.36&lon=144.9631&radius=5`, ['900041_PO', '900040_PO']);
    });

    it.each([['a b'], ['ä'], ['a.b'], ['x'.repeat(41)], ['900040_PO,%F0%9F%93%AE']])(
      'rejects the id %s',
      async (id) =>
        client.expectViolation(`/workcentres?id=${encodeURIComponent(decodeURIComponent(id))}`, 'id'),
    );

    it('names an invalid id', async () => {
      await client.expectDetails('/workcentres?id=900040_PO,a/b', [
        'id: each value must be 1 to 40 letters, digits, underscores or hyphens; "a/b" is not',
      ]);
      await client.expectViolation('/workcentres?id=A&id=A', 'id');
      await client.expectViolation('/workcentres?id=A,,B', 'id');
    });
  });

  describe('former ids', () => {
    it('find the successor under its current id, only once if both ids are given', async () => {
      await expectIds('id=800030_PO', ['900030_PO']);
      await expectIds('id=800030_PO,800031_PO,900030_PO', ['900030_PO']);
      await expectIds('id=800030_PO&type=UPL', []);
      await expectIds('id=800030_PO&type=PO', ['900030_PO']);
      await expectIds('id=800030_PO&parcel=1050x90x90', ['900030_PO']);
      await expectIds('id=800030_PO&parcel=1051x90x90', []);
      // The successor does not accept parcels.
      await expectIds('id=800030_PO&accepting=true', []);
    });

    it('find all successors of a split location, but only the first when requested by path', async () => {
      await expectIds('id=Kingston_1', ['900030_PO', '900030_UPL']);
      const { workcentres } = await client.get('/workcentres/Kingston_1', workCentreResponse);
      expect(workcentres[0].id).toBe('900030_PO');
    });

    it('return the successor when requested by path, and name it in content-location', async () => {
      const response = await client.send('/workcentres/800031_PO');
      expect(response.status).toBe(200);
      expect(response.headers['content-location']).toBe('900030_PO');
      const present = await client.send('/workcentres/900030_PO');
      expect(response.body).toBe(present.body);
      expect(present.headers).not.toHaveProperty('content-location');
    });

    it('find the location that has this id now, if there is one', async () => {
      await expectIds('id=900040_PO', ['900040_PO']);
      const { workcentres } = await client.get('/workcentres/900040_PO', workCentreResponse);
      expect(workcentres[0].id).toBe('900040_PO');
    });

    it('do not appear in lists or totals', async () => {
      const { pagination } = await list('size=0');
      expect(pagination.total).toBe(everyCode.length);
      await client.expectNotFound('/workcentres/800032_PO');
      await client.expectNotFound('/workcentres/800030_po');
    });

    it('are returned if fields includes them, except codes of existing locations', async () => {
      const { workcentres } = await sparse('id=900030_PO,900030_UPL,900040_PO&fields=former_ids');
      expect(workcentres).toEqual([
        { id: '900030_PO', type: 'PO', former_ids: ['800030_PO', '800031_PO', 'Kingston_1'] },
        { id: '900030_UPL', type: 'UPL', former_ids: ['Kingston_1'] },
        { id: '900040_PO', type: 'PO' },
      ]);
      const one = await sparseOf('800030_PO', 'fields=*,former_ids');
      expect(one.former_ids).toEqual(['800030_PO', '800031_PO', 'Kingston_1']);
      expect(one.attributes?.business_name).toBe('Ōtāhuhu "Corner"');
    });
  });

  describe('lifecycle', () => {
    const ids = ['900030_PO', '900040_PO', '900041_PO', '900050_PO'];

    it('shows the first day, the last day and the successor, if there are any', async () => {
      const { workcentres } = await sparse(`id=${ids}&fields=lifecycle`);
      const [first, last, successor] = ['2020-02-29', '2099-12-31', '900030_PO'];
      expect(workcentres).toEqual([
        { id: '900030_PO', type: 'PO' },
        { id: '900040_PO', type: 'PO', lifecycle: { opens_on: first, closes_on: last, successor } },
        { id: '900041_PO', type: 'PO', lifecycle: { opens_on: first } },
        { id: '900050_PO', type: 'PO' },
      ]);
      for (const [index, id] of ids.entries())
        expect(await sparseOf(id, 'fields=lifecycle')).toEqual(workcentres[index]);
    });

    it('is returned only if fields includes it', async () => {
      for (const query of ['', '?fields=*', '?fields=*,former_ids']) {
        const { body } = await client.send(`/workcentres/900040_PO${query}`);
        expect(body).not.toContain('lifecycle');
        expect(body).not.toContain('2099');
      }
    });
  });
};

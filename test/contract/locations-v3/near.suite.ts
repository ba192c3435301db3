import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { placesResponse, sparseWorkCentresResponse } from '../../../functions/locations-v3/contract.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { completedPlaces, placesByAddress, searchedFixture } from '../../support/oracles/text-oracle.ts';
import type { ServiceClient } from '../service-client.ts';
import { workCentreSearch } from './work-centre-search.ts';

const places = placesByAddress(fixtureNetwork.locations.map(searchedFixture));
const labelOf = ({ suburb, state, postcode }: (typeof places)[number]) => `${suburb} ${state} ${postcode}`;

/** Keeps the order of members, unlike the contract's schema. */
const withSearchPoint = z.looseObject({ search_point: z.record(z.string(), z.unknown()) });

export const nearSuite = (client: ServiceClient) => {
  const { sparse } = workCentreSearch(client);
  const near = (text: string, query = '') => sparse(`near=${encodeURIComponent(text)}${query}`);
  const complete = async (query: string) => (await client.get(`/places?${query}`, placesResponse)).places;

  describe('listWorkCentres near a named place', () => {
    it('finds each place by its label, and returns the same results as a search by its coordinates', async () => {
      for (const place of places) {
        const { lat, lon } = place;
        const { body } = await client.send(
          `/workcentres?near=${encodeURIComponent(labelOf(place))}&radius=20`,
        );
        sparseWorkCentresResponse.parse(JSON.parse(body));
        const { search_point: point } = withSearchPoint.parse(JSON.parse(body));
        expect(point).toMatchObject({ lat, lon, label: labelOf(place) });
        const byPoint = await client.send(`/workcentres?lat=${lat}&lon=${lon}&radius=20`);
        expect(body.replace(`"search_point":${JSON.stringify(point)},`, '')).toBe(byPoint.body);
      }
    });

    it('reads suburbs, states and postcodes in any spelling, and corrects one mistyped word', async () => {
      const texts = ['tanami', 'Tanami NT', 'tánami, Northern Territory', 'TANAMI nt 0899', '0899', 'Tanamy'];
      for (const text of texts)
        expect((await near(text)).search_point, text).toMatchObject({ label: 'TANAMI NT 0899' });
    });

    it('finds nothing near an unknown place', async () => {
      expect(await near('Nowhere', '&offset=3')).toEqual({
        pagination: { total: 0, offset: 3, size: 0 },
        search_point: null,
        workcentres: [],
      });
    });

    it('treats an empty name as absent', async () => {
      const { pagination, search_point: point } = await near('');
      expect({ total: pagination.total, point }).toEqual({
        total: fixtureNetwork.locations.length,
        point: undefined,
      });
    });

    it('can be combined with filters, sparse fields and a radius', async () => {
      const { workcentres } = await near('tanami', '&type=PO&radius=100&fields=attributes.business_name');
      expect(workcentres).toEqual([
        { id: '900050_PO', type: 'PO', attributes: { business_name: 'Special Every Week' } },
        { id: '900051_PO', type: 'PO', attributes: { business_name: 'Special Only' } },
      ]);
    });

    it('rejects names without words, a second search point, and invalid radii', async () => {
      const conflict = 'near: must not be given with lat or lon';
      for (const text of [',', '%20', '%00', '%F0%9F%93%AE'])
        await client.expectDetails(`/workcentres?near=${text}`, ['near: must have a letter or digit']);
      await client.expectDetails('/workcentres?near=3000&lat=-37&lon=145', [conflict]);
      await client.expectDetails('/workcentres?near=3000&lat=-37', [
        'lon: is required when lat is given',
        conflict,
      ]);
      await client.expectViolation('/workcentres?near=,&lat=x&lon=145&radius=1001', 'near', 'lat', 'radius');
      await client.expectViolation('/workcentres?near=3000&radius=-1', 'radius');
      await client.expectViolation('/workcentres?near=3000&near=3001', 'near');
      await client.expectDetails(`/workcentres?near=${'x'.repeat(121)}`, [
        'near: must be at most 120 characters long',
      ]);
    });
  });

  describe('listPlaces', () => {
    it('finds the same places as a scan of all addresses', async () => {
      for (const { suburb, state, postcode } of places)
        for (const text of [
          suburb.slice(0, 1),
          suburb.slice(0, 3),
          `${suburb} `,
          `${state} ${suburb}`,
          postcode,
        ]) {
          const expected = completedPlaces(places, text).map(labelOf);
          for (const [query, size] of [
            ['', 8],
            ['&size=20', 20],
          ] as const) {
            const found = await complete(`q=${encodeURIComponent(text)}${query}`);
            expect(
              found.map(({ label }) => label),
              text,
            ).toEqual(expected.slice(0, size));
          }
        }
    });

    it('shows the parts of the label and the position', async () => {
      const name = { label: 'TANAMI NT 0899', suburb: 'TANAMI', state: 'NT', postcode: '0899' };
      expect(await complete('q=tanam')).toEqual([{ ...name, lat: -20.5, lon: 131.5 }]);
    });

    it('sends the catalogue version and Vary, and must not be stored', async () => {
      const { headers } = await client.send('/places?q=tanam', { 'if-none-match': '*' });
      const list = await client.send('/workcentres?q=tanam');
      const version = 'waypost-catalogue-version';
      expect(headers[version]).toMatch(/./);
      expect(headers[version]).toBe(list.headers[version]);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        vary: 'Accept, Accept-Encoding, AUTH-KEY',
      });
      expect(headers).not.toHaveProperty('etag');
    });

    it('rejects a text that is missing, has no words or is too long', async () => {
      for (const query of ['', '?q=', '?size=3'])
        await client.expectDetails(`/places${query}`, ['q: must be given']);
      await client.expectDetails('/places?q=,', ['q: must have a letter or digit']);
      await client.expectDetails(`/places?q=${'a%20'.repeat(9)}`, ['q: must have at most 8 words']);
      await client.expectDetails(`/places?q=${'x'.repeat(101)}`, ['q: must have at most 100 characters']);
      await client.expectViolation('/places?q=a&size=21', 'size');
      await client.expectViolation('/places?size=0', 'q', 'size');
    });
  });
};

import { describe, expect, it } from 'vitest';
import { workCentresResponse } from '../../../functions/locations-v3/contract.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { kilometresBetween } from '../../support/fixture/fixture-oracle.ts';
import { searchedFixture, textMatches } from '../../support/oracles/text-oracle.ts';
import type { ServiceClient } from '../service-client.ts';

const records = fixtureNetwork.locations.map(searchedFixture);

/** Texts to search for: parts of names and addresses, ids, and texts that match nothing. */
const texts = [
  ...records
    .slice(0, 40)
    .flatMap(({ id, name, workCentreId, addresses: [address] }) => [
      name.slice(0, 4),
      `${name} `,
      id,
      workCentreId,
      `${address?.lines[0]} ${address?.suburb.slice(0, 3)}`,
    ]),
  'otahuhu',
  'Ōtāhuhu "Corner"',
  'lone-box_1',
  'norfolk isl',
  'norfolk isl ',
  'nrofolk',
  'taylors rd',
  'taylors road',
  'st',
  '📮 norfolk',
  'nowhere',
].filter((text) => /[\p{L}\p{N}]/u.test(text));

const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other));

export const textSearchSuite = (client: ServiceClient) => {
  const find = async (text: string, query = '') => {
    const path = `/workcentres?size=100&q=${encodeURIComponent(text)}${query}`;
    const { pagination, workcentres } = await client.get(path, workCentresResponse);
    return { total: pagination.total, ids: workcentres.map(({ id }) => id) };
  };

  describe('listWorkCentres by text', () => {
    it('finds the same locations as a full scan, best matches first', async () => {
      for (const text of texts) {
        const expected = textMatches(records, text)
          .sort((one, other) => one.order - other.order || byText(one.record.id, other.record.id))
          .map(({ record }) => record.id);
        expect(await find(text), text).toEqual({ total: expected.length, ids: expected.slice(0, 100) });
      }
      expect((await find('900030_PO')).ids).toEqual(['900030_PO']);
      expect((await find('nrofolk')).total).toBeGreaterThan(0);
    });

    it('orders equally good matches by distance if there is a search point, within its radius', async () => {
      const centre = { lat: -37.8136, lon: 144.9631 };
      for (const text of texts.slice(0, 60)) {
        const expected = textMatches(records, text)
          .map((match) => ({ ...match, km: kilometresBetween(centre, match.record) }))
          .filter(({ km }) => km <= 50)
          .sort(
            (one, other) =>
              one.order - other.order || one.km - other.km || byText(one.record.id, other.record.id),
          )
          .map(({ record }) => record.id);
        const { total, ids } = await find(text, '&lat=-37.8136&lon=144.9631');
        expect(total, text).toBe(expected.length);
        expect(ids.toSorted(), text).toEqual(expected.slice(0, 100).toSorted());
      }
    });

    it('can be combined with filters and paging', async () => {
      const all = await find('corner');
      expect(await find('corner', '&type=UPL')).toEqual({ total: 1, ids: ['900030_UPL'] });
      const path = '/workcentres?q=corner&offset=1&size=1';
      const { workcentres } = await client.get(path, workCentresResponse);
      expect(workcentres.map(({ id }) => id)).toEqual(all.ids.slice(1, 2));
    });

    it('treats an empty text as absent', async () => {
      expect((await find('')).total).toBe(records.length);
    });

    it('rejects texts with no words, too many words or too many characters', async () => {
      for (const text of [',', '%20', '%00', '%F0%9F%93%AE', "'"])
        await client.expectDetails(`/workcentres?q=${text}`, ['q: must have a letter or digit']);
      await client.expectDetails(`/workcentres?q=${'a%20'.repeat(9)}`, ['q: must have at most 8 words']);
      await client.expectDetails(`/workcentres?q=${'x'.repeat(101)}`, [
        'q: must have at most 100 characters',
      ]);
      await client.expectDetails(`/workcentres?q=${'ab-'.repeat(40)}`, [
        'q: must have at most 100 characters',
        'q: must have at most 8 words',
      ]);
      await client.expectViolation('/workcentres?q=a&q=b', 'q');
    });
  });
};

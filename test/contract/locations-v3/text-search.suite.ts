import { describe, expect, it } from 'vitest';
import { workCentresResponse } from '../../../functions/locations-v3/contract.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { kilometresBetween } from '../../support/fixture/fixture-oracle.ts';
import { searchedFixture, textMatches } from '../../support/oracles/text-oracle.ts';
import type { ServiceClient } from '../service-client.ts';
import { workCentreSearch } from './work-centre-search.ts';

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
  const { search, expectIds } = workCentreSearch(client);
  const queryOf = (text: string) => `q=${encodeURIComponent(text)}`;

  describe('listWorkCentres by text', () => {
    it('finds the same locations as a full scan, best matches first', async () => {
      for (const text of texts) {
        const expected = textMatches(records, text)
          .sort((one, other) => one.order - other.order || byText(one.record.id, other.record.id))
          .map(({ record }) => record.id);
        await expectIds(queryOf(text), expected);
      }
      await expectIds(queryOf('900030_PO'), ['900030_PO']);
      expect((await search('q=nrofolk')).pagination.total).toBeGreaterThan(0);
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
        const { pagination, workcentres } = await search(`${queryOf(text)}&lat=-37.8136&lon=144.9631`);
        expect(pagination.total, text).toBe(expected.length);
        expect(workcentres.map(({ id }) => id).sort(), text).toEqual(expected.slice(0, 100).toSorted());
      }
    });

    it('can be combined with filters and paging', async () => {
      await expectIds('q=corner&type=UPL', ['900030_UPL']);
      const [, second] = (await search('q=corner')).workcentres;
      const path = '/workcentres?q=corner&offset=1&size=1';
      expect((await client.get(path, workCentresResponse)).workcentres).toEqual([second]);
    });

    it('treats an empty text as absent', async () => {
      expect((await search('q=')).pagination.total).toBe(records.length);
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

import { describe, expect, it } from 'vitest';
import {
  sparseWorkCentreResponse,
  sparseWorkCentresResponse,
  workCentresResponse,
} from '../../../functions/locations-v3/contract.ts';
import { fixtureOverlay } from '../../support/fixture/fixture-catalogue.ts';
import type { ServiceClient } from '../service-client.ts';
import { workCentreSearch } from './work-centre-search.ts';

const unavailable = new Set(
  fixtureOverlay.rows.filter(({ accepting }) => !accepting).map(({ location_code }) => location_code),
);

export const acceptingSuite = (client: ServiceClient) => {
  const { search, idsIn, expectFound } = workCentreSearch(client);

  describe('work centres that accept parcels', () => {
    it.each(['', 'UPL', 'PO,DC'])(
      'are all work centres that have no report, also in combination with other filters: "%s"',
      async (types) =>
        expectFound(
          `accepting=true&type=${types}`,
          ({ type, location_code }) =>
            !unavailable.has(location_code) && (types === '' || types.split(',').includes(type)),
        ),
    );

    it('are found around a point', async () => {
      const near = 'lat=-37.8136&lon=144.9631&radius=1000&type=UPL';
      const [all, accepting] = [await search(near), await search(`${near}&accepting=true`)];
      expect(all.pagination.total - accepting.pagination.total).toBe(1);
    });

    it('are selected only with accepting=true', async () => {
      for (const value of ['false', 'TRUE', '1', '%20true'])
        await client.expectDetails(`/workcentres?accepting=${value}`, ['accepting: must be true']);
      await client.expectViolation('/workcentres?accepting=true&accepting=true', 'accepting');
      await client.expectViolation('/workcentres?accepting=no&size=x', 'accepting', 'size');
      await search('accepting=');
    });
  });

  describe('the availability member', () => {
    it.each([
      [
        '105657_UPL',
        {
          accepting: false,
          reason: 'FULL',
          until: '2999-12-24T20:00:00+11:00',
          as_of: '2026-12-24T09:12:40+11:00',
        },
      ],
      ['101887_UPL', { accepting: true, as_of: '2026-12-23T22:00:00Z' }],
      ['100379_UPL', { accepting: true, as_of: fixtureOverlay.updated_at }],
    ])('shows the report about %s, or that there is none', async (id, availability) => {
      const path = `/workcentres/${id}?fields=availability`;
      const { workcentres } = await client.get(path, sparseWorkCentreResponse);
      expect(workcentres).toEqual([{ id, type: 'UPL', availability }]);
    });

    it('agrees with the accepting filter, and is absent unless fields includes it', async () => {
      const path = '/workcentres?size=100&type=UPL';
      const { workcentres } = await client.get(`${path}&fields=availability`, sparseWorkCentresResponse);
      expect(workcentres.filter(({ availability }) => availability?.accepting).map(({ id }) => id)).toEqual(
        await idsIn('type=UPL&accepting=true'),
      );
      const everything = await client.get(`${path}&fields=*,availability`, sparseWorkCentresResponse);
      const plain = await client.get(path, workCentresResponse);
      expect(everything.workcentres.map(({ availability: _, ...centre }) => centre)).toEqual(
        plain.workcentres,
      );
    });
  });
};

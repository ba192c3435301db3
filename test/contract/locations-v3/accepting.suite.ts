import { describe, expect, it } from 'vitest';
import {
  sparseWorkCentreResponse,
  sparseWorkCentresResponse,
  workCentresResponse,
} from '../../../functions/locations-v3/contract.ts';
import { fixtureOverlay } from '../../support/fixture/fixture-availability.ts';
import { codesWhere } from '../../support/fixture/fixture-oracle.ts';
import type { ServiceClient } from '../service-client.ts';

const unavailable = new Set(
  fixtureOverlay.rows.filter(({ accepting }) => !accepting).map(({ location_code }) => location_code),
);

export const acceptingSuite = (client: ServiceClient) => {
  describe('work centres that accept parcels', () => {
    it.each(['', '&type=UPL', '&type=PO,DC'])(
      'are all work centres that have no report, also in combination with other filters: "%s"',
      async (query) => {
        const types = /type=(.*)/.exec(query)?.[1]?.split(',');
        const matching = codesWhere(({ type }) => types?.includes(type) ?? true);
        const accepting = matching.filter((code) => !unavailable.has(code));
        expect(accepting.length).toBeLessThan(matching.length);
        const { pagination, workcentres } = await client.get(
          `/workcentres?accepting=true&size=100${query}`,
          workCentresResponse,
        );
        expect(pagination.total).toBe(accepting.length);
        expect(workcentres.map(({ id }) => id)).toEqual(accepting.slice(0, 100));
      },
    );

    it('are found around a point', async () => {
      const near = '/workcentres?lat=-37.8136&lon=144.9631&radius=1000&type=UPL';
      const all = await client.get(near, workCentresResponse);
      const accepting = await client.get(`${near}&accepting=true`, workCentresResponse);
      expect(all.pagination.total - accepting.pagination.total).toBe(1);
    });

    it('are selected only with accepting=true', async () => {
      for (const value of ['false', 'TRUE', '1', ' true'])
        await client.expectDetails(`/workcentres?accepting=${encodeURIComponent(value)}`, [
          'accepting: must be true',
        ]);
      await client.expectViolation('/workcentres?accepting=true&accepting=true', 'accepting');
      await client.expectViolation('/workcentres?accepting=no&size=x', 'accepting', 'size');
      await client.get('/workcentres?accepting=&size=1', workCentresResponse);
    });
  });

  describe('the availability member', () => {
    const availabilityOf = async (id: string) => {
      const { workcentres } = await client.get(
        `/workcentres/${id}?fields=availability`,
        sparseWorkCentreResponse,
      );
      expect(Object.keys(workcentres[0])).toEqual(['id', 'type', 'availability']);
      return workcentres[0].availability;
    };

    it('shows the report about a work centre, or that there is none', async () => {
      expect(await availabilityOf('105657_UPL')).toEqual({
        accepting: false,
        reason: 'FULL',
        until: '2999-12-24T20:00:00+11:00',
        as_of: '2026-12-24T09:12:40+11:00',
      });
      expect(await availabilityOf('101887_UPL')).toEqual({ accepting: true, as_of: '2026-12-23T22:00:00Z' });
      expect(await availabilityOf('100379_UPL')).toEqual({
        accepting: true,
        as_of: fixtureOverlay.updated_at,
      });
    });

    it('agrees with the accepting filter, and is absent unless fields includes it', async () => {
      const path = '/workcentres?size=100&type=UPL';
      const { workcentres } = await client.get(`${path}&fields=availability`, sparseWorkCentresResponse);
      const accepting = await client.get(`${path}&accepting=true`, workCentresResponse);
      expect(workcentres.filter(({ availability }) => availability?.accepting).map(({ id }) => id)).toEqual(
        accepting.workcentres.map(({ id }) => id),
      );
      const everything = await client.get(`${path}&fields=*,availability`, sparseWorkCentresResponse);
      const plain = await client.get(path, workCentresResponse);
      expect(everything.workcentres.map(({ availability: _, ...centre }) => centre)).toEqual(
        plain.workcentres,
      );
    });
  });
};

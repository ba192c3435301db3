import { describe, expect, it } from 'vitest';
import {
  nearbyPointsResponse,
  pointsResponse,
  servicesResponse,
} from '../../functions/locations-v2/contract.ts';
import {
  capabilitiesResponse,
  workCentreResponse,
  workCentresResponse,
} from '../../functions/locations-v3/contract.ts';
import { publicationVersionPattern } from '../../shared/domain/publication/publication-version.ts';
import { catalogueVersionHeaderName } from '../../shared/http/headers.ts';
import type { ServiceClient } from '../contract/service-client.ts';

interface LocationsClients {
  readonly v2: ServiceClient;
  readonly v3: ServiceClient;
}

export const networkSuite = ({ v2, v3 }: LocationsClients) => {
  const someIds = async () => {
    const { workcentres } = await v3.get('/workcentres?size=5', workCentresResponse);
    return workcentres.map(({ id }) => id);
  };
  const codes = async (path: string) =>
    (await v2.get(path, pointsResponse)).points.map(({ location_code }) => location_code);

  describe('the network', () => {
    it('getWorkCentre returns the same work centres as the list', async () => {
      for (const id of await someIds()) {
        const { workcentres } = await v3.get(`/workcentres/${encodeURIComponent(id)}`, workCentreResponse);
        expect(workcentres[0].id).toBe(id);
      }
    });

    it('locations v2 finds the work centres of version 3 by code, type, postcode, work centre and position', async () => {
      for (const id of await someIds()) {
        const { points } = await v2.get(`/points/${encodeURIComponent(id)}`, pointsResponse);
        expect(points.map(({ location_code }) => location_code)).toEqual([id]);
        for (const { type, address, work_centre_id, geo_location } of points) {
          expect(await codes(`/points/type/${type}`)).toContain(id);
          expect(await codes(`/points/workcentres/${work_centre_id}`)).toContain(id);
          if (address.postcode !== undefined)
            expect(await codes(`/points/postcode/${address.postcode}`)).toContain(id);
          const near = `/points/geo/${geo_location.lon}/${geo_location.lat}?radius=1&limit=10000`;
          const found = (await v2.get(near, nearbyPointsResponse)).points;
          expect(found.map(({ location_code }) => location_code)).toContain(id);
          expect(found[0]?.geo_location.distance).toBe(0);
        }
      }
    });

    it('both versions list the same number of services', async () => {
      const { services } = await v2.get('/services', servicesResponse);
      const { pagination } = await v3.get('/operational-capabilities?size=1', capabilitiesResponse);
      expect(pagination.total).toBe(services.length);
      for (const { service_code } of services.slice(0, 3)) {
        const alone = await v2.get(`/services/${service_code}`, servicesResponse);
        expect(alone.services.map((service) => service.service_code)).toEqual([service_code]);
      }
    });

    it('returns 404 for unknown ids in version 3, and an empty list in version 2', async () => {
      await v3.expectNotFound('/workcentres/no-such-work-centre');
      expect(await codes('/points/no-such-point')).toEqual([]);
    });

    // One operation streams its response, the other does not.
    it.each(['/points/type/PO', '/services'])('returns %s compressed and uncompressed', async (path) => {
      const [plain, compressed] = [
        await v2.send(path, { 'accept-encoding': 'identity' }),
        await v2.send(path, { 'accept-encoding': 'br, gzip' }),
      ];
      expect(plain.headers['content-encoding']).toBeUndefined();
      if (plain.body.length > 1_024) expect(compressed.headers['content-encoding']).toBe('gzip');
      expect(compressed.body).toBe(plain.body);
    });
  });
};

/** Checks the data of a stage that has already published. A stage that lost its network would pass all other tests. */
export const publishedSuite = ({ v2, v3 }: LocationsClients) => {
  describe('the published data', () => {
    it.each([
      { service: 'locations v2', client: v2, path: '/services' },
      { service: 'locations v3', client: v3, path: '/workcentres?size=0' },
    ])('is served by $service, with its version in a header', async ({ client, path }) => {
      const { status, headers } = await client.send(path);
      expect(status).toBe(200);
      expect(headers[catalogueVersionHeaderName], 'its version').toMatch(publicationVersionPattern);
    });

    it('has work centres, capabilities and services', async () => {
      const { pagination: workCentres } = await v3.get('/workcentres?size=0', workCentresResponse);
      const { pagination } = await v3.get('/operational-capabilities?size=1', capabilitiesResponse);
      const { services } = await v2.get('/services', servicesResponse);
      expect(workCentres.total, 'work centres').toBeGreaterThan(0);
      expect(pagination.total, 'capabilities').toBeGreaterThan(0);
      expect(services.length, 'services').toBeGreaterThan(0);
    });
  });
};

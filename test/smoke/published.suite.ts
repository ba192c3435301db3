import { describe, expect, it } from 'vitest';
import { servicesResponse } from '../../functions/locations-v2/contract.ts';
import { capabilitiesResponse, workCentresResponse } from '../../functions/locations-v3/contract.ts';
import { publicationVersionPattern } from '../../shared/domain/publication/publication-version.ts';
import { catalogueVersionHeaderName } from '../../shared/http/headers.ts';
import type { LocationsClients } from './network.suite.ts';

/** A stage that has published before: one that has lost its network answers as a new one does, and keeps the contract. */
export const publishedSuite = ({ v2, v3 }: LocationsClients) => {
  describe('what was published', () => {
    it.each([
      { service: 'locations v2', client: v2, path: '/services' },
      { service: 'locations v3', client: v3, path: '/workcentres?size=0' },
    ])('is served by $service, which names its version', async ({ client, path }) => {
      const { status, headers } = await client.send(path);
      expect(status).toBe(200);
      expect(headers[catalogueVersionHeaderName], 'its version').toMatch(publicationVersionPattern);
    });

    it('has work centres, capabilities and services', async () => {
      const { pagination: workCentres } = await v3.get('/workcentres?size=0', workCentresResponse);
      const { pagination: capabilities } = await v3.get(
        '/operational-capabilities?size=1',
        capabilitiesResponse,
      );
      const { services } = await v2.get('/services', servicesResponse);
      expect(workCentres.total, 'work centres').toBeGreaterThan(0);
      expect(capabilities.total, 'capabilities').toBeGreaterThan(0);
      expect(services.length, 'services').toBeGreaterThan(0);
    });
  });
};

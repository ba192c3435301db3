import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../service-client.ts';

/** The way to the export file. */
export const exportSuite = (client: ServiceClient) => {
  describe('exportWorkCentres', () => {
    it('F01 redirects to an absolute URL that nobody may store or pass on', async () => {
      const { status, headers, body } = await client.send('/export/workcentres');
      expect(status).toBe(302);
      expect(body).toBe('');
      expect(new URL(headers.location ?? '').protocol).toMatch(/^https?:$/);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['access-control-allow-origin']).toBe('*');
    });

    it('F02 F07 is not moved elsewhere by headers or parameters', async () => {
      const hostOf = async (path: string, headers = {}) =>
        new URL((await client.send(path, headers)).headers.location ?? '').host;
      const host = await hostOf('/export/workcentres');
      expect(await hostOf('/export/workcentres?host=evil.test&size=x')).toBe(host);
      expect(await hostOf('/export/workcentres', { 'x-forwarded-host': 'evil.test' })).toBe(host);
    });
  });
};

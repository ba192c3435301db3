import { describe, expect, it } from 'vitest';
import { downloads } from '../../../shared/domain/location/publication/work-centre-export.ts';
import type { ServiceClient } from '../service-client.ts';

const path = '/export/workcentres';
const version = /^\d{8}T\d{9}Z-[0-9a-f]{6}$/;

/** The ways to the export's files, of a target that has published any network. */
export const exportSuite = (client: ServiceClient) => {
  /** The path of the file that a query leads to, after the rules that hold for every redirect. */
  const fileOf = async (query: string): Promise<string> => {
    const { status, headers, body } = await client.send(`${path}${query}`);
    expect(status, query).toBe(302);
    expect(body).toBe('');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['waypost-catalogue-version']).toMatch(version);
    const { protocol, pathname } = new URL(headers.location ?? '');
    expect(protocol).toMatch(/^https?:$/);
    return pathname;
  };
  const newestVersion = async () => (await client.send(path)).headers['waypost-catalogue-version'] ?? '';

  describe('exportWorkCentres', () => {
    it('F01 redirects to an absolute URL that nobody may store or pass on', async () => {
      expect(await fileOf('')).toContain(await newestVersion());
    });

    it('gives each format a file of its own, and JSON where none is named', async () => {
      const files = await Promise.all(downloads.map((format) => fileOf(`?format=${format}`)));
      expect(new Set(files).size).toBe(downloads.length);
      expect(await fileOf('?format=json')).toBe(await fileOf(''));
      expect(await fileOf('?format=')).toBe(await fileOf(''));
    });

    it('leads from the newest version to a file of changes', async () => {
      expect(await fileOf(`?format=changes&since=${await newestVersion()}`)).toContain('changes');
    });

    it('tells who has a version that is not kept any more to download the whole', async () => {
      const response = await client.send(`${path}?format=changes&since=20200101T000000000Z-000000`);
      expect(response.status).toBe(400);
      const [{ code, detail } = { code: '', detail: '' }, ...others] = client.failuresOf(response);
      expect([code, others]).toEqual(['CONSTRAINT_VIOLATION', []]);
      expect(detail).toMatch(/^since: .*download the whole/);
    });

    it('F02 F07 is not moved elsewhere by headers or parameters', async () => {
      const hostOf = async (target: string, headers = {}) =>
        new URL((await client.send(target, headers)).headers.location ?? '').host;
      const host = await hostOf(path);
      expect(await hostOf(`${path}?host=evil.test&size=x`)).toBe(host);
      expect(await hostOf(path, { 'x-forwarded-host': 'evil.test' })).toBe(host);
    });
  });
};

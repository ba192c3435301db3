import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../service-client.ts';
import { linkInJson, redirectedFile } from './redirected-file.ts';

const path = '/export/workcentres';

/** The ways to the export's files, of a target that has published any network. */
export const exportSuite = (client: ServiceClient) => {
  const fileOf = (query: string) => redirectedFile(client, query);
  const newestVersion = async () => (await client.send(path)).headers['waypost-catalogue-version'] ?? '';

  describe('exportWorkCentres', () => {
    it('F01 redirects to an absolute URL that nobody may store or pass on', async () => {
      expect(await fileOf('')).toContain(await newestVersion());
    });

    it('leads to JSON where no format is named', async () => {
      expect(await fileOf('?format=json')).toBe(await fileOf(''));
      expect(await fileOf('?format=')).toBe(await fileOf(''));
    });

    it('leads from the newest version to a file of changes', async () => {
      expect(await fileOf(`?format=changes&since=${await newestVersion()}`)).toContain('changes');
    });

    it('returns the URL of the same file as JSON with redirect=false', async () => {
      for (const query of ['', 'format=removed', 'format=files', 'format=changes']) {
        const { pathname } = await linkInJson(client, `?redirect=false&${query}`);
        expect(pathname).toBe(await fileOf(`?${query}`));
      }
      const since = `format=changes&since=${await newestVersion()}`;
      expect((await linkInJson(client, `?${since}&redirect=false`)).pathname).toBe(await fileOf(`?${since}`));
    });

    it('redirects with redirect=true, with an empty value, and whatever media type is accepted', async () => {
      const file = await fileOf('');
      expect(await fileOf('?redirect=true')).toBe(file);
      expect(await fileOf('?redirect=')).toBe(file);
      expect(await redirectedFile(client, '', { accept: 'application/json' })).toBe(file);
    });

    it('tells who has a version that is not kept any more to download the whole', async () => {
      const response = await client.send(`${path}?format=changes&since=20200101T000000000Z-000000`);
      expect(response.status).toBe(400);
      const [{ code, detail } = { code: '', detail: '' }, ...others] = client.failuresOf(response);
      expect([code, others]).toEqual(['CONSTRAINT_VIOLATION', []]);
      expect(detail).toMatch(/^since: .*download the full export/);
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

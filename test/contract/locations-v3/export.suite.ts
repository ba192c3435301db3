import { describe, expect, it } from 'vitest';
import { exportLinkResponse } from '../../../functions/locations-v3/contract.ts';
import { downloads } from '../../../shared/domain/publication/work-centre-export.ts';
import type { ServiceClient } from '../service-client.ts';

const path = '/export/workcentres';
const version = /^\d{8}T\d{9}Z-[0-9a-f]{6}$/;

/** Sends an export query. Checks the rules for all its successful responses. */
const linkTo = async (
  client: ServiceClient,
  query: string,
  expected: number,
  sent: Readonly<Record<string, string>> = {},
) => {
  const { status, headers, body } = await client.send(`${path}${query}`, sent);
  expect(status, query).toBe(expected);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'access-control-allow-origin': '*',
    'waypost-catalogue-version': expect.stringMatching(version),
  });
  return { headers, body };
};

const pathOf = (url = ''): string => {
  const { protocol, pathname } = new URL(url);
  expect(protocol).toMatch(/^https?:$/);
  return pathname;
};

/** Returns the path of the file that an export query redirects to. */
const redirectedFile = async (
  client: ServiceClient,
  query: string,
  sent?: Readonly<Record<string, string>>,
): Promise<string> => {
  const { headers, body } = await linkTo(client, query, 302, sent);
  expect(body).toBe('');
  return pathOf(headers.location);
};

/** Returns the link in the response to a query with `redirect=false`. */
const linkInJson = async (client: ServiceClient, query: string) => {
  const { headers, body } = await linkTo(client, query, 200);
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(headers).not.toHaveProperty('location');
  const link = exportLinkResponse.parse(JSON.parse(body));
  expect(link.version).toBe(headers['waypost-catalogue-version']);
  expect(link.expires_at).toMatch(/Z$/);
  return { ...link, pathname: pathOf(link.url) };
};

const newestVersion = async (client: ServiceClient) =>
  (await client.send(path)).headers['waypost-catalogue-version'] ?? '';

/** Access to the export's files. The target must have published a network. */
export const exportSuite = (client: ServiceClient) => {
  const fileOf = (query: string) => redirectedFile(client, query);
  describe('exportWorkCentres', () => {
    it('F01 redirects to an absolute URL with no-store and no-referrer', async () => {
      expect(await fileOf('')).toContain(await newestVersion(client));
    });

    it('redirects to JSON by default', async () => {
      expect(await fileOf('?format=json')).toBe(await fileOf(''));
      expect(await fileOf('?format=')).toBe(await fileOf(''));
    });

    it('redirects to a file of changes since the newest version', async () => {
      expect(await fileOf(`?format=changes&since=${await newestVersion(client)}`)).toContain('changes');
    });

    it('returns the URL of the same file as JSON with redirect=false', async () => {
      for (const query of ['', 'format=removed', 'format=files', 'format=changes']) {
        const { pathname } = await linkInJson(client, `?redirect=false&${query}`);
        expect(pathname).toBe(await fileOf(`?${query}`));
      }
      const since = `format=changes&since=${await newestVersion(client)}`;
      expect((await linkInJson(client, `?${since}&redirect=false`)).pathname).toBe(await fileOf(`?${since}`));
    });

    it('redirects with redirect=true, with an empty value, and for any Accept header', async () => {
      const file = await fileOf('');
      expect(await fileOf('?redirect=true')).toBe(file);
      expect(await fileOf('?redirect=')).toBe(file);
      expect(await redirectedFile(client, '', { accept: 'application/json' })).toBe(file);
    });

    it('tells clients whose version has expired to download the full export', async () => {
      const response = await client.send(`${path}?format=changes&since=20200101T000000000Z-000000`);
      expect(response.status).toBe(400);
      const [{ code, detail } = { code: '', detail: '' }, ...others] = client.failuresOf(response);
      expect([code, others]).toEqual(['CONSTRAINT_VIOLATION', []]);
      expect(detail).toMatch(/^since: .*download the full export/);
    });

    it('F02 F07 ignores headers and parameters that name another host', async () => {
      const hostOf = async (target: string, headers = {}) =>
        new URL((await client.send(target, headers)).headers.location ?? '').host;
      const host = await hostOf(path);
      expect(await hostOf(`${path}?host=evil.test&size=x`)).toBe(host);
      expect(await hostOf(path, { 'x-forwarded-host': 'evil.test' })).toBe(host);
    });
  });
};

/**
 * Files of all formats, and invalid parameters. This release must have published the files, because an earlier release
 * may have had fewer formats.
 */
export const exportFormatsSuite = (client: ServiceClient) => {
  it('exportWorkCentres redirects each format to its own file, and returns its URL with redirect=false', async () => {
    const files = await Promise.all(downloads.map((format) => redirectedFile(client, `?format=${format}`)));
    expect(new Set(files).size).toBe(downloads.length);
    for (const [index, format] of downloads.entries()) {
      const { pathname, bytes } = await linkInJson(client, `?redirect=false&format=${format}`);
      expect(pathname).toBe(files[index]);
      expect(bytes).toBeGreaterThan(0);
    }
  });

  describe('exportWorkCentres', () => {
    it('B20 rejects other formats and repeated parameters', async () => {
      for (const format of ['xml', 'JSON', 'json,csv', '%20json', 'json%0A', '__proto__', 'catalogue']) {
        await client.expectViolation(`${path}?format=${format}`, 'format');
      }
      await client.expectViolation(`${path}?format=csv&format=csv`, 'format');
      await client.expectViolation(`${path}?format=json&format=`, 'format');
      const since = await newestVersion(client);
      await client.expectViolation(`${path}?format=changes&since=${since}&since=${since}`, 'since');
    });

    it('returns 400 if redirect has any other value or is repeated', async () => {
      for (const redirect of ['no', '0', 'False', 'false,true', '%20false', 'false%0A', 'manual']) {
        await client.expectViolation(`${path}?redirect=${redirect}`, 'redirect');
      }
      await client.expectViolation(`${path}?redirect=false&redirect=false`, 'redirect');
      await client.expectViolation(`${path}?redirect=false&redirect=`, 'redirect');
      await client.expectViolation(`${path}?redirect=no&format=xml`, 'redirect', 'format');
      const since = 'since=20261121T005810123Z-4f2a9c';
      await client.expectViolation(`${path}?redirect=no&${since}`, 'redirect', 'since');
    });

    it('rejects an invalid version, and a version with any format other than changes', async () => {
      const published = '20261121T005810123Z-4f2a9c';
      for (const since of ['1', 'latest', published.toUpperCase(), '..%2F', `${published}%0A`])
        await client.expectViolation(`${path}?format=changes&since=${since}`, 'since');
      const since = await newestVersion(client);
      for (const query of [`since=${since}`, `since=${since}&format=json`, `since=${since}&format=removed`]) {
        await client.expectDetails(`${path}?${query}`, ['since: is allowed only with format=changes']);
      }
      await client.expectDetails(`${path}?format=changes&since=yesterday`, [
        'since: must be a version from the waypost-catalogue-version header',
      ]);
    });
  });
};

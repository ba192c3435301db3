import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { exportLinkResponse } from '../../functions/locations-v3/contract.ts';
import { createWaypostClient } from '../../shared/client/index.ts';
import { sha256Of } from '../../shared/data-access/objects/bucket.ts';
import { downloads, exportFormats } from '../../shared/domain/publication/work-centre-export.ts';
import { filesDocument } from '../support/files-document.ts';
import { describedStack } from '../support/stack/stack-stores.ts';
import { download, httpTarget } from '../support/targets/http-target.ts';
import { fromAnyDay } from './from-any-day.ts';
import { sharedStack } from './running-stack.ts';

const { url, key, dataDirectory } = sharedStack;
const target = httpTarget(url, key);
const path = '/locations/v3/export/workcentres';

const exportFile = z.strictObject({
  generated_at: z.iso.datetime(),
  total: z.int(),
  workcentres: z.array(z.looseObject({ id: z.string() })),
});
const linkOf = async (headers: Readonly<Record<string, string>> = {}, from = path): Promise<string> => {
  const response = await target.send({ path: from, headers });
  expect(response).toMatchObject({ status: 302, body: '' });
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.headers['referrer-policy']).toBe('no-referrer');
  return response.headers.location ?? '';
};

const walkOfAllPages = () => Array.fromAsync(createWaypostClient({ baseUrl: url, key }).workCentres());

describe('the export of a running stack', () => {
  it('redirects to a file with the work centres of all pages (F01, F08)', async () => {
    const response = await fetch(await linkOf());
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="?[\w.-]+\.json/);
    const { total, workcentres } = exportFile.parse(await response.json());
    expect(fromAnyDay(workcentres)).toEqual(fromAnyDay(await walkOfAllPages()));
    expect(total).toBe(workcentres.length);
  });

  it('has the same GeoJSON features as the pages of the list', async () => {
    const lines = (await (await fetch(await linkOf({}, `${path}?format=geojson`))).text())
      .split('\n')
      .filter((line) => line.startsWith('{"type":"Feature"'))
      .map((line) => line.replace(/,$/, ''));
    const headers = { accept: 'application/geo+json' };
    for (let offset = 0; offset < lines.length; offset += 100) {
      const { body } = await target.send({
        path: `/locations/v3/workcentres?size=100&offset=${offset}`,
        headers,
      });
      const shown = lines.slice(offset, offset + 100);
      expect(body.slice(body.indexOf('"features":'))).toBe(`"features":[${shown.join(',')}]}`);
    }
    expect(lines.length).toBeGreaterThan(100);
  });

  const listed = async () =>
    filesDocument.parse(await (await fetch(await linkOf({}, `${path}?format=files`))).json());

  it('lists its files, one for each format', async () => {
    const { version, files } = await listed();
    const { headers } = await target.send({ path: '/locations/v3/workcentres?size=0' });
    expect(version).toBe(headers['waypost-catalogue-version']);
    expect(files.map(({ format }) => format)).toEqual(exportFormats);
  });

  it.each(downloads)('returns the URL, size and checksum of %s with redirect=false', async (format) => {
    const redirected = await target.send({ path: `${path}?format=${format}` });
    const answer = await target.send({ path: `${path}?format=${format}&redirect=false` });
    expect(answer.status, answer.body).toBe(200);
    const link = exportLinkResponse.parse(JSON.parse(answer.body));
    const { status, bytes } = await download(link.url);
    expect([status, bytes.length, sha256Of(bytes)]).toEqual([200, link.bytes, link.sha256]);
    expect(link.version).toBe(redirected.headers['waypost-catalogue-version']);
    expect(new URL(link.url).pathname).toBe(new URL(redirected.headers.location ?? '').pathname);
    expect(Date.parse(link.expires_at) - Date.now()).toBeGreaterThan(200_000);
    expect(Date.parse(link.expires_at) - Date.now()).toBeLessThanOrEqual(300_000);
  });

  it("redirects to the same host, whatever the request's Host header (F02)", async () => {
    const { host } = new URL(await linkOf());
    const pretences = [
      ['Host', 'evil.test'],
      ['X-Forwarded-Host', 'evil.test'],
      ['Forwarded', 'host=evil.test'],
    ];
    for (const pretence of pretences)
      expect(new URL(await linkOf(Object.fromEntries([pretence]))).host).toBe(host);
    expect((await target.send({ path: `//evil.test${path}` })).status).toBe(404);
  });

  it('signs URLs for at most five minutes, and rejects altered ones (F03, F04, F05)', async () => {
    const link = new URL(await linkOf());
    expect(Number(link.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(300);
    const changes: readonly ((changed: URL) => unknown)[] = [
      (changed) => (changed.pathname = changed.pathname.replace('workcentres', 'others')),
      (changed) => changed.searchParams.set('versionId', '1'),
      (changed) => changed.searchParams.set('X-Amz-Expires', '604800'),
      (changed) => changed.searchParams.set('X-Amz-Signature', '0'.repeat(64)),
    ];
    for (const change of changes) {
      const changed = new URL(link);
      change(changed);
      expect((await fetch(changed)).status, changed.href).toBe(403);
    }
  });

  it('allows pages from any origin to read a published file, but nothing in the import bucket', async () => {
    const { objectStoreEndpoint, publishedBucket, importBucket } = await describedStack(dataDirectory);
    const allowedOrigin = async (address: string, init: RequestInit = {}) => {
      const headers = { origin: 'https://locator.example', 'access-control-request-method': 'GET' };
      const response = await fetch(address, { ...init, headers });
      await response.body?.cancel();
      return [response.status, response.headers.get('access-control-allow-origin')];
    };
    const link = await linkOf();
    expect(await allowedOrigin(link)).toEqual([200, '*']);
    expect(await allowedOrigin(link.replace('X-Amz-Expires=3', 'X-Amz-Expires=4'))).toEqual([403, '*']);
    expect((await fetch(link)).headers.has('access-control-allow-origin')).toBe(false);
    const inBucket = (bucket: string) => `${objectStoreEndpoint}/${bucket}/a-file`;
    expect(await allowedOrigin(inBucket(publishedBucket), { method: 'OPTIONS' })).toEqual([200, '*']);
    expect(await allowedOrigin(inBucket(importBucket), { method: 'OPTIONS' })).toEqual([403, null]);
    expect(await allowedOrigin(inBucket(importBucket))).toEqual([403, null]);
  });

  it('ignores unknown parameters, and rejects other methods (F07)', async () => {
    await linkOf({}, `${path}?foo=1`);
    expect((await target.send({ method: 'POST', path })).status).toBe(405);
  });
});

import { gunzipSync } from 'node:zlib';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, inject, it } from 'vitest';
import * as z from 'zod';
import { exportLinkResponse } from '../../functions/locations-v3/contract.ts';
import { readStackFile } from '../../infra/local/data-directory/stack-file.ts';
import { createWaypostClient } from '../../shared/client/index.ts';
import {
  downloads,
  exportFormats,
  workCentreFormatNames,
} from '../../shared/domain/publication/work-centre-export.ts';
import { download, sha256Of } from '../support/download.ts';
import { filesDocument } from '../support/files-document.ts';
import { fromAnyDay } from '../support/from-any-day.ts';
import { httpTarget } from '../support/targets/http-target.ts';

const { url, key, dataDirectory } = inject('sharedStack');
const target = httpTarget(url, key);
const path = '/locations/v3/export/workcentres';

const exportFile = z.strictObject({
  generated_at: z.iso.datetime(),
  total: z.int(),
  workcentres: z.array(z.looseObject({ id: z.string() })),
});
const file = z.looseObject({
  bytes: z.int(),
  sha256: z.string(),
  contentBytes: z.int(),
  contentSha256: z.string(),
});
const manifest = z
  .object({
    version: z.string(),
    full: z.object({ version: z.string(), exports: z.record(z.enum(workCentreFormatNames), file) }),
    changes: z.object({ file }),
    removed: file,
  })
  .transform(({ version, full, changes, removed }) => ({
    version,
    exports: { ...full.exports, changes: changes.file, removed },
    versionOf: (format: string) => (format in full.exports ? full.version : version),
  }));

const runningStack = async () => {
  const stack = await readStackFile(dataDirectory);
  if (!stack) throw new Error('no stack runs');
  return stack;
};

const manifestOfStack = async () => {
  const stack = await runningStack();
  const { objectStoreEndpoint: endpoint, region, credentials, publishedBucket: Bucket } = stack;
  const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: 'manifest.json' }));
  s3.destroy();
  return manifest.parse(JSON.parse((await Body?.transformToString()) ?? ''));
};

const linkOf = async (headers: Readonly<Record<string, string>> = {}, from = path): Promise<string> => {
  const response = await target.send({ path: from, headers });
  expect(response).toMatchObject({ status: 302, body: '' });
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.headers['referrer-policy']).toBe('no-referrer');
  return response.headers.location ?? '';
};

const walkOfAllPages = () => Array.fromAsync(createWaypostClient({ baseUrl: url, key }).workCentres());

describe('the export of a running stack', () => {
  it('redirects to a file with every work centre as the pages show them (F01, F08)', async () => {
    const response = await fetch(await linkOf());
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="?[\w.-]+\.json/);
    const { total, workcentres } = exportFile.parse(await response.json());
    expect(fromAnyDay(workcentres)).toEqual(fromAnyDay(await walkOfAllPages()));
    expect(total).toBe(workcentres.length);
  });

  it.each(exportFormats)(
    'has %s with the size and the SHA-256 that the manifest names (F08)',
    async (format) => {
      const { versionOf, exports } = await manifestOfStack();
      const response = await target.send({ path: `${path}?format=${format}` });
      expect(response.headers['waypost-catalogue-version']).toBe(versionOf(format));
      const { headers, bytes } = await download(response.headers.location ?? '');
      expect(headers['content-encoding']).toBe('gzip');
      expect(headers['content-disposition']).toMatch(/^attachment; filename="?[\w.-]+"?$/);
      expect([bytes.length, sha256Of(bytes)]).toEqual([exports[format].bytes, exports[format].sha256]);
      const content = gunzipSync(bytes);
      expect([content.length, sha256Of(content)]).toEqual([
        exports[format].contentBytes,
        exports[format].contentSha256,
      ]);
    },
  );

  it('has a list of its files that names the same sizes and checksums', async () => {
    const { version, versionOf, exports } = await manifestOfStack();
    const list = filesDocument.parse(await (await fetch(await linkOf({}, `${path}?format=files`))).json());
    expect(list.version).toBe(version);
    expect(list.files.map(({ format, version, bytes, sha256 }) => [format, version, bytes, sha256])).toEqual(
      exportFormats.map((format) => [
        format,
        versionOf(format),
        exports[format].bytes,
        exports[format].sha256,
      ]),
    );
  });

  it.each(downloads)(
    'returns the URL, the size and the checksum of %s with redirect=false',
    async (format) => {
      const { versionOf } = await manifestOfStack();
      const answer = await target.send({ path: `${path}?format=${format}&redirect=false` });
      expect(answer.status, answer.body).toBe(200);
      const link = exportLinkResponse.parse(JSON.parse(answer.body));
      const { status, bytes } = await download(link.url);
      expect([status, bytes.length, sha256Of(bytes)]).toEqual([200, link.bytes, link.sha256]);
      expect(link.version).toBe(versionOf(format));
      expect(new URL(link.url).pathname).toBe(new URL(await linkOf({}, `${path}?format=${format}`)).pathname);
      expect(Date.parse(link.expires_at) - Date.now()).toBeGreaterThan(200_000);
      expect(Date.parse(link.expires_at) - Date.now()).toBeLessThanOrEqual(300_000);
    },
  );

  it('goes to the same host whatever the request says of itself (F02)', async () => {
    const { host } = new URL(await linkOf());
    const pretences: Record<string, string>[] = [
      { Host: 'evil.test' },
      { 'X-Forwarded-Host': 'evil.test' },
      { Forwarded: 'host=evil.test' },
    ];
    for (const headers of pretences) {
      expect(new URL(await linkOf(headers)).host).toBe(host);
    }
    expect((await target.send({ path: `//evil.test${path}` })).status).toBe(404);
  });

  it('links for at most five minutes, and to nothing that was not signed (F03, F04, F05)', async () => {
    const link = new URL(await linkOf());
    expect(Number(link.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(300);
    const changes: Record<string, (changed: URL) => void> = {
      key: (changed) => {
        changed.pathname = changed.pathname.replace('workcentres', 'others');
      },
      version: (changed) => changed.searchParams.set('versionId', '1'),
      expiry: (changed) => changed.searchParams.set('X-Amz-Expires', '604800'),
      signature: (changed) => changed.searchParams.set('X-Amz-Signature', '0'.repeat(64)),
    };
    for (const [what, change] of Object.entries(changes)) {
      const changed = new URL(link);
      change(changed);
      expect((await fetch(changed)).status, what).toBe(403);
    }
  });

  it('lets pages of any origin read a file, and nothing of the other bucket', async () => {
    const { objectStoreEndpoint, publishedBucket, importBucket } = await runningStack();
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

  it('ignores unknown parameters, and answers no other method (F07)', async () => {
    await linkOf({}, `${path}?foo=1`);
    expect((await target.send({ method: 'POST', path })).status).toBe(405);
  });
});

import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { exportLinkResponse, workCentresResponse } from '../../functions/locations-v3/contract.ts';
import { sha256Of } from '../../shared/data-access/objects/bucket.ts';
import { downloads, exportFormats } from '../../shared/domain/publication/work-centre-export.ts';
import { catalogueVersionHeaderName } from '../../shared/http/headers.ts';
import type { ServiceClient } from '../contract/service-client.ts';
import { filesDocument } from '../support/files-document.ts';
import { download } from '../support/targets/http-target.ts';

const path = '/export/workcentres';
const exported = z.looseObject({ total: z.int(), workcentres: z.array(z.looseObject({ id: z.string() })) });

const contentOf = (bytes: Buffer): unknown => JSON.parse(gunzipSync(bytes).toString());

/** Retries if a publication occurred between requests. */
const untilOneVersion = (work: () => Promise<void>): Promise<void> =>
  vi.waitFor(work, { timeout: 80_000, interval: 10_000 });

export const exportedFilesSuite = (client: ServiceClient) => {
  const follow = async (query: string) => {
    const { status, headers } = await client.send(`${path}${query}`);
    expect(status).toBe(302);
    const file = await download(headers.location ?? '');
    expect(file.status, 'of the file that the link leads to').toBe(200);
    return { ...file, version: headers[catalogueVersionHeaderName] };
  };
  const listedFiles = async () => {
    const { bytes, headers } = await follow('?format=files');
    return filesDocument.parse(
      headers['content-encoding'] === 'gzip' ? contentOf(bytes) : JSON.parse(bytes.toString()),
    );
  };

  describe('the exported files', () => {
    it.each(exportFormats)('F08 are complete, and match the list: %s', (format) =>
      untilOneVersion(async () => {
        const list = await listedFiles();
        const { bytes, headers, version } = await follow(`?format=${format}`);
        expect(headers).toMatchObject({
          'content-encoding': 'gzip',
          'content-disposition': expect.stringMatching(/^attachment; filename="?[\w.-]+"?$/),
        });
        const content = gunzipSync(bytes);
        expect(list.files.find((file) => file.format === format)).toMatchObject({
          version,
          bytes: bytes.length,
          sha256: sha256Of(bytes),
          content_bytes: content.length,
          content_sha256: sha256Of(content),
        });
      }),
    );

    it.each(downloads)('F08 match the response to redirect=false: %s', async (format) => {
      const { body } = await client.send(`${path}?format=${format}&redirect=false`);
      const link = exportLinkResponse.parse(JSON.parse(body));
      const { bytes } = await download(link.url);
      expect([bytes.length, sha256Of(bytes)]).toEqual([link.bytes, link.sha256]);
    });

    it('F08 contain as many work centres as the list in the same version', () =>
      untilOneVersion(async () => {
        const page = await client.send('/workcentres?size=1');
        const list = await listedFiles();
        const { bytes, version } = await follow('');
        const { total, workcentres } = exported.parse(contentOf(bytes));
        expect(total).toBe(workcentres.length);
        const listed = list.files.find(({ format }) => format === 'json');
        expect(listed).toMatchObject({ version, records: total });
        // The API may already serve a newer version than that of the full export.
        if (version !== page.headers[catalogueVersionHeaderName]) return;
        expect(workCentresResponse.parse(JSON.parse(page.body)).pagination.total).toBe(total);
      }));

    it('can be read from any origin', async () => {
      const { headers } = await client.send(path);
      const origin = 'https://locator.example';
      const file = await download(headers.location ?? '', { origin });
      expect([file.status, file.headers['access-control-allow-origin']]).toEqual([200, '*']);
    });
  });
};

export const exportToComeSuite = (client: ServiceClient) => {
  it('F06 returns 503 with Retry-After before the first publication', async () => {
    const response = await client.send(path);
    expect(response.status).toBe(503);
    expect(client.failuresOf(response).map(({ code }) => code)).toEqual(['SERVICE_UNAVAILABLE']);
    expect(response.headers['retry-after']).toMatch(/^\d+$/);
  });
};

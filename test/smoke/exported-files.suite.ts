import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { workCentresResponse } from '../../functions/locations-v3/contract.ts';
import { exportFormats } from '../../shared/domain/location/publication/work-centre-export.ts';
import { catalogueVersionHeaderName } from '../../shared/http/response-headers.ts';
import { type FilesDocument, filesDocument } from '../../shared/wire/locations-v3/export/files-document.ts';
import type { ServiceClient } from '../contract/service-client.ts';
import { download, sha256Of } from '../support/download.ts';

const path = '/export/workcentres';
const exported = z.looseObject({ total: z.int(), workcentres: z.array(z.looseObject({ id: z.string() })) });

/** The files behind the export's links, of a stage that has published any network. */
export const exportedFilesSuite = (client: ServiceClient) => {
  const follow = async (query: string) => {
    const { status, headers } = await client.send(`${path}${query}`);
    expect(status).toBe(302);
    const file = await download(headers.location ?? '');
    expect(file.status, 'of the file that the link leads to').toBe(200);
    return { ...file, version: headers[catalogueVersionHeaderName] };
  };
  const contentOf = (bytes: Buffer): unknown => JSON.parse(gunzipSync(bytes).toString());
  /** The list of files, and what both services say to be of its version: publications may come between requests. */
  const listedFiles = async (): Promise<FilesDocument> => {
    const { bytes, headers } = await follow('?format=files');
    return filesDocument.parse(
      headers['content-encoding'] === 'gzip' ? contentOf(bytes) : JSON.parse(bytes.toString()),
    );
  };

  describe('the exported files', () => {
    it.each(exportFormats)('F08 are whole: %s', (format) =>
      vi.waitFor(
        async () => {
          const list = await listedFiles();
          const { bytes, headers, version } = await follow(`?format=${format}`);
          expect(version).toBe(list.version);
          expect(headers['content-encoding']).toBe('gzip');
          expect(headers['content-disposition']).toMatch(/^attachment; filename="?[\w.-]+"?$/);
          const content = gunzipSync(bytes);
          expect(list.files.find((file) => file.format === format)).toMatchObject({
            bytes: bytes.length,
            sha256: sha256Of(bytes),
            content_bytes: content.length,
            content_sha256: sha256Of(content),
          });
        },
        { timeout: 80_000, interval: 10_000 },
      ),
    );

    it('F01 hold as many work centres as the pages count', () =>
      vi.waitFor(
        async () => {
          const page = await client.send('/workcentres?size=1');
          const { bytes, version } = await follow('');
          expect(version).toBe(page.headers[catalogueVersionHeaderName]);
          const { total, workcentres } = exported.parse(contentOf(bytes));
          expect(total).toBe(workcentres.length);
          expect(workCentresResponse.parse(JSON.parse(page.body)).pagination.total).toBe(total);
        },
        { timeout: 80_000, interval: 10_000 },
      ));
  });
};

/** The export of a stage that has published nothing yet. */
export const exportToComeSuite = (client: ServiceClient) => {
  it('F06 tells clients to come again after the first publication', async () => {
    const response = await client.send(path);
    expect(response.status).toBe(503);
    expect(client.failuresOf(response).map(({ code }) => code)).toEqual(['SERVICE_UNAVAILABLE']);
    expect(response.headers['retry-after']).toMatch(/^\d+$/);
  });
};

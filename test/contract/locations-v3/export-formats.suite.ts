import { expect, it } from 'vitest';
import { downloads } from '../../../shared/domain/publication/work-centre-export.ts';
import type { ServiceClient } from '../service-client.ts';
import { linkInJson, redirectedFile } from './redirected-file.ts';

/** The files of a target that this release has published: a former one may have known fewer formats. */
export const exportFormatsSuite = (client: ServiceClient) => {
  it('exportWorkCentres gives each format a file of its own', async () => {
    const files = await Promise.all(downloads.map((format) => redirectedFile(client, `?format=${format}`)));
    expect(new Set(files).size).toBe(downloads.length);
  });

  it('exportWorkCentres names the file of each format with redirect=false', async () => {
    for (const format of downloads) {
      const { pathname, bytes } = await linkInJson(client, `?redirect=false&format=${format}`);
      expect(pathname).toBe(await redirectedFile(client, `?format=${format}`));
      expect(bytes).toBeGreaterThan(0);
    }
  });
};

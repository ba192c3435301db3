import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { bodyOf, downloadExport, type WaypostClient } from '../../shared/client/node.ts';

const exported = z.object({ workcentres: z.array(z.looseObject({ id: z.string() })) });

/** Removes current hours, which depend on the day on which the export was created. */
const withoutCurrentHours = (text: string): unknown =>
  JSON.parse(text, (name, value) => (name === 'current_hours' ? undefined : value));

export const clientSuite = (client: WaypostClient) => {
  const downloadedNetwork = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'waypost-smoke-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const to = join(folder, 'all.json');
    const { path, checkedBy } = await downloadExport(client, { format: 'json', to });
    expect(checkedBy).toBe('checksum');
    return exported.parse(withoutCurrentHours(await readFile(path, 'utf8'))).workcentres;
  };

  describe('the client', () => {
    it('pages through the same work centres as in the export', () =>
      vi.waitFor(
        async () => {
          const walked = await Array.fromAsync(client.workCentres());
          const network = await downloadedNetwork();
          expect(withoutCurrentHours(JSON.stringify(walked))).toEqual(network);
        },
        { timeout: 80_000, interval: 10_000 },
      ));

    it('pages through as many capabilities as version 2 has services', async () => {
      const { services } = bodyOf(await client.locationsV2.GET('/services'));
      expect(await Array.fromAsync(client.capabilities({ pageSize: 50 }))).toHaveLength(services.length);
    });

    it('returns the same biller as the list', async () => {
      const { billers } = bodyOf(await client.billManagement.GET('/biller-metadata'));
      for (const biller of billers.slice(0, 3)) {
        const params = { path: { code: biller.code } };
        expect(bodyOf(await client.billManagement.GET('/biller-metadata/{code}', { params }))).toEqual(
          biller,
        );
      }
    });
  });
};

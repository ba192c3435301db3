import { describe, it } from 'vitest';
import type { ServiceClient } from '../service-client.ts';

const path = '/export/workcentres';

/** What the export does not take. */
export const exportRefusalsSuite = (client: ServiceClient) => {
  const newestVersion = async () => (await client.send(path)).headers['waypost-catalogue-version'] ?? '';

  describe('exportWorkCentres', () => {
    it('B20 refuses other formats, and a parameter that comes twice', async () => {
      for (const format of ['xml', 'JSON', 'json,csv', '%20json', 'json%0A', '__proto__', 'catalogue']) {
        await client.expectViolation(`${path}?format=${format}`, 'format');
      }
      await client.expectViolation(`${path}?format=csv&format=csv`, 'format');
      await client.expectViolation(`${path}?format=json&format=`, 'format');
      const since = await newestVersion();
      await client.expectViolation(`${path}?format=changes&since=${since}&since=${since}`, 'since');
    });

    it('returns 400 for any other value of redirect, and when it is repeated', async () => {
      for (const redirect of ['no', '0', 'False', 'false,true', '%20false', 'false%0A', 'manual']) {
        await client.expectViolation(`${path}?redirect=${redirect}`, 'redirect');
      }
      await client.expectViolation(`${path}?redirect=false&redirect=false`, 'redirect');
      await client.expectViolation(`${path}?redirect=false&redirect=`, 'redirect');
      await client.expectViolation(`${path}?redirect=no&format=xml`, 'redirect', 'format');
    });

    it('refuses what is no version, and one with any other format than the changes', async () => {
      for (const since of [
        '1',
        'latest',
        '20261121T005810123Z-4F2A9C',
        '..%2F',
        '20261121T005810123Z-4f2a9c%0A',
      ]) {
        await client.expectViolation(`${path}?format=changes&since=${since}`, 'since');
      }
      const since = await newestVersion();
      for (const query of [`since=${since}`, `since=${since}&format=json`, `since=${since}&format=removed`]) {
        await client.expectViolation(`${path}?${query}`, 'since');
      }
    });
  });
};

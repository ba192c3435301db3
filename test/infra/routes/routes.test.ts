import { describe, expect, it } from 'vitest';
import { pathsWithoutOperation, routes } from '../../../infra/routes/routes.ts';

const bills = '/bill-management-api/v1';
const v2 = '/locations/v2';
const v3 = '/locations/v3';

describe('the route table', () => {
  it('has a separate handler for each operation, in the folder of its service', () => {
    expect(new Set(routes.map(({ handler }) => handler)).size).toBe(routes.length);
    const folders = { [bills]: 'bill-management-v1', [v2]: 'locations-v2', [v3]: 'locations-v3' };
    for (const { path, handler } of routes) {
      const [, folder] = Object.entries(folders).find(([prefix]) => path.startsWith(prefix)) ?? [];
      expect(handler).toMatch(new RegExp(`^functions/${folder}/[a-z-]+\\.ts$`));
    }
  });

  it('lists the parent paths without an operation (C21)', () => {
    expect(pathsWithoutOperation(routes).toSorted()).toEqual([
      '/',
      '/bill-management-api',
      bills,
      `${bills}/bills`,
      '/locations',
      v2,
      `${v2}/points`,
      `${v2}/points/deliverypoints`,
      `${v2}/points/geo`,
      `${v2}/points/geo/{longitude}`,
      `${v2}/points/postcode`,
      `${v2}/points/type`,
      `${v2}/points/workcentres`,
      v3,
      `${v3}/export`,
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { allowedMethods, routes, routesByPath } from '../../../infra/routes/routes.ts';
import type { ApiTarget } from '../../support/targets/api-target.ts';
import { requestablePath } from '../../support/targets/operation-paths.ts';
import { expectError } from './error-codes.ts';

/** Paths outside all services. */
const strangers = [
  '/locations/v2/points/postcode',
  '/locations/v2/points/type',
  '/locations/v2/points/geo/1',
  '/locations/v2/points',
  '/locations/v2/Services',
  '/locations/v2/workcentres',
  '/locations/v3/services',
  '/locations/v3/WORKCENTRES',
  '/locations/v3/workcentres/a/b',
  '/locations/v3/workcentres/',
  '/locations/v2/services/1/',
  '/locations/v3/export',
  '/locations/v4/workcentres',
  '/workcentres',
  '/bill-management-api/v1',
  '/bill-management-api/v1/billers',
  '/bill-management-api/v1/enquiries/1',
];

const paths = [...routesByPath(routes).values()].map((ofPath) => ({
  path: requestablePath(ofPath[0]?.path ?? ''),
  allowed: allowedMethods(ofPath),
}));
const refusedMethods = (allowed: readonly string[]): string[] =>
  ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((method) => !allowed.includes(method));

/** Behaviour of the gateway at every path. The target needs a gateway and a valid key. */
export const routingSuite = (target: () => ApiTarget) => {
  describe('the paths of the services', () => {
    it.each(strangers)('E07 E10 returns 404 at %s', async (path) => {
      expectError(path, await target().send({ path }), 404, 'METHOD_NOT_FOUND');
    });

    it.each(paths)('E01 E02 $path accepts only $allowed', async ({ path, allowed }) => {
      for (const method of refusedMethods(allowed)) {
        const response = await target().send({ method, path });
        expectError(`${method} ${path}`, response, 405, 'METHOD_NOT_ALLOWED');
        expect(response.headers.allow?.split(', ')).toEqual(allowed);
      }
    });

    it.each(paths)('E03 $path rejects HEAD', async ({ path, allowed }) => {
      const { status, headers, body } = await target().send({ method: 'HEAD', path });
      expect(status).toBe(405);
      expect(body).toBe('');
      expect(headers.allow?.split(', ')).toEqual(allowed);
    });

    it.each(paths)('E04 $path responds to preflight requests from any origin', async ({ path, allowed }) => {
      const { status, headers, body } = await target().send({
        method: 'OPTIONS',
        path,
        headers: {
          origin: 'https://example.org',
          'access-control-request-method': allowed[0] ?? 'GET',
          'access-control-request-headers': 'auth-key',
        },
      });
      expect([status, body]).toEqual([204, '']);
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-allow-methods']?.split(', ')).toEqual(allowed);
      expect(headers['access-control-allow-headers']?.split(', ')).toContain('auth-key');
    });
  });
};

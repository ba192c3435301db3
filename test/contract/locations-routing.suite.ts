import { describe, expect, it } from 'vitest';
import { errorResponse as v2Error } from '../../functions/locations-v2/contract.ts';
import { errorResponse as v3Error } from '../../functions/locations-v3/contract.ts';
import type { ApiTarget } from '../support/api-target.ts';

const v2 = '/locations/v2';
const v3 = '/locations/v3';

const operations = [
  `${v2}/points/postcode/3000`,
  `${v2}/points/workcentres/7`,
  `${v2}/points/deliverypoints/5`,
  `${v2}/points/900030_PO`,
  `${v2}/points/type/PO`,
  `${v2}/points/geo/144.9/-37.8`,
  `${v2}/services`,
  `${v2}/services/1`,
  `${v3}/workcentres`,
  `${v3}/workcentres/900030_PO`,
  `${v3}/export/workcentres`,
  `${v3}/operational-capabilities`,
];

/** Paths that come close to an operation without being one. */
const strangers = [
  `${v2}/points/postcode`,
  `${v2}/points/type`,
  `${v2}/points/geo/1`,
  `${v2}/points/geo//-37.8`,
  `${v2}/points`,
  `${v2}/services/`,
  `${v2}/services/1/`,
  `${v2}/Services`,
  `${v2}/workcentres`,
  `${v2}/../v3/workcentres`,
  `${v2}/%2e%2e/v3/workcentres`,
  `${v2}/./services`,
  `${v3}/services`,
  `${v3}/workcentres/`,
  `${v3}//workcentres`,
  `${v3}/WORKCENTRES`,
  `${v3}/workcentres/a/b`,
  `${v3}/export`,
  '/workcentres',
  '/locations/v4/workcentres',
  '/',
];

/** What the gateway in front of both services promises: only a target with a gateway and a good key can answer. */
export const locationsRoutingSuite = (target: () => ApiTarget) => {
  const codesOf = (path: string, body: string) =>
    (path.startsWith(v2) ? v2Error : v3Error).parse(JSON.parse(body)).errors.map(({ code }) => code);

  describe('the paths of the locations services', () => {
    it.each(strangers)('C21 E07 E08 E10 there is nothing at %s', async (path) => {
      const { status, headers, body } = await target().send({ path });
      expect(status, body).toBe(404);
      expect(codesOf(path, body)).toEqual(['METHOD_NOT_FOUND']);
      expect(headers['access-control-allow-origin']).toBe('*');
    });

    it.each(operations)('E01 E02 %s takes no method but GET', async (path) => {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const { status, headers, body } = await target().send({ method, path });
        expect(status, `${method} ${body}`).toBe(405);
        expect(codesOf(path, body)).toEqual(['METHOD_NOT_ALLOWED']);
        expect(headers.allow).toMatch(/\bGET\b/);
      }
    });

    it.each(operations)('E03 %s takes no HEAD', async (path) => {
      const { status, headers, body } = await target().send({ method: 'HEAD', path });
      expect(status).toBe(405);
      expect(body).toBe('');
      expect(headers.allow).toMatch(/\bGET\b/);
    });

    it('B28 a slash that is encoded is part of an id', async () => {
      const path = `${v3}/workcentres/a%2Fb`;
      const { status, body } = await target().send({ path });
      expect(status).toBe(404);
      expect(codesOf(path, body)).toEqual(['METHOD_NOT_FOUND']);
    });

    it.each([`${v3}/workcentres?lat=%zz`, `${v2}/points/type/PO?pc=%ff`])(
      'refuses the query of %s',
      async (path) => {
        const { status, body } = await target().send({ path });
        expect(status).toBe(400);
        expect(codesOf(path, body)).toEqual(['CONSTRAINT_VIOLATION']);
      },
    );

    it('E16 ignores the body of a GET', async () => {
      const path = `${v3}/workcentres?size=1`;
      const body = '{'.repeat(200 * 1024);
      const headers = { 'content-length': String(body.length), 'content-type': 'application/json' };
      expect((await target().send({ path, headers, body })).status).toBe(200);
    });
  });
};

import { describe, expect, it } from 'vitest';
import type { ApiTarget, TargetRequest } from '../support/targets/api-target.ts';
import { expectError } from './routing/error-codes.ts';

const v2 = '/locations/v2';
const v3 = '/locations/v3';

/** Paths that match an operation only if a client or proxy normalises them. */
const strangers = [
  `${v2}/points/geo//-37.8`,
  `${v2}/services/`,
  `${v2}/services/1/`,
  `${v2}/../v3/workcentres`,
  `${v2}/%2e%2e/v3/workcentres`,
  `${v2}/./services`,
  `${v3}/workcentres/`,
  `${v3}//workcentres`,
  '/locations',
  '//',
];

/** Gateway behaviour for unusual requests to both services. The target needs a gateway and a valid key. */
export const locationsRoutingSuite = (target: () => ApiTarget) => {
  describe('unusual requests to the locations services', () => {
    it.each(strangers)('C21 E07 E08 E10 returns 404 at %s', async (path) => {
      expectError(path, await target().send({ path }), 404, 'METHOD_NOT_FOUND');
    });

    it('B28 treats an encoded slash as part of an id', async () => {
      const path = `${v3}/workcentres/a%2Fb`;
      expectError(path, await target().send({ path }), 404, 'METHOD_NOT_FOUND');
    });

    it.each([
      [`${v3}/workcentres?size=1&lat=%zz`, 'lat'],
      [`${v2}/points/type/PO?pc=%ff`, 'pc'],
      [`${v2}/services?types=%c0%80`, 'types'],
    ])('names the undecodable parameter in %s', async (path, name) => {
      const response = await target().send({ path });
      expectError(path, response, 400, 'CONSTRAINT_VIOLATION');
      expect(JSON.parse(response.body).errors[0].detail).toBe(`${name}: is not valid percent-encoded UTF-8`);
    });

    it.each([200, 400, 404, 405])('exposes the request id of a %s response to browsers', async (status) => {
      const requests: Readonly<Record<number, TargetRequest>> = {
        200: { path: `${v2}/services` },
        400: { path: `${v2}/services/x` },
        404: { path: `${v3}/nope` },
        405: { path: `${v2}/services`, method: 'DELETE' },
      };
      const response = await target().send(requests[status] ?? { path: '' });
      expect(response.status).toBe(status);
      const exposed = response.headers['access-control-expose-headers']?.split(', ');
      expect(exposed).toEqual(expect.arrayContaining(['x-amzn-requestid', 'waypost-catalogue-version']));
      expect(response.headers['x-amzn-requestid']).toMatch(/^[0-9a-f-]{36}$/);
    });
  });
};

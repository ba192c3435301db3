import { describe, expect, it } from 'vitest';
import type { ApiTarget } from '../support/targets/api-target.ts';

const kinds = [
  { kind: 'a streamed', path: '/locations/v3/workcentres?size=2' },
  { kind: 'a buffered', path: '/locations/v2/services' },
];

/** Tests 304 responses, which gateways may change, on any stage. */
export const conditionalSuite = (target: ApiTarget) => {
  describe('conditional requests', () => {
    it.each(kinds)('get a 304 without a body from $kind operation', async ({ path }) => {
      const whole = await target.send({ path, headers: { 'accept-encoding': 'gzip' } });
      const etag = whole.headers.etag ?? '';
      expect([whole.status, etag]).toEqual([200, expect.stringMatching(/^W\/"[!#-~]+"$/)]);
      const headers = { 'if-none-match': etag, 'accept-encoding': 'gzip' };
      const again = await target.send({ path, headers });
      expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag]);
      expect(again.headers['cache-control']).toBe('private, no-cache');
      expect(again.headers).not.toHaveProperty('content-encoding');
      const other = await target.send({ path, headers: { 'if-none-match': 'W/"other"' } });
      expect([other.status, other.body]).toEqual([200, whole.body]);
    });
  });
};

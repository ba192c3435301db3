import { describe, expect, it } from 'vitest';
import { handler } from '../../../functions/platform/refuse-path.ts';
import { gatewayEventOf } from '../../support/gateway/gateway-event-of.ts';

describe('a path that leads to no operation', () => {
  it.each(['unknown', 'a/b%2Fc', 'broken%zz', 'locations/v2/points/postcode'])(
    'is answered with 404: %s (C21, E07)',
    async (proxy) => {
      const answer = await handler(gatewayEventOf({ path: `/${proxy}` }, '/{proxy+}', { proxy }));
      expect(answer.statusCode).toBe(404);
      expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*' });
      expect(JSON.parse(answer.body)).toMatchObject({ errors: [{ code: 'METHOD_NOT_FOUND' }] });
    },
  );
});

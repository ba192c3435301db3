import { expect, it, vi } from 'vitest';
import { handler as refusePath } from '../../../functions/platform/refuse-path.ts';
import { gatewayEventOf } from '../../support/gateway/gateway-event-of.ts';

const path = '/locations/v3/workcentres';

it.each(['unknown', 'a/b%2Fc', 'broken%zz', 'locations/v2/points/postcode'])(
  'returns 404 for a path without an operation: %s (C21, E07)',
  async (proxy) => {
    const answer = await refusePath(gatewayEventOf({ path: `/${proxy}` }, '/{proxy+}', { proxy }));
    expect(answer.statusCode).toBe(404);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(JSON.parse(answer.body)).toMatchObject({ errors: [{ code: 'METHOD_NOT_FOUND' }] });
  },
);

it.each([
  { method: 'DELETE', path },
  { method: 'HEAD', path },
  { method: 'POST', path, body: '{}' },
])('returns 405 with the methods of the path for $method (E01, E02, E03)', async (request) => {
  vi.stubEnv('ALLOWED_METHODS', JSON.stringify({ [path]: ['GET', 'OPTIONS'] }));
  const { handler: refuseMethod } = await import('../../../functions/platform/refuse-method.ts');
  const answer = await refuseMethod(gatewayEventOf(request, path, {}));
  expect(answer.statusCode).toBe(405);
  expect(answer.headers).toMatchObject({ allow: 'GET, OPTIONS', 'access-control-allow-origin': '*' });
  expect(JSON.parse(answer.body)).toMatchObject({ errors: [{ code: 'METHOD_NOT_ALLOWED' }] });
});

import { expect, it, onTestFinished, vi } from 'vitest';
import { handler as refusePath } from '../../../functions/platform/refuse-path.ts';
import { gatewayEventOf } from '../../support/gateway/gateway-event-of.ts';
import type { TargetRequest } from '../../support/targets/api-target.ts';

const path = '/locations/v3/workcentres';

it.each(['unknown', 'a/b%2Fc', 'broken%zz', 'locations/v2/points/postcode'])(
  'returns 404 for an unknown path: %s (C21, E07)',
  async (proxy) => {
    const response = await refusePath(gatewayEventOf({ path: `/${proxy}` }, '/{proxy+}', { proxy }));
    expect(response.statusCode).toBe(404);
    expect(response.headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(JSON.parse(response.body)).toMatchObject({ errors: [{ code: 'METHOD_NOT_FOUND' }] });
  },
);

const refuseMethod = async (request: TargetRequest) => {
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  vi.stubEnv('ALLOWED_METHODS', JSON.stringify({ [path]: ['GET', 'OPTIONS'] }));
  const { handler } = await import('../../../functions/platform/refuse-method.ts');
  return handler(gatewayEventOf(request, path, {}));
};

it('returns 404 for any method at a path that ends with a slash (E08)', async () => {
  const response = await refuseMethod({ method: 'DELETE', path: `${path}/` });
  expect(response.statusCode).toBe(404);
  expect(JSON.parse(response.body)).toMatchObject({ errors: [{ code: 'METHOD_NOT_FOUND' }] });
});

it.each([
  { method: 'DELETE', path },
  { method: 'HEAD', path },
  { method: 'POST', path, body: '{}' },
])('returns 405 with the allowed methods for $method (E01, E02, E03)', async (request) => {
  const response = await refuseMethod(request);
  expect(response.statusCode).toBe(405);
  expect(response.headers).toMatchObject({ allow: 'GET, OPTIONS', 'access-control-allow-origin': '*' });
  expect(JSON.parse(response.body)).toMatchObject({ errors: [{ code: 'METHOD_NOT_ALLOWED' }] });
});

import { beforeAll, describe, expect, it, vi } from 'vitest';
import { gatewayEventOf } from '../../support/gateway/gateway-event-of.ts';

const path = '/locations/v3/workcentres';

describe('a method that no operation has', () => {
  beforeAll(() => {
    vi.stubEnv('ALLOWED_METHODS', JSON.stringify({ [path]: ['GET', 'OPTIONS'] }));
  });

  it.each([
    { method: 'DELETE', path },
    { method: 'HEAD', path },
    { method: 'POST', path, body: '{}' },
  ])('is answered with 405 and the methods of the path: $method (E01, E02, E03)', async (request) => {
    const { handler } = await import('../../../functions/platform/refuse-method.ts');
    const answer = await handler(gatewayEventOf(request, path, {}));
    expect(answer.statusCode).toBe(405);
    expect(answer.headers).toMatchObject({ allow: 'GET, OPTIONS', 'access-control-allow-origin': '*' });
    expect(JSON.parse(answer.body)).toMatchObject({ errors: [{ code: 'METHOD_NOT_ALLOWED' }] });
  });
});

import { beforeAll, describe, expect, it, vi } from 'vitest';
import { gatewayEventOf } from '../../support/gateway-event-of.ts';

const path = '/locations/v3/workcentres';

describe('a method that no operation has', () => {
  beforeAll(() => {
    vi.stubEnv('ALLOWED_METHODS', JSON.stringify({ [path]: ['GET', 'OPTIONS'] }));
  });

  it('is answered with 405 and the methods of the path (E01)', async () => {
    const { handler } = await import('../../../functions/platform/refuse-method.ts');
    const answer = await handler(gatewayEventOf({ method: 'DELETE', path }, path, {}));
    expect(answer.statusCode).toBe(405);
    expect(answer.headers).toMatchObject({ allow: 'GET, OPTIONS', 'access-control-allow-origin': '*' });
    expect(JSON.parse(answer.body)).toMatchObject({ errors: [{ code: 'METHOD_NOT_ALLOWED' }] });
  });
});

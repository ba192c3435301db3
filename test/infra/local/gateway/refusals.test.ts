import { describe, expect, it } from 'vitest';
import { refusalDefaults } from '../../../../infra/local/gateway/refusal.ts';
import { errorOf, failed, shaped } from './gateway-under-test.ts';
import { refusals, refusalTypes, refused, timedOut } from './refused.ts';

describe('a gateway response', () => {
  it.each(refusalTypes)(
    "of type %s is API Gateway's default, or else DEFAULT_4XX or DEFAULT_5XX of the template (H12)",
    async (type) => {
      const [status, functions, request] = refusals[type];
      const response = await refused(new Map(), functions, request);
      expect([response.statusCode, response.headers.get('content-type')]).toEqual([
        status,
        'application/json',
      ]);
      const undecodable = type === 'BAD_REQUEST_PARAMETERS' && 'x: is not valid percent-encoded UTF-8';
      const message = undecodable || refusalDefaults[type].message;
      expect(JSON.parse(response.body)).toEqual({ message });

      const defaults = new Map([
        ['DEFAULT_4XX', shaped('CLIENT')],
        ['DEFAULT_5XX', shaped('SERVER')],
      ]);
      const fallback = `${status} ${status < 500 ? 'CLIENT' : 'SERVER'}`;
      expect(errorOf(await refused(defaults, functions, request))).toBe(fallback);
    },
  );

  it('prefers the status, headers and template of its own type', async () => {
    const responses = new Map([
      ['UNAUTHORIZED', shaped('WHO', 430, { 'Retry-After': '1' })],
      ['DEFAULT_4XX', shaped('CLIENT')],
    ]);
    const response = await refused(responses, {}, ['GET /a']);
    expect(errorOf(response)).toBe('430 WHO');
    expect(response.headers.get('retry-after')).toBe('1');
    expect(JSON.parse(response.body).errors[0].id).toBe(response.headers.get('x-amzn-requestid'));
  });

  it.each([timedOut, failed('x')])('uses the status of DEFAULT_5XX if it is set: %j', async (operation) => {
    const responses = new Map([['DEFAULT_5XX', shaped('SERVER', 503)]]);
    expect((await refused(responses, { operation })).statusCode).toBe(503);
  });

  it('replaces variables, or removes them if they are unknown, and keeps the content type', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    const template =
      '$context.stage|$context.error.message|$context.error.messageString|$context.error.responseType|$context.nothing.here|$context';
    const response = await refused(new Map([['UNAUTHORIZED', { headers, template }]]), {}, ['GET /a']);
    expect(response.body).toBe('local|Unauthorized|"Unauthorized"|UNAUTHORIZED||$context');
    expect(response.headers.get('content-type')).toBe('text/plain');
  });
});

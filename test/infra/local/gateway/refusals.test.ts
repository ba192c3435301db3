import { describe, expect, it } from 'vitest';
import { refusalDefaults } from '../../../../infra/local/gateway/refusal.ts';
import { errorOf, failed, shaped } from './gateway-under-test.ts';
import { refusals, refusalTypes, refused, timedOut } from './refused.ts';

const messages: Readonly<Record<string, string | null>> = {
  ...Object.fromEntries(refusalTypes.map((type) => [type, refusalDefaults[type].message])),
  BAD_REQUEST_PARAMETERS: 'x: is not valid percent-encoded UTF-8',
};

describe('a gateway response', () => {
  it.each(refusalTypes)(
    "of type %s is API Gateway's default if the template does not define it",
    async (type) => {
      const [status, functions, request] = refusals[type];
      const response = await refused({}, functions, request);
      expect([response.statusCode, response.headers.get('content-type')]).toEqual([
        status,
        'application/json',
      ]);
      expect(JSON.parse(response.body)).toEqual({ message: messages[type] });
    },
  );

  it.each(refusalTypes)('of type %s falls back to DEFAULT_4XX or DEFAULT_5XX (H12)', async (type) => {
    const [status, functions, request] = refusals[type];
    const responses = { DEFAULT_4XX: shaped('CLIENT'), DEFAULT_5XX: shaped('SERVER') };
    const response = await refused(responses, functions, request);
    expect(errorOf(response)).toBe(`${status} ${status < 500 ? 'CLIENT' : 'SERVER'}`);
  });

  it('prefers the status, headers and template of its own type', async () => {
    const responses = {
      UNAUTHORIZED: shaped('WHO', 430, { 'Retry-After': '1' }),
      DEFAULT_4XX: shaped('CLIENT'),
    };
    const response = await refused(responses, {}, ['GET /a']);
    expect(errorOf(response)).toBe('430 WHO');
    expect(response.headers.get('retry-after')).toBe('1');
    expect(JSON.parse(response.body).errors[0].id).toBe(response.headers.get('x-amzn-requestid'));
  });

  it('uses the status of DEFAULT_5XX if it is set', async () => {
    const responses = { DEFAULT_5XX: shaped('SERVER', 503) };
    expect((await refused(responses, { operation: timedOut })).statusCode).toBe(503);
    expect((await refused(responses, { operation: failed('x') })).statusCode).toBe(503);
  });

  it('replaces variables, or removes them if they are unknown, and keeps the content type', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    const template =
      '$context.stage|$context.error.message|$context.error.messageString|$context.error.responseType|$context.nothing.here|$context';
    const response = await refused({ UNAUTHORIZED: { headers, template } }, {}, ['GET /a']);
    expect(response.body).toBe('local|Unauthorized|"Unauthorized"|UNAUTHORIZED||$context');
    expect(response.headers.get('content-type')).toBe('text/plain');
  });
});

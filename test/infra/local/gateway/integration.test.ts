import { describe, expect, it, test } from 'vitest';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import {
  errorOf,
  failed,
  integrationOf,
  method,
  ok,
  result,
  startTestGateway,
} from './gateway-under-test.ts';

const start = async (respond: () => Invocation) => {
  const integration = integrationOf('respond', { timeoutMilliseconds: 1_234 });
  const gateway = await startTestGateway([method('ANY', '/a', integration)], { functions: { respond } });
  return { ...gateway, get: (...headers: string[]) => gateway.send('GET /a', headers) };
};

describe('a function response', () => {
  // The received bytes are shown as Latin-1.
  it.each([
    ['text', { body: 'é' }, '\xc3\xa9'],
    ['base64', { body: Buffer.from([0, 200]).toString('base64'), isBase64Encoded: true }, '\0\xc8'],
  ])("has the function's status, headers and %s body", async (_, members, body) => {
    const headers = { 'X-Number': 5, 'X-Flag': true };
    await using gateway = await start(() => result({ statusCode: 201, headers, ...members }));
    const response = await gateway.get();
    expect(response).toMatchObject({ statusCode: 201, body });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-number': '5',
      'x-flag': 'true',
      'content-type': 'application/json',
      'content-length': '2',
    });
  });

  it("has the gateway's server and connection headers (E19)", async () => {
    const replaced = { Server: 'ours', 'X-Powered-By': 'us', 'Transfer-Encoding': 'chunked' };
    const overridden = { Connection: 'close', 'Content-Length': '1', Date: 'never' };
    await using gateway = await start(() =>
      ok('abc', { ...replaced, ...overridden, 'Cache-Control': 'no-store' }),
    );
    const response = await gateway.get();
    expect(response.body).toBe('abc');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-length': '3',
      connection: 'keep-alive',
      'cache-control': 'no-store',
      date: expect.stringMatching(/GMT$/),
    });
    for (const name of Object.keys(replaced)) expect(response.headers.has(name.toLowerCase())).toBe(false);
  });

  test.for<[number, string, string | null]>([
    [204, 'GET', null],
    [304, 'GET', null],
    [200, 'HEAD', '3'],
  ])('has no body with status %i for %s', async ([statusCode, method, length]) => {
    await using gateway = await start(() => result({ statusCode, body: 'abc' }));
    const response = await fetch(`${gateway.url}/a`, { method });
    expect([response.status, await response.text()]).toEqual([statusCode, '']);
    expect(response.headers.get('content-length')).toBe(length);
  });

  test.for<unknown>([
    undefined,
    null,
    'hello',
    { body: 'x' },
    { statusCode: '200' },
    { statusCode: 200.5 },
    { statusCode: 101 },
    { statusCode: 200, body: {} },
    { statusCode: 200, headers: { a: {} } },
    { statusCode: 200, multiValueHeaders: { a: ['b'] } },
    { statusCode: 200, isBase64Encoded: 'true' },
    { statusCode: 200, headers: { a: 'b\r\nc: d' } },
    { statusCode: 200, headers: { 'a b': 'c' } },
  ])('becomes a contract error with status 502 if the result is %j', async (payload) => {
    await using gateway = await start(() => result(payload));
    expect(errorOf(await gateway.get())).toBe('502 INTERNAL_SERVER_ERROR');
  });

  test.for<[Invocation, number]>([
    [failed('secret table name', 'Runtime.ExitError'), 502],
    [{ kind: 'timed-out' }, 504],
  ])('becomes a contract error that hides the cause of a failure (G09): %j', async ([outcome, status]) => {
    await using gateway = await start(() => outcome);
    const response = await gateway.get();
    expect(errorOf(response)).toBe(`${status} INTERNAL_SERVER_ERROR`);
    expect(response.body).not.toContain('secret');
    expect(gateway.calls[0]?.settings.timeoutMilliseconds).toBe(1_234);
  });

  it('becomes a contract error with status 500 if the function host fails', async () => {
    await using gateway = await start(() => {
      throw new Error('secret');
    });
    expect(errorOf(await gateway.get())).toBe('500 INTERNAL_SERVER_ERROR');
    const reason = expect.stringMatching(/^gateway failed: Error: secret/);
    expect(gateway.entries()).toMatchObject([{ reason }]);
  });
});

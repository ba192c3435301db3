import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { startHost } from '../functions/host-under-test.ts';
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

/** Maximum result size in bytes, from Lambda's error message. */
const maxResultBytes = 6_291_556;

/** Source of functions that fail as the query requests, and of two functions whose results have a requested size. */
const source = `
const { existsSync, writeFileSync } = require('node:fs');
const marker = __dirname + '/loaded-' + process.env.AWS_LAMBDA_FUNCTION_NAME;
if (process.env.AWS_LAMBDA_FUNCTION_NAME === 'init' && !existsSync(marker)) {
  writeFileSync(marker, '');
  throw new Error('secret: cannot be loaded');
}
let half = 'whole';
const respond = async (fail, event) => {
  if (event.queryStringParameters?.fail !== undefined) await fail();
  return { statusCode: 200, headers: {}, body: half };
};
const hoard = () => {
  const held = [];
  for (;;) held.push(new Array(100_000).fill(held.length));
};
const never = () => new Promise(() => setInterval(() => {}, 1_000));
exports.init = (event) => respond(() => {}, event);
exports.rejection = (event) => respond(() => { Promise.reject(new Error('secret')); return never(); }, event);
exports.memory = (event) => respond(hoard, event);
exports.killed = (event) => respond(() => { half = 'half'; return never(); }, event);

const bytesOf = (event) => Number(event.queryStringParameters.bytes);
exports.sized = async (event) => {
  const { letter = 'a' } = event.queryStringParameters;
  const resultOf = (body) => ({ statusCode: 200, headers: {}, body });
  const left = bytesOf(event) - JSON.stringify(resultOf('')).length;
  const perLetter = Buffer.byteLength(JSON.stringify(letter)) - 2;
  return resultOf(letter.repeat(left / perLetter) + 'a'.repeat(left % perLetter));
};
exports.streamed = awslambda.streamifyResponse(async (event, stream) => {
  const http = awslambda.HttpResponseStream.from(stream, { statusCode: 200 });
  http.end('a'.repeat(bytesOf(event)));
  await new Promise((resolve) => http.once('finish', resolve));
});
`;

describe('a function in a thread', () => {
  let host: Awaited<ReturnType<typeof startHost>>;
  let gateway: Awaited<ReturnType<typeof startTestGateway>>;
  beforeAll(async () => {
    host = await startHost(source, { memory: { memoryMegabytes: 64 }, killed: { timeoutSeconds: 5 } });
    gateway = await startTestGateway(
      ['init', 'rejection', 'memory', 'killed', 'sized', 'streamed'].map((name) =>
        method('GET', `/${name}`, integrationOf(name, { streamed: name === 'streamed' })),
      ),
      { host },
    );
  });
  afterAll(async () => {
    await gateway.close();
    await host.close();
  });

  test.for<[string, string, string, number]>([
    ['G09', 'rejection', 'leaves a rejection unhandled', 502],
    ['G09', 'memory', 'runs out of memory', 502],
    ['G09', 'init', 'cannot be loaded', 502],
    ['G08', 'killed', 'is ended at its timeout', 504],
  ])('%s %s: returns a contract error if it %s, and serves the next request', async ([, name, , status]) => {
    const failure = await gateway.send(`GET /${name}?fail=1`);
    expect(errorOf(failure)).toBe(`${status} INTERNAL_SERVER_ERROR`);
    expect(failure.body).not.toContain('secret');
    expect((await gateway.send(`GET /${name}`)).body).toBe('whole');
  });

  const send = (path: string, bytes: number, letter = 'a') =>
    fetch(`${gateway.url}${path}?bytes=${bytes}&letter=${encodeURIComponent(letter)}`);

  // In JSON, the first is unchanged, the second is escaped, and the third has several bytes of UTF-8.
  test.for(['a', '"', '😀'])("may return a result of Lambda's maximum size: %s", async (letter) => {
    const accepted = await send('/sized', maxResultBytes, letter);
    expect(accepted.status).toBe(200);
    expect((await accepted.text()).length).toBeGreaterThan(maxResultBytes / 4);
    expect((await send('/sized', maxResultBytes + 1, letter)).status).toBe(502);
    const reason = 'function failed: Function.ResponseSizeTooLarge';
    expect(gateway.entries().at(-1)).toMatchObject({ status: '502', reason });
    expect((await send('/sized', 1_000)).status).toBe(200);
  });

  it('may stream larger responses', async () => {
    const response = await send('/streamed', 2 * maxResultBytes);
    expect((await response.arrayBuffer()).byteLength).toBe(2 * maxResultBytes);
  });
});

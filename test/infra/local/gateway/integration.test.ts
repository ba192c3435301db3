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

const start = async (respond: () => Invocation, { streamed = false } = {}) => {
  const integration = integrationOf('respond', { timeoutMilliseconds: 1_234, streamed });
  const gateway = await startTestGateway([method('ANY', '/a', integration)], { functions: { respond } });
  return { ...gateway, get: (...headers: string[]) => gateway.send('GET /a', headers) };
};

describe('a function response', () => {
  it("has the function's status, headers and body", async () => {
    await using gateway = await start(() =>
      result({ statusCode: 201, headers: { 'X-Number': 5, 'X-Flag': true }, body: 'é' }),
    );
    const { statusCode, headers, body } = await gateway.get();
    expect([statusCode, Buffer.from(body, 'latin1').toString()]).toEqual([201, 'é']);
    expect(Object.fromEntries(headers)).toMatchObject({
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

  test.for([204, 304])('has no body with status %i', async (statusCode) => {
    await using gateway = await start(() => result({ statusCode, body: 'ignored' }));
    const response = await fetch(`${gateway.url}/a`);
    expect([response.status, await response.text()]).toEqual([statusCode, '']);
  });

  it('has headers but no body for HEAD', async () => {
    await using gateway = await start(() => ok('abc'));
    const response = await fetch(`${gateway.url}/a`, { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('3');
    expect(await response.text()).toBe('');
  });

  it('has the decoded bytes of a base64 body', async () => {
    const bytes = Buffer.from([0, 255, 10, 13]);
    const body = bytes.toString('base64');
    await using gateway = await start(() => result({ statusCode: 200, body, isBase64Encoded: true }));
    expect((await gateway.get()).body).toBe(bytes.toString('latin1'));
  });

  test.for<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', 'hello'],
    ['an object without a status', { body: 'x' }],
    ['a string as status', { statusCode: '200' }],
    ['a fractional status', { statusCode: 200.5 }],
    ['a status out of range', { statusCode: 99 }],
    ['an informational status', { statusCode: 101 }],
    ['an object as body', { statusCode: 200, body: {} }],
    ['an object as header', { statusCode: 200, headers: { a: {} } }],
    ['multiple values of a header', { statusCode: 200, multiValueHeaders: { a: ['b'] } }],
    ['a string as flag', { statusCode: 200, isBase64Encoded: 'true' }],
    ['a header value with a line break', { statusCode: 200, headers: { a: 'b\r\nc: d' } }],
    ['a header name with a space', { statusCode: 200, headers: { 'a b': 'c' } }],
  ])('becomes a contract error with status 502 if the result is %s', async ([, payload]) => {
    await using gateway = await start(() => result(payload));
    expect(errorOf(await gateway.get())).toBe('502 INTERNAL_SERVER_ERROR');
  });

  test.for<[string, Invocation, boolean, number]>([
    ['fails', failed('secret table name', 'Runtime.ExitError'), false, 502],
    ['fails', failed('secret table name', 'Runtime.ExitError'), true, 502],
    ['times out', { kind: 'timed-out' }, false, 504],
    ['times out', { kind: 'timed-out' }, true, 504],
  ])(
    'becomes a contract error that hides the cause if the function %s (G09): %j',
    async ([, outcome, streamed, status]) => {
      await using gateway = await start(() => outcome, { streamed });
      const response = await gateway.get();
      expect(errorOf(response)).toBe(`${status} INTERNAL_SERVER_ERROR`);
      expect(response.body).not.toContain('secret');
      expect(gateway.calls[0]?.settings.timeoutMilliseconds).toBe(1_234);
    },
  );

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

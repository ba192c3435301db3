import { expect, it, test } from 'vitest';
import { accessLogFormat } from '../../../../infra/constructs/api/access-log.ts';
import {
  authKey,
  authorised,
  failed,
  integrationOf,
  method,
  ok,
  planOf,
  startTestGateway,
} from './gateway-under-test.ts';

const format: Record<string, string> = JSON.parse(accessLogFormat.toString());

const startLogging = (accessLog = format, more = {}) => {
  const authorise = ({ headers }: Record<string, unknown>) => {
    const key = Object(headers)['AUTH-KEY'];
    if (key === 'unknown') return failed('Unauthorized');
    const context = { client: 'Southern "Shop"', keyId: 'abc', plan: 'slow', ...more };
    return authorised(
      { context, usageIdentifierKey: `standard-${'0'.repeat(64)}` },
      key === 'other' ? 'Deny' : 'Allow',
    );
  };
  const guarded = { authoriser: authKey, apiKeyRequired: true };
  return startTestGateway(
    [
      method('GET', '/points/{code}', integrationOf('empty'), guarded),
      method('GET', '/fails', integrationOf('fails')),
      method('OPTIONS', '/points/{code}', { kind: 'mock', statusCode: 204, headers: {} }),
    ],
    {
      functions: {
        authorise,
        fails: () => failed('a secret of the function'),
        empty: () => ok('', { 'content-type': 'text/plain' }),
      },
      api: { accessLogFormat: accessLog, usagePlans: [planOf('standard', { ratePerSecond: 1, burst: 1 })] },
      now: () => 5_000,
    },
  );
};

it("writes the template's format with string values, and `-` for unknown variables", async () => {
  await using gateway = await startLogging();
  const { headers } = await gateway.send('GET /points/9', ['AUTH-KEY: good']);
  expect(gateway.entries()).toEqual([
    {
      requestId: headers.get('x-amzn-requestid'),
      extendedRequestId: expect.stringMatching(/^\S{16}$/),
      receivedAt: '5000',
      keyId: 'abc',
      plan: 'slow',
      sandbox: '-',
      usageKeyId: expect.stringMatching(/^[0-9a-f]{10}$/),
      httpMethod: 'GET',
      resourcePath: '/points/{code}',
      status: '200',
      responseType: '-',
      responseLength: '0',
      responseLatency: '0',
      integrationLatency: '0',
      integrationStatus: '200',
      lambdaStatus: '-',
      integrationRequestId: gateway.calls.at(-1)?.settings.requestId,
      authorizerStatus: '200',
      authorizerLatency: '0',
      firewall: '-',
      firewallStatus: '-',
      tlsVersion: '-',
    },
  ]);
});

const malformed = { status: '400', responseType: 'BAD_REQUEST_PARAMETERS', resourcePath: '-' };
const denied = {
  status: '403',
  responseType: 'ACCESS_DENIED',
  authorizerStatus: '200',
  keyId: 'abc',
  integrationStatus: '-',
};
test.for<[string, string[], string, object]>([
  ['without a key', [], 'GET', { status: '401', responseType: 'UNAUTHORIZED', authorizerStatus: '-' }],
  [
    'with an unknown key',
    ['AUTH-KEY: unknown'],
    'GET',
    { status: '401', authorizerStatus: '401', keyId: '-' },
  ],
  ['with a denied key', ['AUTH-KEY: other'], 'GET', denied],
  ['for a preflight', [], 'OPTIONS', { status: '204', authorizerStatus: '-', integrationLatency: '-' }],
  ['with an unknown method', [], 'FOO', { ...malformed, reason: 'HPE_INVALID_METHOD' }],
  ['with an unknown expectation', ['Expect: 200-ok'], 'GET', { status: '400' }],
])('logs a request %s with the request ID of the response', async ([, headers, verb, entry]) => {
  await using gateway = await startLogging();
  const response = await gateway.send(`${verb} /points/9`, headers);
  const requestId = response.headers.get('x-amzn-requestid');
  expect(gateway.entries()).toMatchObject([{ requestId, ...entry }]);
});

it('logs the key of a throttled request and the cause of a function failure', async () => {
  await using gateway = await startLogging();
  await gateway.send('GET /points/9', ['AUTH-KEY: good']);
  await gateway.send('GET /points/9', ['AUTH-KEY: good']);
  await gateway.send('GET /fails');
  expect(gateway.entries()).toMatchObject([
    { status: '200' },
    { status: '429', responseType: 'THROTTLED', keyId: 'abc', integrationStatus: '-' },
    {
      resourcePath: '/fails',
      status: '502',
      responseType: 'DEFAULT_5XX',
      integrationLatency: '0',
      integrationRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      reason: 'function failed: Error',
    },
  ]);
});

it('logs neither client input nor the client name (A25)', async () => {
  await using gateway = await startLogging();
  await gateway.send('GET /points/secret?secret=secret', [
    'AUTH-KEY: secret',
    'User-Agent: secret',
    'Authorization: secret',
    'X-Forwarded-For: 203.0.113.7',
  ]);
  await gateway.send('GET /secret');
  expect(gateway.lines).toHaveLength(2);
  const text = gateway.lines.join();
  for (const sent of ['secret', '203.0.113.7', '127.0.0.1', 'Southern']) expect(text).not.toContain(sent);
});

const text = '\\"\u007f\n\u2028\ud800{"a":1}';
it('writes one line of JSON, whatever the format and the context contain', async () => {
  const accessLog = { [`a${text}`]: `${text}$context.authorizer.text of $context.stage` };
  await using gateway = await startLogging(accessLog, { text });
  await gateway.send('GET /points/9', ['AUTH-KEY: good']);
  expect(gateway.entries()).toEqual([{ [`a${text}`]: `${text}${text} of local` }]);
  expect(gateway.lines.join()).not.toContain('\n');
});

it("prefers the gateway's values, and writes `-` for names that are not variables", async () => {
  const names = 'authorizer.latency authorizer.status keyId toString __proto__ identity.sourceIp'.split(' ');
  const accessLog = Object.fromEntries(names.map((name) => [`x${name}`, `$context.${name}`]));
  await using gateway = await startLogging(accessLog, { latency: 'given', status: 'given' });
  await gateway.send('GET /points/9', ['AUTH-KEY: good']);
  expect(Object.values(gateway.entries()[0] ?? {})).toEqual(['0', '200', '-', '-', '-', '-']);
});

import { expect, it } from 'vitest';
import { accessLogFormat } from '../../../../infra/constructs/api/access-log.ts';
import {
  authKey,
  doubleFunctions,
  echo,
  failed,
  integrationOf,
  method,
  ok,
  restApi,
  result,
  startTestGateway,
} from './gateway-under-test.ts';
import { exchangeRaw, rawRequest } from './raw-http.ts';

const format: Record<string, string> = JSON.parse(accessLogFormat.toString());

const answerTo = (key: unknown, told: object) =>
  key === 'unknown'
    ? failed('Unauthorized')
    : result({
        principalId: 'Southern Shop',
        policyDocument: {
          Statement: { Effect: key === 'other' ? 'Deny' : 'Allow', Action: '*', Resource: '*' },
        },
        context: { client: 'Southern "Shop"', keyId: 'abc', plan: 'slow', ...told },
        usageIdentifierKey: 'slow',
      });

const startLogging = async (accessLog = format, told = {}) => {
  const { host, calls } = doubleFunctions({
    echo,
    authorise: ({ headers }) => answerTo(Object(headers)['AUTH-KEY'], told),
    fails: () => failed('a secret of the function'),
    empty: () => ok('', { 'content-type': 'text/plain' }),
  });
  const guarded = { authoriser: authKey, apiKeyRequired: true };
  const entries: Record<string, unknown>[] = [];
  const lines: string[] = [];
  const gateway = await startTestGateway({
    api: restApi(
      [
        method('GET', '/points/{code}', integrationOf('empty'), guarded),
        method('GET', '/fails', integrationOf('fails')),
        method('OPTIONS', '/points/{code}', { kind: 'mock', statusCode: 204, headers: {}, body: '' }),
      ],
      { accessLogFormat: accessLog, usagePlans: [{ name: 'slow', ratePerSecond: 1, burst: 1 }] },
    ),
    functions: host,
    planOf: () => 'slow',
    now: () => 5_000,
    log: (line) => {
      lines.push(line);
      entries.push(JSON.parse(line));
    },
  });
  const ask = (path: string, headers: string[] = [], verb = 'GET') =>
    exchangeRaw(gateway.url, rawRequest(`${verb} ${path}`, headers));
  return { ...gateway, entries, lines, calls, ask };
};

it('an entry has the members of the template’s format, each a text, and `-` for what there is not', async () => {
  await using gateway = await startLogging();
  const { headers } = await gateway.ask('/points/9', ['AUTH-KEY: good']);
  expect(gateway.entries).toEqual([
    {
      requestId: headers.get('x-amzn-requestid'),
      extendedRequestId: expect.stringMatching(/^\S{16}$/),
      receivedAt: '5000',
      keyId: 'abc',
      plan: 'slow',
      usageKeyId: expect.stringMatching(/^[0-9a-f]{10}$/),
      httpMethod: 'GET',
      resourcePath: '/points/{code}',
      status: '200',
      responseType: '-',
      responseLength: '0',
      responseLatency: '0',
      integrationLatency: '0',
      integrationStatus: '200',
      integrationRequestId: gateway.calls.at(-1)?.settings.requestId,
      authorizerStatus: '200',
      authorizerLatency: '0',
      firewall: '-',
      firewallStatus: '-',
      tlsVersion: '-',
    },
  ]);
});

it('a refused request says why, and whose it was once that is known', async () => {
  await using gateway = await startLogging();
  await gateway.ask('/points/9');
  await gateway.ask('/points/9', ['AUTH-KEY: unknown']);
  await gateway.ask('/points/9', ['AUTH-KEY: other']);
  await gateway.ask('/points/9', ['AUTH-KEY: good']);
  await gateway.ask('/points/9', ['AUTH-KEY: good']);
  const told = gateway.entries.map(({ status, responseType, authorizerStatus, keyId, integrationStatus }) => [
    status,
    responseType,
    authorizerStatus,
    keyId,
    integrationStatus,
  ]);
  expect(told).toEqual([
    ['401', 'UNAUTHORIZED', '-', '-', '-'],
    ['401', 'UNAUTHORIZED', '401', '-', '-'],
    ['403', 'ACCESS_DENIED', '200', 'abc', '-'],
    ['200', '-', '200', 'abc', '200'],
    ['429', 'THROTTLED', '200', 'abc', '-'],
  ]);
});

it('a preflight and a function that failed are told of too', async () => {
  await using gateway = await startLogging();
  await gateway.ask('/points/9', [], 'OPTIONS');
  await gateway.ask('/fails');
  expect(gateway.entries).toMatchObject([
    {
      httpMethod: 'OPTIONS',
      status: '204',
      authorizerStatus: '-',
      integrationLatency: '-',
      integrationRequestId: '-',
    },
    {
      resourcePath: '/fails',
      status: '502',
      responseType: 'DEFAULT_5XX',
      integrationLatency: '0',
      integrationRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ]);
  expect(gateway.entries[1]).toHaveProperty('reason', 'function failed: Error');
});

it('nothing that a client sent is in it, nor the client’s name', async () => {
  await using gateway = await startLogging();
  await gateway.ask('/points/secret?secret=secret', [
    'AUTH-KEY: secret',
    'User-Agent: secret',
    'Authorization: secret',
    'X-Forwarded-For: 203.0.113.7',
  ]);
  await gateway.ask('/secret');
  const text = JSON.stringify(gateway.entries);
  expect(gateway.entries).toHaveLength(2);
  for (const sent of ['secret', '203.0.113.7', '127.0.0.1', 'Southern']) expect(text).not.toContain(sent);
});

it('has an entry for what never becomes a request, with the id that the client sees', async () => {
  await using gateway = await startLogging();
  const malformed = await gateway.ask('/points/1', [], 'FOO');
  const unexpected = await gateway.ask('/points/1', ['Expect: 200-ok']);
  expect(gateway.entries).toMatchObject([
    {
      requestId: malformed.headers.get('x-amzn-requestid'),
      status: '400',
      responseType: 'BAD_REQUEST_PARAMETERS',
      resourcePath: '-',
      reason: 'HPE_INVALID_METHOD',
    },
    { requestId: unexpected.headers.get('x-amzn-requestid'), status: '417', responseType: 'DEFAULT_4XX' },
  ]);
});

it.each(['', '\\', '"', '\\"', '\u007f', '\n', '\u2028', '\ud800', 'Southern "Shop"', '{"a":1}'])(
  'an entry is one line of JSON, whatever its format and the authoriser say: %j',
  async (text) => {
    const accessLog = { [`a${text}`]: `${text}$context.authorizer.text of $context.stage` };
    await using gateway = await startLogging(accessLog, { text });
    await gateway.ask('/points/9', ['AUTH-KEY: good']);
    expect(gateway.entries).toEqual([{ [`a${text}`]: `${text}${text} of local` }]);
    expect(gateway.lines.join()).not.toContain('\n');
  },
);

it('an entry has the gateway’s own figures first, and nothing by a name that is no variable', async () => {
  const names = [
    'authorizer.latency',
    'authorizer.status',
    'keyId',
    'toString',
    '__proto__',
    'identity.sourceIp',
  ];
  const accessLog = Object.fromEntries(names.map((name) => [`x${name}`, `$context.${name}`]));
  await using gateway = await startLogging(accessLog, { latency: 'told', status: 'told' });
  await gateway.ask('/points/9', ['AUTH-KEY: good']);
  expect(Object.values(gateway.entries[0] ?? {})).toEqual(['0', '200', '-', '-', '-', '-']);
});

it('an entry without members has what the gateway adds, or nothing', async () => {
  await using gateway = await startLogging({});
  await gateway.ask('/points/9', ['AUTH-KEY: good']);
  await gateway.ask('/fails');
  expect(gateway.lines).toEqual(['{}', '{"reason":"function failed: Error"}']);
});

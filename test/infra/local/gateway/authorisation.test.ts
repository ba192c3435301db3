import { expect, it } from 'vitest';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { authoriserCache } from '../../../../infra/local/gateway/authoriser.ts';
import type { GatewaySettings } from '../../../../infra/local/gateway/gateway.ts';
import {
  authKey,
  doubleFunctions,
  echo,
  failed,
  integrationOf,
  method,
  restApi,
  result,
  startTestGateway,
} from './gateway-under-test.ts';
import { errorCode, exchangeRaw, rawRequest } from './raw-http.ts';

const allowing = (resource: unknown = '*', more: object = {}): Invocation =>
  result({
    principalId: 'client',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: resource }],
    },
    ...more,
  });

const start = async (
  authorise: (event: Record<string, unknown>) => Invocation | Promise<Invocation>,
  settings: Partial<GatewaySettings> = {},
  cacheSeconds = 60,
) => {
  const { host, calls } = doubleFunctions({ echo, authorise });
  const methods = ['/a', '/b', '/points/{code}', '/slow/{proxy+}'].map((path) =>
    method('ANY', path, integrationOf('echo'), { authoriser: { ...authKey, cacheSeconds } }),
  );
  const gateway = await startTestGateway({ api: restApi(methods), functions: host, ...settings });
  const get = (target: string, ...headers: string[]) =>
    exchangeRaw(gateway.url, rawRequest(`GET ${target}`, headers));
  const authorisations = () => calls.filter(({ functionName }) => functionName === 'authorise');
  return { ...gateway, calls, get, authorisations };
};

it('a missing or empty key is refused without a call (A01, A02)', async () => {
  await using gateway = await start(() => allowing());
  for (const headers of [[], ['AUTH-KEY:'], ['AUTH-KEY:    '], ['AUTH-KEY: k', 'AUTH-KEY:']]) {
    const answer = await gateway.get('/a', ...headers);
    expect([answer.statusCode, errorCode(answer)]).toEqual([401, 'UNAUTHORIZED']);
  }
  expect(gateway.calls).toEqual([]);
});

it('blanks around the key are no part of it, and its name may have any case (A03, A05)', async () => {
  await using gateway = await start(() => allowing());
  for (const header of ['AUTH-KEY:    k   ', 'auth-key: k', 'Auth-Key:k']) {
    expect((await gateway.get('/a', header)).statusCode).toBe(200);
  }
  expect(gateway.authorisations()).toHaveLength(1);
});

it('a key anywhere but in its header is no key (A06)', async () => {
  await using gateway = await start(() => allowing());
  for (const header of ['AUTH_KEY: k', 'X-AUTH-KEY: k', 'Authorization: k', 'Cookie: AUTH-KEY=k']) {
    expect((await gateway.get('/a?AUTH-KEY=k', header)).statusCode).toBe(401);
  }
  expect(gateway.calls).toEqual([]);
});

it('the authoriser is asked with a REQUEST event and the method’s ARN', async () => {
  await using gateway = await start(() => allowing());
  await gateway.get('/points/a%2Fb?x=1', 'AUTH-KEY: k');
  const [call] = gateway.authorisations();
  expect(call?.event).toMatchObject({
    type: 'REQUEST',
    methodArn: 'arn:aws:execute-api:ap-southeast-2:000000000000:waypostapi/local/GET/points/a%2Fb',
    resource: '/points/{code}',
    path: '/points/a%2Fb',
    httpMethod: 'GET',
    headers: { 'AUTH-KEY': 'k' },
    multiValueHeaders: { 'AUTH-KEY': ['k'] },
    queryStringParameters: { x: '1' },
    multiValueQueryStringParameters: { x: ['1'] },
    pathParameters: { code: 'a%2Fb' },
    stageVariables: {},
    requestContext: { stage: 'local', identity: { sourceIp: '127.0.0.1' } },
  });
  expect(call?.event).not.toHaveProperty('body');
});

it('two keys are shown to the authoriser, and never share the cached result of one (A07)', async () => {
  await using gateway = await start(({ multiValueHeaders }) =>
    JSON.stringify(multiValueHeaders).includes('["good"]') ? allowing() : failed('Unauthorized'),
  );
  expect((await gateway.get('/a', 'AUTH-KEY: good')).statusCode).toBe(200);
  for (const keys of [
    ['bad', 'good'],
    ['good', 'bad'],
    ['good', 'good'],
  ]) {
    const answer = await gateway.get('/a', ...keys.map((key) => `AUTH-KEY: ${key}`));
    expect([answer.statusCode, errorCode(answer)]).toEqual([401, 'UNAUTHORIZED']);
  }
  expect((await gateway.get('/a', 'AUTH-KEY: bad, good')).statusCode).toBe(401);
  expect((await gateway.get('/a', 'AUTH-KEY: bad', 'auth-key: good')).statusCode).toBe(401);
});

it('a cached result is used until its time is over, and for every path (A13, A18)', async () => {
  let time = 1_000_000;
  await using gateway = await start(() => allowing('arn:aws:execute-api:*:*:waypostapi/*'), {
    now: () => time,
  });
  for (const path of ['/a', '/b', '/points/1', '/points/2']) {
    expect((await gateway.get(path, 'AUTH-KEY: k')).statusCode).toBe(200);
  }
  time += 59_999;
  await gateway.get('/a', 'AUTH-KEY: k');
  expect(gateway.authorisations()).toHaveLength(1);
  time += 1;
  await gateway.get('/a', 'AUTH-KEY: k');
  expect(gateway.authorisations()).toHaveLength(2);
});

it('a cached policy is held against each request’s own method ARN', async () => {
  await using gateway = await start(({ methodArn }) => allowing(methodArn));
  expect((await gateway.get('/a', 'AUTH-KEY: k')).statusCode).toBe(200);
  const other = await gateway.get('/b', 'AUTH-KEY: k');
  expect([other.statusCode, errorCode(other)]).toEqual([403, 'FORBIDDEN']);
  expect(gateway.authorisations()).toHaveLength(1);
});

it('a flush makes the next request ask again (A14)', async () => {
  let isRevoked = false;
  await using gateway = await start(() => (isRevoked ? failed('Unauthorized') : allowing()));
  expect((await gateway.get('/a', 'AUTH-KEY: k')).statusCode).toBe(200);
  isRevoked = true;
  expect((await gateway.get('/a', 'AUTH-KEY: k')).statusCode).toBe(200);
  gateway.flushAuthoriserCache();
  expect((await gateway.get('/a', 'AUTH-KEY: k')).statusCode).toBe(401);
});

it('after a flush nothing older answers, not even a call that was running (A14)', async () => {
  const first = Promise.withResolvers<Invocation>();
  const outcomes = [first.promise, allowing()];
  await using gateway = await start(() => outcomes.shift() ?? failed('asked a third time'));
  const running = gateway.get('/a', 'AUTH-KEY: k');
  await expect.poll(gateway.authorisations).toHaveLength(1);
  gateway.flushAuthoriserCache();
  expect((await gateway.get('/a', 'AUTH-KEY: k')).statusCode).toBe(200);
  first.resolve(result({ principalId: 'c', policyDocument: { Statement: [] } }));
  expect((await running).statusCode).toBe(403);
  expect((await gateway.get('/a', 'AUTH-KEY: k')).statusCode).toBe(200);
});

it('zero seconds turn the cache off', async () => {
  await using gateway = await start(() => allowing(), {}, 0);
  await Promise.all([gateway.get('/a', 'AUTH-KEY: k'), gateway.get('/a', 'AUTH-KEY: k')]);
  expect(gateway.authorisations()).toHaveLength(2);
});

it('a flood of different keys does not grow the cache without bound (A22)', async () => {
  const cache = authoriserCache<string>(
    () => true,
    () => 1,
  );
  let made = 0;
  const ask = (key: number) => cache.get(String(key), 60, async () => `made ${++made}`);
  for (let key = 0; key <= 10_000; key += 1) await ask(key);
  expect(await ask(10_000)).toBe('made 10001');
  expect(await ask(0)).toBe('made 10002');
});

it('concurrent requests with one new key share an invocation', async () => {
  await using gateway = await start(
    () => new Promise((resolve) => setTimeout(() => resolve(allowing()), 50)),
  );
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => gateway.get(index % 2 ? '/a' : '/b', 'AUTH-KEY: k')),
  );
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(gateway.authorisations()).toHaveLength(1);
});

it('a thrown Unauthorized is 401 and not cached (A22)', async () => {
  await using gateway = await start(() => failed('Unauthorized'));
  for (let index = 0; index < 2; index += 1) {
    expect((await gateway.get('/a', 'AUTH-KEY: k')).statusCode).toBe(401);
  }
  expect(gateway.authorisations()).toHaveLength(2);
});

const deny = { Effect: 'Deny', Action: 'execute-api:Invoke', Resource: '*' };
it.each([
  ['a Deny', result({ principalId: 'c', policyDocument: { Statement: [deny] } }), 403, 'FORBIDDEN'],
  ['a policy for another API', allowing('arn:aws:execute-api:*:*:other/*'), 403, 'FORBIDDEN'],
  ['another error', failed('The table is gone'), 500, 'INTERNAL_SERVER_ERROR'],
  ['an error that only contains the word', failed('Unauthorized!'), 500, 'INTERNAL_SERVER_ERROR'],
  ['a timeout', { kind: 'timed-out' } as const, 500, 'INTERNAL_SERVER_ERROR'],
  ['no result', result(null), 500, 'INTERNAL_SERVER_ERROR'],
  ['a result without a policy', result({ principalId: 'c' }), 500, 'INTERNAL_SERVER_ERROR'],
  ['a context of objects', allowing('*', { context: { scopes: ['a'] } }), 500, 'INTERNAL_SERVER_ERROR'],
  [
    'a condition, which is not understood',
    result({
      principalId: 'c',
      policyDocument: { Statement: [{ ...deny, Effect: 'Allow', Condition: {} }] },
    }),
    500,
    'INTERNAL_SERVER_ERROR',
  ],
])('%s of the authoriser gives %s %s (A20, A21)', async (_, invocation, status, code) => {
  await using gateway = await start(() => invocation);
  const answer = await gateway.get('/a', 'AUTH-KEY: k');
  expect([answer.statusCode, errorCode(answer)]).toEqual([status, code]);
  expect(gateway.calls.some(({ functionName }) => functionName === 'echo')).toBe(false);
});

it('a host that fails to run the authoriser fails closed (A20)', async () => {
  await using gateway = await start(() => {
    throw new Error('no worker');
  });
  expect((await gateway.get('/a', 'AUTH-KEY: k')).statusCode).toBe(500);
});

it.each([
  ['*', 200],
  ['arn:aws:execute-api:*:*:waypostapi/*', 200],
  ['arn:aws:execute-api:*:*:waypostapi/local/GET/points/1', 200],
  ['*/local/*/points/1', 200],
  ['*GET**1', 200],
  ['*/local/GET/points', 403],
  ['*/local/get/*', 403],
  ['*/local.GET/*', 403],
  ['[a]*', 403],
])('a policy for %s answers a request with %i', async (resource, status) => {
  await using gateway = await start(() => allowing(['arn:of:another', resource]));
  expect((await gateway.get('/points/1', 'AUTH-KEY: k')).statusCode).toBe(status);
});

it('an explicit Deny wins over any Allow, in whichever order, and says so', async () => {
  const statements = [
    { Effect: 'Allow', Action: 'execute-api:*', Resource: '*' },
    { Effect: 'Deny', Action: 'execute-api:Invoke', Resource: '*/points/*' },
  ];
  for (const Statement of [statements, statements.toReversed()]) {
    await using gateway = await start(() => result({ principalId: 'c', policyDocument: { Statement } }));
    expect((await gateway.get('/a', 'AUTH-KEY: k')).statusCode).toBe(200);
    expect((await gateway.get('/points/1', 'AUTH-KEY: k')).statusCode).toBe(403);
  }
});

it('a statement about another action allows nothing', async () => {
  const Statement = { Effect: 'Allow', Action: 's3:GetObject', Resource: '*' };
  await using gateway = await start(() => result({ principalId: 'c', policyDocument: { Statement } }));
  expect((await gateway.get('/a', 'AUTH-KEY: k')).statusCode).toBe(403);
});

it('a path made to be slow is not (E20)', async () => {
  await using gateway = await start(() => allowing('*/*/*/*/*/*/*/*!'));
  const startedAt = performance.now();
  expect((await gateway.get(`/slow${'/a'.repeat(4_500)}`, 'AUTH-KEY: k')).statusCode).toBe(403);
  // One that tries every split would take longer than anybody waits.
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

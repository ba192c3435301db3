import { describe, expect, it, test } from 'vitest';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { authoriserCache } from '../../../../infra/local/gateway/authoriser.ts';
import {
  authKey,
  authorised,
  echo,
  errorOf,
  failed,
  integrationOf,
  method,
  result,
  startTestGateway,
} from './gateway-under-test.ts';

const start = async (
  authorise: (event: Record<string, unknown>) => Invocation | Promise<Invocation>,
  { cacheSeconds = 60, now = () => 1 }: { cacheSeconds?: number; now?: () => number } = {},
) => {
  const methods = ['/a', '/b', '/points/{code}', '/slow/{proxy+}'].map((path) =>
    method('ANY', path, integrationOf('echo'), { authoriser: { ...authKey, cacheSeconds } }),
  );
  const gateway = await startTestGateway(methods, { functions: { echo, authorise }, now });
  return {
    ...gateway,
    get: (target: string, ...headers: string[]) => gateway.send(`GET ${target}`, headers),
    statusOf: async (target: string, key = 'k') =>
      (await gateway.send(`GET ${target}`, [`AUTH-KEY: ${key}`])).statusCode,
    authorisations: () => gateway.callsOf('authorise'),
  };
};

describe('the key of a request', () => {
  it('is rejected if there are several keys, even if one of them has a cached result (A07)', async () => {
    await using gateway = await start(({ multiValueHeaders }) =>
      JSON.stringify(multiValueHeaders).includes('["good"]') ? authorised() : failed('Unauthorized'),
    );
    expect(await gateway.statusOf('/a', 'good')).toBe(200);
    for (const headers of [
      ['AUTH-KEY: bad', 'AUTH-KEY: good'],
      ['AUTH-KEY: good', 'AUTH-KEY: bad'],
      ['AUTH-KEY: good', 'AUTH-KEY: good'],
      ['AUTH-KEY: bad, good'],
      ['AUTH-KEY: bad', 'auth-key: good'],
    ]) {
      expect((await gateway.get('/a', ...headers)).statusCode).toBe(401);
    }
  });
});

describe("the authoriser's result", () => {
  it('is used for every path until it expires (A13, A18)', async () => {
    let time = 1_000_000;
    await using gateway = await start(() => authorised(), { now: () => time });
    for (const path of ['/a', '/b', '/points/1', '/points/2']) expect(await gateway.statusOf(path)).toBe(200);
    time += 59_999;
    await gateway.statusOf('/a');
    expect(gateway.authorisations()).toHaveLength(1);
    time += 1;
    await gateway.statusOf('/a');
    expect(gateway.authorisations()).toHaveLength(2);
  });

  it('is evaluated for the method ARN of each request', async () => {
    await using gateway = await start(({ methodArn }) => authorised({}, 'Allow', [methodArn]));
    expect(await gateway.statusOf('/a')).toBe(200);
    expect(errorOf(await gateway.get('/b', 'AUTH-KEY: k'))).toBe('403 FORBIDDEN');
    expect(gateway.authorisations()).toHaveLength(1);
  });

  it('is evicted by a flush, even if the authoriser has not returned it yet (A14)', async () => {
    const first = Promise.withResolvers<Invocation>();
    const outcomes = [first.promise, authorised()];
    await using gateway = await start(() => outcomes.shift() ?? failed('Unauthorized'));
    const running = gateway.statusOf('/a');
    await expect.poll(gateway.authorisations).toHaveLength(1);
    gateway.flushAuthoriserCache();
    expect(await gateway.statusOf('/a')).toBe(200);
    first.resolve(authorised({}, 'Deny'));
    expect(await running).toBe(403);
    expect(await gateway.statusOf('/a')).toBe(200);
    gateway.flushAuthoriserCache();
    expect(await gateway.statusOf('/a')).toBe(401);
  });

  it('is shared by concurrent requests with the same new key', async () => {
    await using gateway = await start(
      () => new Promise((resolve) => setTimeout(() => resolve(authorised()), 50)),
    );
    const statuses = Array.from({ length: 20 }, (_, index) => gateway.statusOf(index % 2 ? '/a' : '/b'));
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
    expect(gateway.authorisations()).toHaveLength(1);
  });

  it('is evicted by a flood of different keys (A22)', async () => {
    const cache = authoriserCache<number[]>(() => 1);
    let made = 0;
    const get = (key: number) => cache.get(String(key), 60, async () => [++made]);
    for (let key = 0; key <= 10_000; key += 1) await get(key);
    expect([await get(10_000), await get(0)]).toEqual([[10_001], [10_002]]);
  });

  it.each([
    ['the cache time is 0 seconds', authorised(), 0, 200],
    ['the authoriser throws Unauthorized (A22)', failed('Unauthorized'), 60, 401],
  ])('is not cached if %s', async (_, outcome, cacheSeconds, status) => {
    await using gateway = await start(() => outcome, { cacheSeconds });
    expect([await gateway.statusOf('/a'), await gateway.statusOf('/a')]).toEqual([status, status]);
    expect(gateway.authorisations()).toHaveLength(2);
  });
});

const policyOf = (statement: object) =>
  result({
    principalId: 'c',
    policyDocument: {
      Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: ['*'], ...statement }],
    },
  });
const forbidden = '403 FORBIDDEN';
const broken = '500 INTERNAL_SERVER_ERROR';
test.for<[string, Invocation, string]>([
  ['a Deny', authorised({}, 'Deny'), forbidden],
  ['no statement', result({ principalId: 'c', policyDocument: { Statement: [] } }), forbidden],
  ['a policy for another API', policyOf({ Resource: ['arn:aws:execute-api:*:*:other/*'] }), forbidden],
  ['another error', failed('The table is gone'), broken],
  ['an error whose message is not exactly Unauthorized', failed('Unauthorized!'), broken],
  ['a timeout', { kind: 'timed-out' }, broken],
  ['no result', result(null), broken],
  ['a result without a policy', result({ principalId: 'c' }), broken],
  ['a context of objects', authorised({ context: { scopes: ['a'] } }), broken],
  ['a policy with a condition', policyOf({ Condition: {} }), broken],
  ['a policy for another action', policyOf({ Action: 's3:GetObject' }), broken],
])('rejects a request if the authoriser returns %s (A20, A21)', async ([, outcome, error]) => {
  await using gateway = await start(() => outcome);
  expect(errorOf(await gateway.get('/a', 'AUTH-KEY: k'))).toBe(error);
  expect(gateway.callsOf('echo')).toEqual([]);
});

it('fails closed if the host cannot run the authoriser (A20)', async () => {
  await using gateway = await start(() => {
    throw new Error('no worker');
  });
  expect(await gateway.statusOf('/a')).toBe(500);
});

test.for<[string, number]>([
  ['*', 200],
  ['arn:aws:execute-api:*:*:waypostapi/*', 200],
  ['arn:aws:execute-api:*:*:waypostapi/local/GET/points/1', 200],
  ['*/local/*/points/1', 200],
  ['*GET**1', 200],
  ['*/local/GET/points', 403],
  ['*/local/get/*', 403],
  ['*/local.GET/*', 403],
  ['[a]*', 403],
])('evaluates a policy for %s: %i', async ([resource, status]) => {
  await using gateway = await start(() => authorised({}, 'Allow', ['arn:of:another', resource]));
  expect(await gateway.statusOf('/points/1')).toBe(status);
});

it('lets a Deny override any Allow', async () => {
  const Action = 'execute-api:Invoke';
  const statements = [
    { Effect: 'Allow', Action, Resource: ['*'] },
    { Effect: 'Deny', Action, Resource: ['*/points/*'] },
  ];
  for (const Statement of [statements, statements.toReversed()]) {
    await using gateway = await start(() => result({ principalId: 'c', policyDocument: { Statement } }));
    expect([await gateway.statusOf('/a'), await gateway.statusOf('/points/1')]).toEqual([200, 403]);
  }
});

it('matches a policy against a pathological path in time (E20)', async () => {
  await using gateway = await start(() => authorised({}, 'Allow', ['*/*/*/*/*/*/*/*!']));
  const startedAt = performance.now();
  expect(await gateway.statusOf(`/slow${'/a'.repeat(4_500)}`)).toBe(403);
  // Trying every split of the path would take far longer.
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

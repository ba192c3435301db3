import { describe, expect, it } from 'vitest';
import type { TargetRequest } from '../support/targets/api-target.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { issueKey, sharedStack } from './running-stack.ts';

const { url, dataDirectory } = sharedStack;

const paths = {
  v2: '/locations/v2/services',
  streamed: '/locations/v2/points/type/R_SPB',
  v3: '/locations/v3/operational-capabilities',
  billing: '/bill-management-api/v1/biller-metadata/bill-types',
};

describe('the rate limit of a plan', async () => {
  const target = httpTarget(url, await issueKey(dataDirectory, { client: 'Limited', plan: 'standard' }));
  const limitOf = async (request: TargetRequest) => {
    const { status, headers } = await target.send(request);
    return [status, headers['x-ratelimit-limit-second']];
  };

  it('is returned for each operation, with results, streams, redirects and errors', async () => {
    const expected: readonly (readonly [number, string, TargetRequest])[] = [
      [200, '100', { path: paths.v2 }],
      [200, '1', { path: paths.streamed }],
      [200, '100', { path: paths.v3 }],
      [200, '20', { path: paths.billing }],
      [302, '20', { path: '/locations/v3/export/workcentres' }],
      [400, '100', { path: `${paths.v3}?size=wrong` }],
      [400, '2', { path: '/bill-management-api/v1/enquiries', method: 'POST', body: '{}' }],
      [404, '100', { path: '/locations/v9' }],
      [405, '100', { path: paths.v2, method: 'DELETE' }],
    ];
    for (const [status, rate, request] of expected)
      expect(await limitOf(request), request.path).toEqual([status, rate]);
  });

  it('rejects rapid requests with 429, but only to the expensive operation', async () => {
    const quick = httpTarget(url, await issueKey(dataDirectory, { client: 'Quick', plan: 'standard' }));
    const answers = await Promise.all(Array.from({ length: 12 }, () => quick.send({ path: paths.streamed })));
    const throttled = answers.filter(({ status }) => status === 429);
    expect(throttled.length).toBeGreaterThan(0);
    for (const { headers, body } of throttled) {
      expect(headers['retry-after']).toBe('1');
      expect(JSON.parse(body)).toMatchObject({ errors: [{ code: 'TOO_MANY_REQUESTS' }] });
    }
    expect((await quick.send({ path: paths.v2 })).status).toBe(200);
  });

  it('is not returned without a key, or if the plan has no limit', async () => {
    const unlimited = httpTarget(url, await issueKey(dataDirectory));
    const open = httpTarget(url, undefined);
    for (const answer of [
      await unlimited.send({ path: paths.v2 }),
      await open.send({ path: '/bill-management-api/v1/ping' }),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.headers).not.toHaveProperty('x-ratelimit-limit-second');
    }
  });
});

it('other keys than sandbox keys cannot simulate errors', async () => {
  const other = httpTarget(url, await issueKey(dataDirectory));
  for (const simulate of ['429', '503', 'x']) {
    const answer = await other.send({ path: paths.v3, headers: { 'Waypost-Simulate': simulate } });
    expect(answer.status).toBe(200);
  }
});

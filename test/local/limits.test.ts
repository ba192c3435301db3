import { describe, expect, it } from 'vitest';
import type { TargetRequest } from '../support/targets/api-target.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { issueKey, sharedStack } from './running-stack.ts';

const { url, dataDirectory } = sharedStack;

const issue = (...options: readonly string[]) => issueKey(dataDirectory, ...options);

const paths = {
  v2: '/locations/v2/services',
  streamed: '/locations/v2/points/type/R_SPB',
  v3: '/locations/v3/operational-capabilities',
  billing: '/bill-management-api/v1/biller-metadata/bill-types',
};

describe('the rate limit of a plan', async () => {
  const target = httpTarget(url, await issue('--client', 'Limited', '--plan', 'standard'));
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
    const quick = httpTarget(url, await issue('--client', 'Quick', '--plan', 'standard'));
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
    const unlimited = httpTarget(url, await issue('--plan', 'unlimited'));
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

describe('a sandbox key', async () => {
  const sandbox = httpTarget(url, await issue('--sandbox'));
  const asking = (status: string, path: string) =>
    sandbox.send({ path, headers: { 'Waypost-Simulate': status } });

  it('gets a simulated 429 from every service, streams included', async () => {
    for (const path of Object.values(paths)) {
      const { status, headers, body } = await asking('429', path);
      expect([status, headers['retry-after']], path).toEqual([429, '1']);
      expect(JSON.parse(body)).toMatchObject({ errors: [{ code: 'TOO_MANY_REQUESTS' }] });
    }
  });

  it('gets a simulated 503 as in an outage, but 500 from version 2, which does not document a 503', async () => {
    for (const [path, expected, retryAfter] of [
      [paths.v3, 503, '5'],
      [paths.billing, 503, '5'],
      ['/locations/v3/export/workcentres', 503, '5'],
      [paths.v2, 500, undefined],
    ] as const) {
      const { status, headers } = await asking('503', path);
      expect([status, headers['retry-after']], path).toEqual([expected, retryAfter]);
    }
  });

  it('gets the list of supported errors if it requests another, and normal responses if it requests none', async () => {
    const answer = await asking('418', paths.v3);
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('Waypost-Simulate: must be one of 429, 503');
    expect((await sandbox.send({ path: paths.v3 })).status).toBe(200);
  });

  it('is required: other keys cannot simulate errors', async () => {
    const other = httpTarget(url, await issue());
    for (const simulate of ['429', '503', 'x']) {
      const answer = await other.send({ path: paths.v3, headers: { 'Waypost-Simulate': simulate } });
      expect(answer.status).toBe(200);
    }
  });

  it('works from a browser', async () => {
    const { headers } = await httpTarget(url, undefined).send({ method: 'OPTIONS', path: paths.v3 });
    expect(headers['access-control-allow-headers']).toContain('waypost-simulate');
  });
});

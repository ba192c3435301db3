import { afterAll, expect, it } from 'vitest';
import { startControlEndpoint } from '../../../../infra/local/control/control-endpoint.ts';

let flushed = 0;
const logged: string[] = [];
const endpoint = await startControlEndpoint({
  invoke: async (name, event) => {
    if (name === 'Slow') return { kind: 'timed-out' };
    if (name === 'Busy') return { kind: 'throttled' };
    if (name === 'Gone') throw new Error('it has no such function');
    if (name === 'Broken') return { kind: 'failed', errorType: 'TypeError', errorMessage: 'broke' };
    return { kind: 'result', payload: { event } };
  },
  flushAuthoriserCache: () => {
    flushed += 1;
  },
  deadLetters: { redrive: () => ({ redriven: 2, kept: 1 }), dropDeadLetters: () => 3 },
  buses: { putEvents: () => ({ status: 200, body: { FailedEntryCount: 0, Entries: [] } }) },
  credentials: { accessKeyId: 'LOCAL1', secretAccessKey: 'the secret' },
  log: (line) => logged.push(line),
});
afterAll(() => endpoint.close());

const send = async (method: string, path: string, body?: string, authorization = 'Bearer the secret') => {
  const init = { method, headers: { authorization }, ...(body !== undefined && { body }) };
  const response = await fetch(`${endpoint.endpoint}${path}`, init);
  return {
    status: response.status,
    functionError: response.headers.get('x-amz-function-error'),
    body: await response.json(),
  };
};
const invocation = (name: string) => `/2015-03-31/functions/${name}/invocations`;
const cache = '/restapis/abc/stages/local/cache/authorizers';

it.each([
  ['Echo', 200, null, { event: { a: 1 } }],
  ['Broken', 200, 'Unhandled', { errorType: 'TypeError', errorMessage: 'broke' }],
  ['Slow', 200, 'Unhandled', { errorType: 'Sandbox.Timedout' }],
  ['Busy', 429, null, { message: 'Rate Exceeded.' }],
])('returns the result or error of the function %s', async (name, status, functionError, body) => {
  expect(await send('POST', invocation(name), '{"a":1}')).toMatchObject({ status, functionError, body });
});

it('reports events that are not JSON, and its own failures, but logs only the failures', async () => {
  expect(await send('POST', invocation('Echo'), '{"name":"Ada"')).toMatchObject({ status: 400 });
  expect(logged).toEqual([]);
  expect(await send('POST', invocation('Gone'), '{}')).toMatchObject({ status: 500 });
  expect(logged.join()).toContain('it has no such function');
});

it('flushes the authoriser cache, and redrives and deletes dead letters', async () => {
  expect([await send('DELETE', cache), flushed]).toMatchObject([{ status: 202 }, 1]);
  expect(await send('POST', '/dead-letters')).toMatchObject({ body: { redriven: 2, kept: 1 } });
  expect(await send('DELETE', '/dead-letters')).toMatchObject({ body: { deleted: 3 } });
});

it.each([
  ['POST', invocation('Echo')],
  ['DELETE', cache],
  ['POST', '/dead-letters'],
])('rejects %s %s without the right secret', async (method, path) => {
  const before = flushed;
  for (const authorization of ['', 'Bearer another secret', 'Bearer the secret.'])
    expect((await send(method, path, undefined, authorization)).status).toBe(403);
  expect(flushed).toBe(before);
});

it('rejects unknown operations', async () => {
  expect((await send('GET', '/')).status).toBe(404);
});

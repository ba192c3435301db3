import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startControlEndpoint } from '../../../../infra/local/control/control-endpoint.ts';
import type { FunctionHost } from '../../../../infra/local/functions/function-host.ts';

const invokeFunction: FunctionHost['invoke'] = async (name, event) => {
  if (name === 'Slow') return { kind: 'timed-out' };
  if (name === 'Gone') throw new Error('it has no such function');
  if (name === 'Broken') return { kind: 'failed', errorType: 'TypeError', errorMessage: 'broke' };
  return { kind: 'result', payload: { event } };
};

let flushed = 0;
const logged: string[] = [];

describe('the control endpoint', () => {
  let endpoint: Awaited<ReturnType<typeof startControlEndpoint>>;
  beforeAll(async () => {
    endpoint = await startControlEndpoint({
      invoke: invokeFunction,
      flushAuthoriserCache: () => {
        flushed += 1;
      },
      deadLetters: { redrive: () => ({ redriven: 2, kept: 1 }), dropDeadLetters: () => 3 },
      buses: { putEvents: () => ({ status: 200, body: { FailedEntryCount: 0, Entries: [] } }) },
      credentials: { accessKeyId: 'LOCAL1', secretAccessKey: 'the secret' },
      log: (line) => logged.push(line),
    });
  });
  afterAll(() => endpoint.close());

  const invoke = async (name: string, body = '{"a":1}', authorization = 'Bearer the secret') => {
    const response = await fetch(`${endpoint.endpoint}/2015-03-31/functions/${name}/invocations`, {
      method: 'POST',
      headers: { authorization },
      body,
    });
    return {
      status: response.status,
      functionError: response.headers.get('x-amz-function-error'),
      body: await response.json(),
    };
  };

  it('returns the result of the function', async () => {
    expect(await invoke('Echo')).toEqual({ status: 200, functionError: null, body: { event: { a: 1 } } });
  });

  it("returns the function's errors, marked as errors", async () => {
    expect(await invoke('Broken')).toMatchObject({
      status: 200,
      functionError: 'Unhandled',
      body: { errorType: 'TypeError', errorMessage: 'broke' },
    });
    expect(await invoke('Slow')).toMatchObject({ functionError: 'Unhandled' });
  });

  it('reports events that are not JSON, and its own failures, but logs only the failures', async () => {
    expect(await invoke('Echo', '{"name":"Ada"')).toMatchObject({ status: 400 });
    expect(logged).toEqual([]);
    expect(await invoke('Gone')).toMatchObject({ status: 500 });
    expect(logged.join()).toContain('it has no such function');
  });

  it('flushes the authoriser cache only with the right secret', async () => {
    const flush = async (authorization: string) => {
      const url = `${endpoint.endpoint}/restapis/abc/stages/local/cache/authorizers`;
      return (await fetch(url, { method: 'DELETE', headers: { authorization } })).status;
    };
    expect([await flush('Bearer of nothing'), flushed]).toEqual([403, 0]);
    expect([await flush('Bearer the secret'), flushed]).toEqual([202, 1]);
  });

  it('redrives and deletes dead letters only with the right secret', async () => {
    const send = async (method: string, authorization = 'Bearer the secret') => {
      const url = `${endpoint.endpoint}/dead-letters`;
      const response = await fetch(url, { method, headers: { authorization } });
      return [response.status, await response.json()];
    };
    expect(await send('POST')).toEqual([200, { redriven: 2, kept: 1 }]);
    expect(await send('DELETE')).toEqual([200, { deleted: 3 }]);
    expect(await send('POST', 'Bearer of nothing')).toMatchObject([403, {}]);
  });

  it('rejects wrong secrets and unknown operations', async () => {
    expect((await invoke('Echo', '{}', 'Bearer another secret')).status).toBe(403);
    expect((await invoke('Echo', '{}', '')).status).toBe(403);
    const headers = { authorization: 'Bearer the secret' };
    expect((await fetch(endpoint.endpoint, { headers })).status).toBe(404);
  });
});

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { FunctionHost, Invocation } from '../../../../infra/local/functions/function-host.ts';
import { limitedFunctionHost } from '../../../../infra/local/functions/limited-function-host.ts';

/** A host whose invocations end when the test decides. */
const setUp = () => {
  const running: PromiseWithResolvers<Invocation>[] = [];
  const bodies: Readable[] = [];
  const host: FunctionHost = {
    invoke: () => {
      const invocation = Promise.withResolvers<Invocation>();
      running.push(invocation);
      return invocation.promise;
    },
    invokeStreaming: async () => {
      const body = Readable.from(['piece']);
      bodies.push(body);
      return { kind: 'streaming', prelude: '{}', body };
    },
    close: async () => {},
  };
  const functions = [{ name: 'write', reservedConcurrency: 2 }, { name: 'read' }, { name: 'search' }];
  return { host, limited: limitedFunctionHost(host, functions, 5), running, bodies };
};

const done: Invocation = { kind: 'result', payload: 1 };
const throttled = { kind: 'throttled' };

describe('the concurrency limit (G10)', () => {
  it('throttles a function beyond its reserved concurrency, whatever the others do', async () => {
    const { limited, running } = setUp();
    const [first] = [limited.invoke('write', {}), limited.invoke('write', {})];
    expect(await limited.invoke('write', {})).toEqual(throttled);
    expect(running).toHaveLength(2);
    running[0]?.resolve(done);
    expect(await first).toEqual(done);
    void limited.invoke('write', {});
    expect(running).toHaveLength(3);
    expect(await limited.invoke('write', {})).toEqual(throttled);
  });

  it('throttles the other functions beyond what is not reserved', async () => {
    const { limited, running } = setUp();
    for (const name of ['read', 'search', 'read']) void limited.invoke(name, {});
    expect(await limited.invoke('search', {})).toEqual(throttled);
    void limited.invoke('write', {});
    expect(running).toHaveLength(4);
  });

  it('counts no invocation that failed', async () => {
    const { limited, running } = setUp();
    const [failing, rejected] = [limited.invoke('write', {}), limited.invoke('write', {})];
    running[0]?.resolve({ kind: 'timed-out' });
    running[1]?.reject(new Error('no worker'));
    expect(await failing).toEqual({ kind: 'timed-out' });
    await expect(rejected).rejects.toThrow('no worker');
    void limited.invoke('write', {});
    void limited.invoke('write', {});
    expect(running).toHaveLength(4);
  });

  it('counts no stream that never began', async () => {
    const { host, limited } = setUp();
    const timedOut = { kind: 'timed-out' } as const;
    const working = host.invokeStreaming;
    host.invokeStreaming = async () => timedOut;
    for (let index = 0; index < 3; index += 1)
      expect(await limited.invokeStreaming('write', {})).toEqual(timedOut);
    host.invokeStreaming = () => Promise.reject(new Error('no worker'));
    for (let index = 0; index < 3; index += 1)
      await expect(limited.invokeStreaming('write', {})).rejects.toThrow('no worker');
    host.invokeStreaming = working;
    expect(await limited.invokeStreaming('write', {})).toMatchObject({ kind: 'streaming' });
    expect(await limited.invokeStreaming('write', {})).toMatchObject({ kind: 'streaming' });
    expect(await limited.invokeStreaming('write', {})).toEqual(throttled);
  });

  it('counts a stream until it is read to its end or abandoned', async () => {
    const { limited, bodies } = setUp();
    await limited.invokeStreaming('write', {});
    await limited.invokeStreaming('write', {});
    expect(await limited.invokeStreaming('write', {})).toEqual(throttled);
    bodies[0]?.destroy();
    if (bodies[1]) await buffer(bodies[1]);
    expect(await limited.invokeStreaming('write', {})).toMatchObject({ kind: 'streaming' });
    expect(await limited.invokeStreaming('write', {})).toMatchObject({ kind: 'streaming' });
  });

  it('counts no stream that broke off before it was returned', async () => {
    const { host, limited } = setUp();
    host.invokeStreaming = async () => {
      const body = new Readable({ read: () => undefined });
      await new Promise((resolve) => body.once('close', resolve).destroy());
      return { kind: 'streaming', prelude: '{}', body };
    };
    for (let index = 0; index < 5; index += 1)
      expect(await limited.invokeStreaming('write', {})).toMatchObject({ kind: 'streaming' });
  });
});

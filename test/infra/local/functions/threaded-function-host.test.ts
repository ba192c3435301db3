import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FunctionHost } from '../../../../infra/local/functions/function-host.ts';
import { threadedFunctionHost } from '../../../../infra/local/functions/threaded-function-host.ts';
import type { DeployedFunction } from '../../../../infra/local/template/deployment.ts';

const source = `
exports.echo = async (event, context) => ({ event, name: context.functionName, version: context.functionVersion, arn: context.invokedFunctionArn, request: context.awsRequestId, left: context.getRemainingTimeInMillis(), env: { ...process.env } });
exports.live = exports.echo;
exports.fail = async (thrown) => { throw thrown ?? Object.assign(new Error('Unauthorized'), { name: 'Refused' }); };
exports.hang = () => new Promise(() => setInterval(() => {}, 1000));
exports.spin = async () => { while (true); };
exports.exit = async () => process.exit(3);
exports.crash = () => { setImmediate(() => { throw null; }); return exports.hang(); };
exports.nothing = async () => undefined;
let served = 0;
exports.count = async () => ++served;

const begin = (stream, prelude = { statusCode: 200 }) => awslambda.HttpResponseStream.from(stream, prelude);
exports.stream = awslambda.streamifyResponse(async (event, stream) => {
  const http = begin(stream, { statusCode: 200, headers: { a: 'b' } });
  for (let i = 0; i < event.pieces; i++) {
    if (i === event.breakAt) throw new Error('broke');
    if (i === event.exitAt) process.exit(3);
    if (!http.write('x'.repeat(1000))) await new Promise((resolve) => http.once('drain', resolve));
  }
  http.end();
});
exports.written = awslambda.streamifyResponse(async (event, stream) => {
  const http = begin(stream);
  for (const { text, encoding, bytes } of event) http.write(text ?? Buffer.from(bytes), encoding);
  http.end();
});
let made = 0;
let left = 'no';
exports.endless = awslambda.streamifyResponse(async (event, stream) => {
  if (event === 'state') return void begin(stream).end(JSON.stringify({ made, left }));
  const http = begin(stream);
  const closed = new Promise((resolve) => http.once('close', resolve));
  while (!http.destroyed) {
    made += 1000;
    const goesOn = http.write('x'.repeat(1000));
    if (!goesOn) await Promise.race([closed, new Promise((resolve) => http.once('drain', resolve))]);
  }
  left = http.errored.message;
});
exports.late = awslambda.streamifyResponse(async (event, stream) => {
  const http = begin(stream);
  http.end('text');
  await new Promise((resolve) => http.once('close', resolve));
  if (event === 'fail') throw new Error('broke after its end');
});
exports.mute = awslambda.streamifyResponse(async (event, stream) => { stream.write('x'.repeat(event)); stream.end(); });
console.log('loaded with key', 'nothing');
`;

describe('the function host', () => {
  let host: FunctionHost;
  let codeDirectory: string;
  const lines: string[] = [];

  beforeAll(async () => {
    codeDirectory = await mkdtemp(join(tmpdir(), 'functions-'));
    await writeFile(join(codeDirectory, 'index.cjs'), source);
    const definitions = [...source.matchAll(/^exports\.(\w+)/gm)].map(
      ([, name = '']): DeployedFunction => ({
        name,
        codeDirectory,
        handler: `index.${name}`,
        environment: { OWN: name },
        // More than any of them takes on a busy machine.
        timeoutSeconds: 10,
        memoryMegabytes: 256,
        ...(name === 'live' && { alias: 'live' }),
      }),
    );
    host = threadedFunctionHost({
      functions: new Map(definitions.map((definition) => [definition.name, definition])),
      runtimeEnvironment: { AWS_REGION: 'ap-southeast-2' },
      log: (name, line) => lines.push(name + line),
    });
  });
  afterAll(async () => {
    await host.close();
    await rm(codeDirectory, { recursive: true });
  });

  const streamOf = async (name: string, event: unknown) => {
    const outcome = await host.invokeStreaming(name, event);
    if (outcome.kind !== 'streaming') throw new Error(`${name}: ${JSON.stringify(outcome)}`);
    return outcome;
  };
  const wholeOf = async (name: string, event: unknown) => {
    const outcome = await host.invokeStreaming(name, event);
    if (outcome.kind !== 'whole') throw new Error(`${name}: ${JSON.stringify(outcome)}`);
    return outcome;
  };

  it('passes a function its event, its context and exactly its own environment', async () => {
    const env = { OWN: 'echo', AWS_REGION: 'ap-southeast-2', AWS_LAMBDA_FUNCTION_NAME: 'echo' };
    const arn = 'arn:aws:lambda:ap-southeast-2:000000000000:function:echo';
    const outcome = await host.invoke('echo', { hello: 'world', at: new Date(0), absent: undefined });
    expect(outcome).toEqual({
      kind: 'result',
      payload: {
        event: { hello: 'world', at: '1970-01-01T00:00:00.000Z' },
        name: 'echo',
        version: '$LATEST',
        arn,
        request: expect.stringMatching(/^[0-9a-f-]{36}$/),
        left: expect.any(Number),
        env,
      },
    });
    expect(await host.invoke('live', undefined)).toMatchObject({
      payload: { event: null, version: '1', arn: arn.replace(/echo$/, 'live:live') },
    });
    await expect.poll(() => lines.join('')).toContain('loaded with key');
  });

  it('passes a function the request id of its caller, and keeps calls with the same id apart', async () => {
    const requestId = 'b6f2c1de-0d53-4d0a-8f37-1c8f8e1f3a52';
    const outcomes = [1, 2].map((event) => host.invoke('echo', event, { requestId }));
    expect(await Promise.all(outcomes)).toMatchObject([
      { payload: { event: 1, request: requestId } },
      { payload: { event: 2, request: requestId } },
    ]);
  });

  it('keeps a function loaded between invocations', async () => {
    await host.invoke('count', {});
    expect(await host.invoke('count', {})).toEqual({ kind: 'result', payload: 2 });
  });

  it('returns null for a function that returns nothing', async () => {
    expect(await host.invoke('nothing', {})).toEqual({ kind: 'result', payload: null });
  });

  it('reports what a function threw', async () => {
    const refused = { kind: 'failed', errorType: 'Refused', errorMessage: 'Unauthorized' };
    expect(await host.invoke('fail', null)).toEqual(refused);
    const text = { kind: 'failed', errorType: 'string', errorMessage: 'text' };
    expect(await host.invoke('fail', 'text')).toEqual(text);
  });

  it.each(['hang', 'spin'])('times out a function that would %s for ever', async (name) => {
    expect(await host.invoke(name, {}, { timeoutMilliseconds: 300 })).toEqual({ kind: 'timed-out' });
  });

  it.each([
    ['exit', 'Runtime.ExitError'],
    ['crash', 'object'],
  ])('restarts a function whose thread ended by %s', async (name, errorType) => {
    expect(await host.invoke(name, {})).toMatchObject({ kind: 'failed', errorType });
    expect(await host.invoke(name, {})).toMatchObject({ kind: 'failed', errorType });
  });

  it('rejects an event that JSON cannot represent, and continues', async () => {
    await expect(host.invoke('count', 1n)).rejects.toThrow(TypeError);
    await expect(host.invokeStreaming('stream', 1n)).rejects.toThrow(TypeError);
    expect(await host.invoke('count', {})).toMatchObject({ kind: 'result' });
  });

  it('rejects an unknown function', async () => {
    await expect(host.invoke('other', {})).rejects.toThrow('The template has no function other.');
  });

  describe('when a function streams', () => {
    it.each([
      ['ASCII', [{ text: 'a' }, { text: 'b' }], Buffer.from('ab')],
      ['other text', [{ text: 'Zürich' }, { text: ' €' }], Buffer.from('Zürich €')],
      ['bytes', [{ bytes: [0, 255, 128] }], Buffer.from([0, 255, 128])],
      ['encoded text', [{ text: 'ff00', encoding: 'hex' }], Buffer.from([255, 0])],
      ['nothing', [], Buffer.alloc(0)],
      ['64 KB', [{ text: 'x'.repeat(65_536) }], Buffer.alloc(65_536, 'x')],
    ])('returns a short response of %s whole', async (_what, pieces, body) => {
      const prelude = JSON.stringify({ statusCode: 200 });
      expect(await host.invokeStreaming('written', pieces)).toEqual({ kind: 'whole', prelude, body });
    });

    it('streams a longer response in order and byte for byte', async () => {
      const pieces = [{ text: 'Zürich € 📮' }, { text: 'ÿ\u0000', encoding: 'latin1' }, { bytes: [0, 255] }];
      const one = Buffer.concat([Buffer.from('Zürich € 📮'), Buffer.from([255, 0, 0, 255])]);
      const { body } = await streamOf('written', Array.from({ length: 9_000 }, () => pieces).flat());
      expect((await buffer(body)).equals(Buffer.concat(Array.from({ length: 9_000 }, () => one)))).toBe(true);
    });

    it('gathers small writes into large chunks', async () => {
      const { prelude, body } = await streamOf('stream', { pieces: 20_000 });
      expect(JSON.parse(prelude)).toEqual({ statusCode: 200, headers: { a: 'b' } });
      const sizes: number[] = [];
      for await (const chunk of body) sizes.push(chunk.length);
      expect(sizes.reduce((sum, size) => sum + size)).toBe(20_000_000);
      expect(sizes.length).toBeLessThan(400);
      expect(Math.max(...sizes)).toBeLessThan(512 * 1024);
    });

    it('holds the function back until its response is read, and tells it when the reader leaves', async () => {
      const { body } = await streamOf('endless', {});
      const state = async () => JSON.parse(String((await wholeOf('endless', 'state')).body));
      await once(body, 'readable');
      await pause(300);
      expect((await state()).made).toBeLessThan(2_000_000);
      body.destroy();
      await expect.poll(async () => (await state()).left).toBe('the client went away');
    });

    it('reports a failure within the first 64 KB, and breaks off the body after that', async () => {
      const broke = { kind: 'failed', errorType: 'Error', errorMessage: 'broke' };
      expect(await host.invokeStreaming('stream', { pieces: 100, breakAt: 50 })).toEqual(broke);
      const { body } = await streamOf('stream', { pieces: 2_000, breakAt: 1_000 });
      await expect(text(body)).rejects.toThrow('broke');
    });

    it('breaks off the body when the thread ends', async () => {
      const { body } = await streamOf('stream', { pieces: 2_000, exitAt: 1_000 });
      await expect(text(body)).rejects.toThrow('the function exited with code 3');
    });

    it('waits for the function after the end of its response', async () => {
      expect(String((await wholeOf('late', {})).body)).toBe('text');
      expect(await host.invokeStreaming('late', 'fail')).toMatchObject({ kind: 'failed' });
    });

    it.each([0, 100_000])('reports a response of %i bytes that has no status', async (length) => {
      const errorType = 'Runtime.NoPrelude';
      expect(await host.invokeStreaming('mute', length)).toMatchObject({ kind: 'failed', errorType });
    });

    it('reports a function that does not stream', async () => {
      expect(await host.invokeStreaming('echo', {})).toMatchObject({ kind: 'failed' });
    });
  });
});

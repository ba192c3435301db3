import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvocationSettings } from '../../../../infra/local/functions/function-host.ts';
import { runtimeEnvironment, startHost } from './host-under-test.ts';

const source = `
exports.echo = async (event, context) => ({ event, name: context.functionName, version: context.functionVersion, arn: context.invokedFunctionArn, request: context.awsRequestId, left: context.getRemainingTimeInMillis(), env: { ...process.env } });
exports.fail = async (thrown) => { throw thrown ?? Object.assign(new Error('Unauthorized'), { name: 'Refused' }); };
exports.hang = (event) => event?.stops ? 'done' : new Promise(() => setInterval(() => {}, 1000));
exports.spin = async (event) => { while (!event.stops); return 'done'; };
exports.exit = async () => process.exit(3);
exports.crash = () => { setImmediate(() => { throw null; }); return exports.hang(); };
exports.reject = () => { Promise.reject(new Error('lost')); return exports.hang(); };
exports.hoard = async () => { for (const held = []; ; ) held.push(new Array(100_000).fill(held.length)); };
const marker = __dirname + '/loaded';
if (process.env.AWS_LAMBDA_FUNCTION_NAME === 'init' && !require('node:fs').existsSync(marker)) {
  require('node:fs').writeFileSync(marker, '');
  throw new Error('cannot be loaded');
}
exports.init = async () => 'loaded';
exports.sized = async ({ letter, bytes }) => {
  const each = Buffer.byteLength(JSON.stringify(letter)) - 2;
  return letter.repeat((bytes - 2) / each) + 'a'.repeat((bytes - 2) % each);
};
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
exports.idle = awslambda.streamifyResponse(async (event, stream) => {
  const http = begin(stream);
  if (event === 'state') return void http.end(left);
  http.write('x'.repeat(100_000));
  await new Promise((resolve) => http.once('close', resolve));
  left = 'while idle';
});
exports.late = awslambda.streamifyResponse(async (event, stream) => {
  const http = begin(stream);
  http.end('text');
  await new Promise((resolve) => http.once('close', resolve));
  if (event === 'fail') throw new Error('broke after its end');
});
exports.slow = awslambda.streamifyResponse(async (event, stream) => {
  const http = begin(stream);
  http.write('x'.repeat(100_000));
  await new Promise((resolve) => setTimeout(resolve, event));
  http.end();
});
exports.mute = awslambda.streamifyResponse(async (event, stream) => { stream.write('x'.repeat(event)); stream.end(); });
process.stdout.write('loaded with ');
setTimeout(() => console.log('key', 'nothing'), 20);
`;

describe('the function host', () => {
  let host: Awaited<ReturnType<typeof startHost>>;
  beforeAll(async () => {
    host = await startHost(source, {
      echo: { environment: { OWN: 'echo' } },
      hoard: { memoryMegabytes: 64 },
    });
  });
  afterAll(() => host.close());

  const stream = (name: string, event: unknown) => host.invoke(name, event, { streamed: true });
  const streamOf = async (name: string, event: unknown, settings?: InvocationSettings) => {
    const outcome = await host.invoke(name, event, { ...settings, streamed: true });
    if (outcome.kind !== 'streamed' || Buffer.isBuffer(outcome.body))
      throw new Error(`${name}: ${JSON.stringify(outcome)}`);
    return { ...outcome, body: outcome.body };
  };
  const wholeOf = async (name: string, event: unknown) => {
    const outcome = await stream(name, event);
    if (outcome.kind !== 'streamed') throw new Error(`${name}: ${JSON.stringify(outcome)}`);
    return String(outcome.body);
  };

  it('passes a function its event, its context and exactly its own environment', async () => {
    const env = { OWN: 'echo', ...runtimeEnvironment, AWS_LAMBDA_FUNCTION_NAME: 'echo' };
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
    expect(await host.invoke('echo', undefined)).toMatchObject({ payload: { event: null } });
  });

  it('logs complete lines', async () => {
    await host.invoke('nothing', {});
    await expect.poll(() => host.logged).toContain('nothing: loaded with key nothing\n');
  });

  it("uses the caller's request ID, and separates calls that have the same ID", async () => {
    const requestId = 'b6f2c1de-0d53-4d0a-8f37-1c8f8e1f3a52';
    const outcomes = [1, 2].map((event) => host.invoke('echo', event, { requestId }));
    expect(await Promise.all(outcomes)).toMatchObject([
      { payload: { event: 1, request: requestId } },
      { payload: { event: 2, request: requestId } },
    ]);
  });

  it.each([
    ['nothing', null, { kind: 'result', payload: null }],
    ['fail', null, { kind: 'failed', errorType: 'Refused', errorMessage: 'Unauthorized' }],
    ['fail', 'text', { kind: 'failed', errorType: 'string', errorMessage: 'text' }],
  ])('returns the result or error of the function %s for %j', async (name, event, outcome) => {
    expect(await host.invoke(name, event)).toEqual(outcome);
  });

  it.each(['hang', 'spin'])(
    'G08 times out a function that would %s forever, and starts it again',
    async (name) => {
      expect(await host.invoke(name, {}, { timeoutMilliseconds: 300 })).toEqual({ kind: 'timed-out' });
      expect(await host.invoke(name, { stops: true })).toEqual({ kind: 'result', payload: 'done' });
    },
  );

  it("aborts a streamed response at its timeout, but not the thread's other streams", async () => {
    const { body } = await streamOf('slow', 2_000);
    const { body: tooSlow } = await streamOf('slow', 60_000, { timeoutMilliseconds: 300 });
    await expect(buffer(tooSlow)).rejects.toThrow('the function timed out');
    expect(await buffer(body)).toHaveLength(100_000);
  });

  it('aborts a response that its client reads too slowly, and keeps the thread', async () => {
    // Starts the thread, so that on a busy machine the time is long enough to fill all buffers.
    await wholeOf('endless', 'state');
    const { body } = await streamOf('endless', {}, { timeoutMilliseconds: 3_000 });
    // The client reads the first chunk and then stops.
    body.pipe(new Writable({ write() {} }));
    await expect.poll(() => body.destroyed).toBe(true);
    expect(JSON.parse(await wholeOf('endless', 'state'))).toEqual({
      made: expect.toSatisfy((made) => made > 0),
      left: expect.any(String),
    });
  });

  it("throttles functions beyond the account's concurrency limit (G10)", async () => {
    await using limited = await startHost(source, {}, 2);
    const throttled = { kind: 'throttled' };
    const stream = (event: object) => limited.invoke('stream', event, { streamed: true });
    const hanging = [1, 2].map(() => limited.invoke('hang', {}, { timeoutMilliseconds: 2_000 }));
    expect(await limited.invoke('count', {})).toEqual(throttled);
    await Promise.all(hanging);

    const streams = [await stream({ pieces: 2_000 }), await stream({ pieces: 2_000 })];
    expect(await stream({ pieces: 1 })).toEqual(throttled);
    // A stream counts until it is read to its end or abandoned. Failed streams do not count.
    const [read, left] = streams.map((outcome) =>
      outcome.kind === 'streamed' && outcome.body instanceof Readable ? outcome.body : undefined,
    );
    if (!read || !left) throw new Error('not two streams');
    await once(left.destroy(), 'close');
    await buffer(read);
    for (let index = 0; index < 3; index += 1)
      expect(await stream({ pieces: 2, breakAt: 1 })).toMatchObject({ kind: 'failed' });
    expect(await limited.invoke('count', {})).toMatchObject({ kind: 'result' });
  });

  it.each([
    ['exit', 'Runtime.ExitError'],
    ['crash', 'object'],
    ['reject', 'Error'],
    ['hoard', 'Error'],
  ])('G09 restarts a function whose thread ended with %s', async (name, errorType) => {
    expect(await host.invoke(name, {})).toMatchObject({ kind: 'failed', errorType });
    expect(await host.invoke(name, {})).toMatchObject({ kind: 'failed', errorType });
  });

  it('G09 loads a function again after it could not be loaded', async () => {
    expect(await host.invoke('init', {})).toMatchObject({ errorMessage: 'cannot be loaded' });
    expect(await host.invoke('init', {})).toEqual({ kind: 'result', payload: 'loaded' });
  });

  // In JSON, the first letter is unchanged, the second is escaped, and the third has several bytes of UTF-8.
  it.each(['a', '"', '😀'])(
    "accepts a result of Lambda's maximum size, but no larger one: %s",
    async (letter) => {
      const bytes = 6_291_556;
      const { kind } = await host.invoke('sized', { letter, bytes });
      const tooLarge = await host.invoke('sized', { letter, bytes: bytes + 1 });
      expect([kind, tooLarge]).toMatchObject(['result', { errorType: 'Function.ResponseSizeTooLarge' }]);
    },
  );

  it('rejects an event that JSON cannot represent, and keeps running', async () => {
    await expect(host.invoke('count', 1n)).rejects.toThrow(TypeError);
    expect(await host.invoke('count', {})).toMatchObject({ kind: 'result' });
  });

  it('rejects an unknown function', async () => {
    await expect(host.invoke('other', {})).rejects.toThrow('The template has no function other.');
  });

  describe('when a function streams', () => {
    it.each([
      ['text and bytes', [{ text: '€' }, { bytes: [0, 255] }], Buffer.from([0xe2, 0x82, 0xac, 0, 255])],
      ['nothing', [], Buffer.alloc(0)],
      ['64 KB', [{ text: 'x'.repeat(65_536) }], Buffer.alloc(65_536, 'x')],
    ])('buffers a short response of %s', async (_what, pieces, body) => {
      const prelude = JSON.stringify({ statusCode: 200 });
      expect(await stream('written', pieces)).toEqual({ kind: 'streamed', prelude, body });
    });

    it('streams a longer response in order and byte for byte', async () => {
      const pieces = [{ text: 'Zürich € 📮' }, { text: 'ÿ\u0000', encoding: 'latin1' }, { bytes: [0, 255] }];
      const one = Buffer.concat([Buffer.from('Zürich € 📮'), Buffer.from([255, 0, 0, 255])]);
      const { body } = await streamOf('written', Array.from({ length: 9_000 }, () => pieces).flat());
      expect((await buffer(body)).equals(Buffer.concat(Array.from({ length: 9_000 }, () => one)))).toBe(true);
    });

    it('batches small writes into large chunks', async () => {
      const { prelude, body } = await streamOf('stream', { pieces: 20_000 });
      expect(JSON.parse(prelude)).toEqual({ statusCode: 200, headers: { a: 'b' } });
      const sizes: number[] = [];
      for await (const chunk of body) sizes.push(chunk.length);
      expect(sizes.reduce((sum, size) => sum + size)).toBe(20_000_000);
      expect(sizes.length).toBeLessThan(400);
      expect(Math.max(...sizes)).toBeLessThan(512 * 1024);
    });

    it('applies backpressure, and notifies the function when the client disconnects', async () => {
      const state = async () => JSON.parse(await wholeOf('endless', 'state'));
      const before = (await state()).made;
      const { body } = await streamOf('endless', {});
      await once(body, 'readable');
      await pause(300);
      expect((await state()).made - before).toBeLessThan(2_000_000);
      body.destroy();
      await expect.poll(async () => (await state()).left).toBe('the client went away');
    });

    it('notifies a function that writes nothing more when the client disconnects', async () => {
      const { body } = await streamOf('idle', {});
      await once(body, 'readable');
      body.destroy();
      await expect.poll(() => wholeOf('idle', 'state')).toBe('while idle');
    });

    it('reports a failure within the first 64 KB, and aborts the body after that', async () => {
      const broke = { kind: 'failed', errorType: 'Error', errorMessage: 'broke' };
      expect(await stream('stream', { pieces: 100, breakAt: 50 })).toEqual(broke);
      const { body } = await streamOf('stream', { pieces: 2_000, breakAt: 1_000 });
      await expect(text(body)).rejects.toThrow('broke');
    });

    it('aborts the body when the thread ends', async () => {
      const { body } = await streamOf('stream', { pieces: 2_000, exitAt: 1_000 });
      await expect(text(body)).rejects.toThrow('the function exited with code 3');
    });

    it('waits for the function to end after its response', async () => {
      expect(await wholeOf('late', {})).toBe('text');
    });

    it.each([
      ['fails after its response', 'late', 'fail', 'Error'],
      ['sends no status with an empty response', 'mute', 0, 'Runtime.NoPrelude'],
      ['sends no status with a long response', 'mute', 100_000, 'Runtime.NoPrelude'],
      ['does not stream', 'echo', {}, 'Error'],
    ])('reports a function that %s', async (_, name, event, errorType) => {
      expect(await stream(name, event)).toMatchObject({ kind: 'failed', errorType });
    });
  });
});

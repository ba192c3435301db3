import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FunctionHost } from '../../../../infra/local/functions/function-host.ts';
import { threadedFunctionHost } from '../../../../infra/local/functions/threaded-function-host.ts';
import type { DeployedFunction } from '../../../../infra/local/template/deployment.ts';

const source = `
exports.echo = async (event, context) => ({ event, name: context.functionName, version: context.functionVersion, arn: context.invokedFunctionArn, request: context.awsRequestId, left: context.getRemainingTimeInMillis(), env: { ...process.env } });
exports.live = exports.echo;
exports.fail = async () => { const error = new Error('Unauthorized'); error.name = 'Refused'; throw error; };
exports.hang = () => new Promise(() => setInterval(() => {}, 1000));
exports.spin = async () => { while (true); };
exports.exit = async () => process.exit(3);
exports.nothing = async () => undefined;
let served = 0;
exports.count = async () => ++served;
exports.stream = awslambda.streamifyResponse(async (event, stream) => {
  const http = awslambda.HttpResponseStream.from(stream, { statusCode: 200, headers: { a: 'b' } });
  for (let i = 0; i < event.pieces; i++) {
    if (!http.write('x'.repeat(1000))) await new Promise((resolve) => http.once('drain', resolve));
    if (i === event.breakAt) throw new Error('broke');
  }
  http.end();
});
exports.written = awslambda.streamifyResponse(async (event, stream) => {
  const http = awslambda.HttpResponseStream.from(stream, { statusCode: 200 });
  for (const { text, encoding, bytes } of event) http.write(text ?? Buffer.from(bytes), encoding);
  http.end();
});
let toGoOn;
exports.later = awslambda.streamifyResponse(async (event, stream) => {
  const begin = (statusCode) => awslambda.HttpResponseStream.from(stream, { statusCode });
  if (event === 'fails') {
    toGoOn = () => { begin(418).write('of the first'); };
    begin(200).write('first');
    throw new Error('broke');
  }
  const http = begin(200);
  http.write('second');
  toGoOn?.();
  await new Promise((resolve) => setTimeout(resolve, 20));
  http.end(' done');
});
exports.mute = awslambda.streamifyResponse(async (event, stream) => stream.end('text'));
exports.closes = awslambda.streamifyResponse(async (event, stream) => {
  awslambda.HttpResponseStream.from(stream, { statusCode: 200 }).end('text');
  await new Promise((resolve) => stream.once('close', resolve));
});
console.log('loaded with key', 'nothing');
`;

const exported = [
  'echo',
  'live',
  'fail',
  'hang',
  'spin',
  'exit',
  'nothing',
  'count',
  'stream',
  'written',
  'later',
  'mute',
  'closes',
];

describe('the threaded function host', () => {
  let host: FunctionHost;
  let codeDirectory: string;
  const lines: string[] = [];

  beforeAll(async () => {
    codeDirectory = await mkdtemp(join(tmpdir(), 'functions-'));
    await writeFile(join(codeDirectory, 'index.cjs'), source);
    const functions = new Map<string, DeployedFunction>(
      exported.map((name) => [
        name,
        {
          name,
          codeDirectory,
          handler: `index.${name}`,
          environment: { OWN: name },
          // More than any of them takes on a machine that is busy with other things.
          timeoutSeconds: 10,
          memoryMegabytes: 256,
          ...(name === 'live' && { alias: 'live' }),
        },
      ]),
    );
    const runtimeEnvironment = { AWS_REGION: 'ap-southeast-2' };
    host = threadedFunctionHost({
      functions,
      runtimeEnvironment,
      log: (name, line) => lines.push(name + line),
    });
  });
  afterAll(async () => {
    await host.close();
    await rm(codeDirectory, { recursive: true });
  });

  it('gives a function its event, its context, and exactly its own environment', async () => {
    const answer = await host.invoke('echo', { hello: 'world' });
    expect(answer).toMatchObject({
      kind: 'result',
      payload: {
        event: { hello: 'world' },
        name: 'echo',
        env: { OWN: 'echo', AWS_REGION: 'ap-southeast-2', AWS_LAMBDA_FUNCTION_NAME: 'echo' },
      },
    });
    expect(JSON.stringify(answer)).not.toContain('PATH');
    // What it writes comes by another way than its answer.
    await expect.poll(() => lines.join('')).toContain('loaded with key');
  });

  it('tells a function what it was invoked by: its name, or its alias', async () => {
    const arn = 'arn:aws:lambda:ap-southeast-2:000000000000:function:echo';
    expect(await host.invoke('echo', {})).toMatchObject({ payload: { version: '$LATEST', arn } });
    expect(await host.invoke('live', {})).toMatchObject({
      payload: { version: '1', arn: arn.replace(/echo$/, 'live:live') },
    });
  });

  it('tells a function the id that its invocation was given, and another one where it was given none', async () => {
    const given = 'b6f2c1de-0d53-4d0a-8f37-1c8f8e1f3a52';
    expect(await host.invoke('echo', {}, { requestId: given })).toMatchObject({
      payload: { request: given },
    });
    expect(await host.invoke('echo', {})).toMatchObject({
      payload: { request: expect.stringMatching(/^(?!b6f2c1de)[0-9a-f-]{36}$/) },
    });
  });

  it('keeps a function loaded between requests', async () => {
    await host.invoke('count', {});
    expect(await host.invoke('count', {})).toEqual({ kind: 'result', payload: 2 });
  });

  it('reports what a function threw', async () => {
    const answer = await host.invoke('fail', {});
    expect(answer).toMatchObject({ kind: 'failed', errorType: 'Refused', errorMessage: 'Unauthorized' });
  });

  it('takes a function that returns nothing for one that returns null', async () => {
    expect(await host.invoke('nothing', {})).toEqual({ kind: 'result', payload: null });
  });

  it.each(['hang', 'spin'])('ends a function at its timeout that would %s for ever', async (name) => {
    expect(await host.invoke(name, {}, { timeoutMilliseconds: 300 })).toEqual({ kind: 'timed-out' });
  });

  it('reports a function that ends its process, and starts it afresh for the next request', async () => {
    expect(await host.invoke('exit', {})).toMatchObject({ kind: 'failed', errorType: 'Runtime.ExitError' });
    expect(await host.invoke('exit', {})).toMatchObject({ kind: 'failed', errorType: 'Runtime.ExitError' });
  });

  it('streams an answer of many pieces to a slow reader', async () => {
    const answer = await host.invokeStreaming('stream', { pieces: 2_000 });
    if (answer.kind !== 'streaming') throw new Error(answer.kind);
    expect(JSON.parse(answer.prelude)).toEqual({ statusCode: 200, headers: { a: 'b' } });
    expect((await buffer(answer.body)).length).toBe(2_000_000);
  });

  it('streams text, encoded text and bytes byte by byte, beyond what a function may be ahead', async () => {
    const round = [
      { text: 'Zürich € 📮' },
      { text: 'ÿ\u0000', encoding: 'latin1' },
      { bytes: [0, 255, 128] },
    ];
    const pieces = Array.from({ length: 9_000 }, () => round).flat();
    const answer = await host.invokeStreaming('written', pieces);
    if (answer.kind !== 'streaming') throw new Error(answer.kind);
    const one = Buffer.concat([Buffer.from('Zürich € 📮'), Buffer.from([255, 0, 0, 255, 128])]);
    const expected = Buffer.concat(Array.from({ length: 9_000 }, () => one));
    expect((await buffer(answer.body)).equals(expected)).toBe(true);
  });

  it('breaks the stream off where the function fails in the middle', async () => {
    const answer = await host.invokeStreaming('stream', { pieces: 100, breakAt: 50 });
    if (answer.kind !== 'streaming') throw new Error(answer.kind);
    await expect(text(answer.body)).rejects.toThrow('broke');
  });

  it('lets the function go on with others when a reader goes away', async () => {
    const abandoned = await host.invokeStreaming('stream', { pieces: 100_000 });
    if (abandoned.kind !== 'streaming') throw new Error(abandoned.kind);
    abandoned.body.destroy();
    expect(await host.invokeStreaming('stream', { pieces: 1 })).toMatchObject({ bytes: 'x'.repeat(1_000) });
  });

  it('has a short streamed answer whole', async () => {
    expect(await host.invokeStreaming('stream', { pieces: 3 })).toEqual({
      kind: 'whole',
      prelude: JSON.stringify({ statusCode: 200, headers: { a: 'b' } }),
      bytes: 'x'.repeat(3_000),
    });
  });

  it.each([
    ['ASCII', [{ text: 'a' }, { text: 'b' }], Buffer.from('ab')],
    ['other text', [{ text: 'Zürich' }, { text: ' €' }], Buffer.from('Zürich €')],
    ['bytes', [{ bytes: [0, 255, 128] }], Buffer.from([0, 255, 128])],
    [
      'encoded text',
      [
        { text: 'ÿ\u0000', encoding: 'latin1' },
        { text: 'ff', encoding: 'hex' },
      ],
      Buffer.from([255, 0, 255]),
    ],
    ['text and bytes', [{ text: 'ü' }, { bytes: [255] }], Buffer.from([0xc3, 0xbc, 255])],
    ['nothing', [], Buffer.alloc(0)],
  ])('has a short answer of %s byte by byte', async (_what, pieces, bytes) => {
    const answer = await host.invokeStreaming('written', pieces);
    if (answer.kind !== 'whole') throw new Error(answer.kind);
    expect(Buffer.from(answer.bytes, 'latin1')).toEqual(bytes);
  });

  it('lets nothing of an answer that failed come into the next', async () => {
    const first = await host.invokeStreaming('later', 'fails');
    if (first.kind !== 'streaming') throw new Error(first.kind);
    await expect(text(first.body)).rejects.toThrow('broke');
    const second = await host.invokeStreaming('later', 'goes on');
    if (second.kind !== 'streaming') throw new Error(second.kind);
    expect(JSON.parse(second.prelude)).toEqual({ statusCode: 200 });
    expect(await text(second.body)).toBe('second done');
  });

  it('reports a function that ends its answer without status and headers', async () => {
    expect(await host.invokeStreaming('mute', {})).toMatchObject({
      kind: 'failed',
      errorType: 'Runtime.NoPrelude',
    });
  });

  it('tells a function that its answer has closed', async () => {
    expect(await host.invokeStreaming('closes', {})).toMatchObject({
      kind: expect.stringMatching('whole|streaming'),
    });
  });

  it('goes on after an event that JSON cannot carry', async () => {
    await expect(host.invoke('echo', 1n)).rejects.toThrow(TypeError);
    await expect(host.invokeStreaming('stream', 1n)).rejects.toThrow(TypeError);
    expect(await host.invoke('count', {})).toMatchObject({ kind: 'result' });
  });

  it('does not stream from a function that answers in one piece', async () => {
    expect(await host.invokeStreaming('echo', {})).toMatchObject({ kind: 'failed' });
  });
});

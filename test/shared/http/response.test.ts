import { randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { offerStreamingRuntime } from '../../../infra/local/functions/streaming-runtime.ts';
import {
  type StreamedResult,
  sendStreamed,
  toProxyResult,
  toStreamedResult,
} from '../../../shared/http/response.ts';
import { captureLog, metricsIn } from '../../support/captured-log.ts';

offerStreamingRuntime();

const block = 'x'.repeat(32 * 1024);

function* failingAfter(count: number) {
  for (let made = 0; made < count; made++) yield block;
  throw new Error('no more');
}

const sentBytes = async ({ body }: StreamedResult): Promise<Buffer> =>
  body instanceof Readable ? buffer(body) : Buffer.from(body);

const sentText = async (result: StreamedResult): Promise<string> => {
  const bytes = await sentBytes(result);
  return (result.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
};

it('toProxyResult compresses a body of 1024 bytes or more for clients that accept gzip, even if they prefer Brotli', () => {
  const large = { text: 'é'.repeat(1024) };
  const { statusCode, headers, body, isBase64Encoded } = toProxyResult(large, 'br, gzip, deflate', {
    etag: 'W/"1"',
  });
  expect({ statusCode, isBase64Encoded }).toEqual({ statusCode: 200, isBase64Encoded: true });
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding', etag: 'W/"1"' });
  expect(JSON.parse(gunzipSync(Buffer.from(body, 'base64')).toString())).toEqual(large);
  for (const plain of [toProxyResult(large, 'br'), toProxyResult({ a: 1 }, 'gzip')]) {
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.body).toMatch(/^{/);
  }
});

describe('a streamed response', () => {
  const encodingFor = (acceptEncoding?: string) =>
    toStreamedResult({ text: block }, acceptEncoding).headers['content-encoding'];

  it.each([
    ...['gzip', 'deflate, gzip;q=0.5', 'GZIP', '*', '*;q=0.1', 'br;q=0,gzip ; q=1', 'gzip, identity;q=0.5'],
    'identity, gzip',
  ])('is compressed for clients that accept %s', (encodings) => expect(encodingFor(encodings)).toBe('gzip'));

  it.each([
    ...[undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip;q=0.000', '*;q=0', 'gzip;q=0, *', 'xgzip'],
    ...['gzip;q=0.5, identity', 'gzip;q=0.5, identity;q=0.6', 'gzip;q=1.5', 'gzip;q=x'],
  ])('is not compressed for clients that accept %s', (encodings) =>
    expect(encodingFor(encodings)).toBeUndefined(),
  );

  it('is compressed if it has at least 1024 bytes', () => {
    const encodingOf = (text: string) => toStreamedResult([text], 'gzip').headers['content-encoding'];
    const around = '{"0":""}'.length;
    expect(['x'.repeat(1023 - around), 'x'.repeat(1024 - around)].map(encodingOf)).toEqual([
      undefined,
      'gzip',
    ]);
    // The limit is in bytes, not characters.
    expect(['é'.repeat(507), 'é'.repeat(508)].map(encodingOf)).toEqual([undefined, 'gzip']);
  });

  it.each([
    ['an empty body', {}],
    ['no list', { name: 'Ō 📮', count: 0, nothing: null, left: undefined }],
    ['an empty list', { list: [] }],
    ['lists between members', { first: [1, { a: [2] }], '"': 'x', second: ['Ō 📮', null] }],
    ['a long list', { total: 9, list: Array.from({ length: 9 }, () => block), after: true }],
    ['a long item', { list: [block.repeat(9)] }],
  ])('is the JSON of its body, plain and compressed: %s', async (_, body) => {
    const asIterables = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value.values() : value]),
    );
    const plain = toStreamedResult(body, undefined);
    expect(plain).toMatchObject({ statusCode: 200, headers: { vary: 'accept-encoding' } });
    expect(await sentText(plain)).toBe(JSON.stringify(body));
    const compressed = toStreamedResult(asIterables, 'gzip');
    expect(compressed).toMatchObject({ statusCode: 200, headers: { vary: 'accept-encoding' } });
    expect(await sentText(compressed)).toBe(JSON.stringify(body));
  });

  it.each(['identity', 'gzip'])('is aborted if a later item fails (%s)', async (encodings) => {
    await expect(sentBytes(toStreamedResult({ list: failingAfter(9) }, encodings))).rejects.toThrow(
      'no more',
    );
  });

  it('fails before it starts if an item in the first chunk fails', () => {
    expect(() => toStreamedResult({ list: failingAfter(1) }, undefined)).toThrow('no more');
  });
});

describe('sending a streamed response', () => {
  /** A client that hangs up when the second chunk arrives, with or without an error. */
  const leavingClient = (error?: Error) => {
    let chunks = 0;
    return new Writable({
      highWaterMark: 1,
      write(_chunk, _encoding, done) {
        chunks += 1;
        if (chunks > 1) this.destroy(error);
        else done();
      },
    }).on('error', () => {});
  };
  const endless = (encodings?: string) =>
    toStreamedResult({ list: Array.from({ length: 99 }, () => block) }, encodings);

  it.each([
    ['hangs up', undefined, undefined],
    ['hangs up during a compressed response', undefined, 'gzip'],
    ['breaks the connection', new Error('ECONNRESET'), undefined],
  ])('ends normally if the client %s', async (_, error, encodings) => {
    const log = captureLog();
    // Uses random text, because other text would be compressed into one chunk.
    const body = encodings
      ? toStreamedResult(
          { list: Array.from({ length: 99 }, () => randomBytes(32_768).toString('base64')) },
          encodings,
        )
      : endless();
    await expect(sendStreamed(body, leavingClient(error))).resolves.toBeUndefined();
    expect(log()).toContain('hung up');
    expect(log()).not.toContain('AnswersFailed');
  });

  it.each(['identity', 'gzip'])(
    'fails, and is counted, if a later item cannot be created (%s)',
    async (encodings) => {
      const log = captureLog();
      const reader = new Writable({ write: (_chunk, _encoding, done) => done() }).on('error', () => {});
      const sending = sendStreamed(toStreamedResult({ list: failingAfter(9) }, encodings), reader);
      await expect(sending).rejects.toThrow('no more');
      expect(log()).toContain('AnswersFailed');
      expect(log()).not.toContain('hung up');
    },
  );

  it.each([
    ['a long list', 99, 'identity'],
    ['a compressed long list', 99, 'gzip'],
    ['a short list', 1, 'identity'],
  ])('counts the bytes of the body as sent: %s', async (_, items, encodings) => {
    const result = () => toStreamedResult({ list: Array.from({ length: items }, () => block) }, encodings);
    // Loads a new instance, which writes its first count immediately.
    vi.resetModules();
    const instance = await import('../../../shared/http/response.ts');
    const log = captureLog();
    await instance.sendStreamed(result(), new Writable({ write: (_chunk, _encoding, done) => done() }));
    const { length } = await sentBytes(result());
    expect(metricsIn(log()).map(({ name, value }) => [name, value])).toEqual([['BytesStreamed', length]]);
  });
});

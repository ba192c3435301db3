import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gatewayEvent } from '../../../shared/http/gateway-event.ts';
import { type StreamedResult, streamText } from '../../../shared/http/streamed-response.ts';
import { gatewayEventOf } from '../../support/gateway/gateway-event-of.ts';

const accepting = (encodings?: string) => {
  const request = encodings === undefined ? {} : { headers: { 'Accept-Encoding': encodings } };
  return gatewayEvent.parse(gatewayEventOf({ path: '/', ...request }, '/', {}));
};
const long = 'x'.repeat(2_000);
const encodingFor = (encodings?: string) =>
  streamText(long, accepting(encodings)).headers['content-encoding'];

const bytesOf = async (body: StreamedResult['body']): Promise<Buffer> => {
  if (body instanceof Readable) return buffer(body);
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(body);
};

/** Five of these are no short text any more. */
const block = 'x'.repeat(32 * 1024);
const blocks = (count: number) => Array.from({ length: count }, () => block);

function* failing(after: number) {
  for (let piece = 0; piece < after; piece++) yield block;
  throw new Error('no more');
}

describe('streamText', () => {
  it.each(['gzip', 'deflate, gzip;q=0.5', 'GZIP', '*', '*;q=0.1', 'br;q=0,gzip ; q=1'])(
    'compresses for clients that accept %s',
    (encodings) => expect(encodingFor(encodings)).toBe('gzip'),
  );

  it.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip;q=0.000', '*;q=0', 'gzip;q=0, *', 'xgzip'])(
    'does not compress for clients that accept %s',
    (encodings) => expect(encodingFor(encodings)).toBeUndefined(),
  );

  it('compresses nothing that is shorter than what the gateway compresses', () => {
    const encodingOf = (text: string) => streamText(text, accepting('gzip')).headers['content-encoding'];
    expect([encodingOf('x'.repeat(1023)), encodingOf('x'.repeat(1024))]).toEqual([undefined, 'gzip']);
    // Bytes, not characters.
    expect([encodingOf('é'.repeat(511)), encodingOf('é'.repeat(512))]).toEqual([undefined, 'gzip']);
  });

  it.each([
    ['nothing', []],
    ['one piece', [`{"name":"Ō 📮${long}"}`]],
    ['two pieces', ['{"name":"', `Ō 📮${long}"}`]],
    ['more pieces', ['{"name":"', 'Ō 📮', long, '"}']],
    ['long pieces', ['{"name":"', 'Ō 📮', ...blocks(9), '"}']],
  ])('sends the same text plain and compressed, of %s', async (_, pieces) => {
    const plain = streamText(pieces, accepting());
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.headers.vary).toBe('accept-encoding');
    expect((await bytesOf(plain.body)).toString()).toBe(pieces.join(''));
    const { headers, body } = streamText(pieces, accepting('gzip'));
    expect(headers.vary).toBe('accept-encoding');
    const bytes = await bytesOf(body);
    const text = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    expect(text.toString()).toBe(pieces.join(''));
  });

  it('sends a text in UTF-8, compressed if it is long enough', async () => {
    for (const [text, encoding] of [
      ['Ō 📮', undefined],
      [`Ō 📮${long}`, 'gzip'],
    ] as const) {
      expect(streamText(text, accepting())).toMatchObject({ statusCode: 200, body: text });
      const { headers, body } = streamText(text, accepting('gzip'));
      expect(headers['content-encoding']).toBe(encoding);
      const sent = await bytesOf(body);
      expect((encoding === undefined ? sent : gunzipSync(sent)).toString()).toBe(text);
    }
  });

  it('streams what comes in pieces and is long, and nothing else', () => {
    const kindOf = (text: string | Iterable<string>) => typeof streamText(text, accepting()).body;
    const short = ['x', ['x'], ['x', 'y'], blocks(4), block.repeat(9)];
    expect(short.map(kindOf)).toEqual(short.map(() => 'string'));
    expect(kindOf(blocks(6))).toBe('object');
  });

  it('makes no piece long before it is sent', () => {
    const made: number[] = [];
    function* pieces() {
      for (let piece = 0; piece < 9; piece++) {
        made.push(piece);
        yield block;
      }
    }
    streamText(pieces(), accepting());
    expect(made).toEqual([0, 1, 2, 3, 4]);
  });

  it.each(['identity', 'gzip'])('lets the pieces go where the client does (%s)', async (encodings) => {
    let isLetGo = false;
    function* pieces() {
      try {
        for (;;) yield block;
      } finally {
        isLetGo = true;
      }
    }
    const { body } = streamText(pieces(), accepting(encodings));
    if (!(body instanceof Readable)) throw new Error('the body is not streamed');
    body.destroy();
    await finished(body).catch(() => undefined);
    await expect.poll(() => isLetGo).toBe(true);
  });

  it.each(['identity', 'gzip'])('breaks off where a piece cannot be made (%s)', async (encodings) => {
    await expect(bytesOf(streamText(failing(9), accepting(encodings)).body)).rejects.toThrow('no more');
  });

  it('fails as a whole where none of its pieces is sent yet', () => {
    expect(() => streamText(failing(4), accepting())).toThrow('no more');
  });
});

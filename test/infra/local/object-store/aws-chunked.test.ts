import { once } from 'node:events';
import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeAwsChunked } from '../../../../infra/local/object-store/payload/aws-chunked.ts';
import { openConnection } from '../gateway/raw-http.ts';
import { sendSigned, signedHeaders } from './signed-request.ts';
import { bucket, filesOf, startStoreUnderTest } from './store-under-test.ts';

let store: Awaited<ReturnType<typeof startStoreUnderTest>>;
beforeAll(async () => {
  store = await startStoreUnderTest();
});
afterAll(() => store[Symbol.asyncDispose]());

const contents = 'hello, world';
const checksumOf = (text: string) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return bytes.toString('base64');
};
const trailer = `x-amz-checksum-crc32:${checksumOf(contents)}`;

const request = (body: string, length = contents.length, announced = 'x-amz-checksum-crc32') => ({
  method: 'PUT',
  path: `/${bucket}/chunked`,
  body,
  payload: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
  headers: {
    'content-encoding': 'aws-chunked',
    'content-length': String(body.length),
    'x-amz-decoded-content-length': String(length),
    'x-amz-trailer': announced,
  },
});

describe('An aws-chunked body', () => {
  it('is stored as what it says', async () => {
    expect(
      await sendSigned(store.endpoint, request(`5\r\nhello\r\n7\r\n, world\r\n0\r\n${trailer}\r\n\r\n`)),
    ).toBe('200');
  });

  it.each([
    ['a damaged checksum', `c\r\n${contents}\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n`, '400 BadDigest'],
    ['damaged contents', `c\r\nhellO, world\r\n0\r\n${trailer}\r\n\r\n`, '400 BadDigest'],
    [
      'a checksum that is none',
      `c\r\n${contents}\r\n0\r\nx-amz-checksum-crc32:x\r\n\r\n`,
      '400 InvalidDigest',
    ],
    ['no trailer', `c\r\n${contents}\r\n0\r\n\r\n`, '400 MalformedTrailerError'],
    ['another trailer', `c\r\n${contents}\r\n0\r\nx-amz-meta-a:b\r\n\r\n`, '400 MalformedTrailerError'],
    ['a trailer without a colon', `c\r\n${contents}\r\n0\r\nnothing\r\n\r\n`, '400 MalformedTrailerError'],
    ['an endless line', `c\r\n${contents}\r\n0\r\n${'x'.repeat(90_000)}`, '400 MalformedTrailerError'],
    ['a length that is none', `-c\r\n${contents}\r\n0\r\n${trailer}\r\n\r\n`, '400 MalformedTrailerError'],
    [
      'a chunk longer than it says',
      `b\r\n${contents}\r\n0\r\n${trailer}\r\n\r\n`,
      '400 MalformedTrailerError',
    ],
    [
      'more after the trailer',
      `c\r\n${contents}\r\n0\r\n${trailer}\r\n\r\nmore`,
      '400 MalformedTrailerError',
    ],
    ['an end in its midst', `c\r\nhello`, '400 IncompleteBody'],
    ['fewer bytes than announced', `5\r\nhello\r\n0\r\n${trailer}\r\n\r\n`, '400 IncompleteBody'],
    ['more bytes than announced', `e\r\nhello, worlds!\r\n0\r\n${trailer}\r\n\r\n`, '400 IncompleteBody'],
  ])('with %s is refused and leaves nothing', async (_, body, refusal) => {
    const before = await filesOf(store.directory);
    expect(await sendSigned(store.endpoint, request(body))).toBe(refusal);
    expect(await filesOf(store.directory)).toEqual(before);
  });

  it('that goes wrong long before its end is answered all the same', async () => {
    const body = `c\r\n${contents}no chunk\r\n${'x'.repeat(4_000_000)}`;
    expect(await sendSigned(store.endpoint, request(body))).toBe('400 MalformedTrailerError');
  });

  it('with a trailer that cannot be verified is refused', async () => {
    const refusal = await sendSigned(store.endpoint, request('0\r\n\r\n', 0, 'x-amz-checksum-crc32c'));
    expect(refusal).toBe('501 NotImplemented');
  });

  it('that its client leaves off leaves nothing', async () => {
    const before = await filesOf(store.directory);
    const { method, path, ...put } = request('x'.repeat(1000), 500);
    const headers = await signedHeaders(store.endpoint, { method, path, ...put });
    using connection = await openConnection(store.endpoint);
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    connection.socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n1f4\r\n${'y'.repeat(100)}`);
    await expect.poll(() => filesOf(store.directory)).toHaveLength(before.length + 1);
    connection.socket.destroy();
    await once(connection.socket, 'close');
    await expect.poll(() => filesOf(store.directory)).toEqual(before);
  });

  it('is decoded alike however it is cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 20 }),
        async (chunks, sizes) => {
          const encoded = Buffer.concat([
            ...chunks.flatMap((chunk) => [
              Buffer.from(`${chunk.length.toString(16)}\r\n`),
              chunk,
              Buffer.from('\r\n'),
            ]),
            Buffer.from('0\r\nx-amz-checksum-crc32: AAAAAA==\r\n\r\n'),
          ]);
          async function* pieces() {
            let at = 0;
            for (let turn = 0; at < encoded.length; turn += 1) {
              const size = sizes[turn % sizes.length] ?? 1;
              yield encoded.subarray(at, at + size);
              at += size;
            }
          }
          let trailers: ReadonlyMap<string, string> = new Map();
          const decoded: Uint8Array[] = [];
          const decoding = decodeAwsChunked(pieces(), (found) => {
            trailers = found;
          });
          for await (const piece of decoding) decoded.push(Buffer.from(piece));
          expect(Buffer.concat(decoded).equals(Buffer.concat(chunks))).toBe(true);
          expect([...trailers]).toEqual([['x-amz-checksum-crc32', 'AAAAAA==']]);
        },
      ),
    );
  });
});

import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { openConnection } from '../gateway/raw-http.ts';
import { sendSigned, signedHeaders } from './signed-request.ts';
import { bucket, filesOf, startStoreUnderTest } from './store-under-test.ts';

const store = await startStoreUnderTest();
afterAll(() => store[Symbol.asyncDispose]());

const contents = 'hello, world';
const checksum = Buffer.alloc(4);
checksum.writeUInt32BE(crc32(contents));
const trailer = `x-amz-checksum-crc32:${checksum.toString('base64')}`;
const twoChunks = `5\r\nhello\r\n7\r\n, world\r\n0\r\n${trailer}\r\n\r\n`;

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

/** Opens a connection and sends only the head of a request. */
const begin = async (body: string) => {
  const { method, path, ...put } = request(body);
  const headers = await signedHeaders(store.endpoint, { method, path, ...put });
  const connection = await openConnection(store.endpoint);
  connection.socket.setNoDelay(true);
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  connection.socket.write(`${method} ${path} HTTP/1.1\r\n${fields.join('')}\r\n`);
  return connection;
};

describe('An aws-chunked upload', () => {
  it('is decoded correctly, however it is split', async () => {
    expect(await sendSigned(store.endpoint, request(twoChunks))).toBe('200');
    using connection = await begin(twoChunks);
    for (const character of twoChunks) {
      connection.socket.write(character);
      await nextTurn();
    }
    await expect.poll(connection.received).toMatch(/^HTTP\/1\.1 200/);
    expect(await store.textOf('chunked')).toBe(contents);
  });

  const whole = `c\r\n${contents}\r\n0\r\n`;
  it.each([
    ['a wrong checksum', `${whole}x-amz-checksum-crc32:AAAAAA==\r\n\r\n`, '400 BadDigest'],
    ['changed contents', `c\r\nhellO, world\r\n0\r\n${trailer}\r\n\r\n`, '400 BadDigest'],
    ['a malformed checksum', `${whole}x-amz-checksum-crc32:x\r\n\r\n`, '400 BadDigest'],
    ['no trailer', `${whole}\r\n`, '400 MalformedTrailerError'],
    ['another trailer', `${whole}x-amz-meta-a:b\r\n\r\n`, '400 MalformedTrailerError'],
    ['a trailer without a colon', `${whole}nothing\r\n\r\n`, '400 MalformedTrailerError'],
    ['an overlong line', `${whole}${'x'.repeat(90_000)}`, '400 MalformedTrailerError'],
    ['a malformed length', `-c\r\n${contents}\r\n0\r\n${trailer}\r\n\r\n`, '400 MalformedTrailerError'],
    [
      'a chunk longer than its length',
      `b\r\n${contents}\r\n0\r\n${trailer}\r\n\r\n`,
      '400 MalformedTrailerError',
    ],
    ['data after the trailer', `${whole}${trailer}\r\n\r\nmore`, '400 MalformedTrailerError'],
    ['an early end', `c\r\nhello`, '400 IncompleteBody'],
    ['fewer bytes than announced', `5\r\nhello\r\n0\r\n${trailer}\r\n\r\n`, '400 IncompleteBody'],
    ['more bytes than announced', `e\r\nhello, worlds!\r\n0\r\n${trailer}\r\n\r\n`, '400 IncompleteBody'],
  ])('is rejected with %s, and stores nothing', async (_, body, error) => {
    const before = await filesOf(store.directory);
    expect(await sendSigned(store.endpoint, request(body))).toBe(error);
    expect(await filesOf(store.directory)).toEqual(before);
  });

  it('is read to its end before it is rejected', async () => {
    const body = `c\r\n${contents}no chunk\r\n${'x'.repeat(4_000_000)}`;
    expect(await sendSigned(store.endpoint, request(body))).toBe('400 MalformedTrailerError');
  });

  it('is rejected with an unsupported trailer', async () => {
    const unsupported = request('0\r\n\r\n', 0, 'x-amz-checksum-crc32c');
    expect(await sendSigned(store.endpoint, unsupported)).toBe('501 NotImplemented');
  });

  it('stores nothing if the client disconnects early', async () => {
    const before = await filesOf(store.directory);
    using connection = await begin(twoChunks);
    connection.socket.write(twoChunks.slice(0, 12));
    await expect.poll(() => filesOf(store.directory)).toHaveLength(before.length + 1);
    connection.socket.destroy();
    await once(connection.socket, 'close');
    await expect.poll(() => filesOf(store.directory)).toEqual(before);
  });
});

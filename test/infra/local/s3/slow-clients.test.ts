import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { exchangeRaw, exchangeUntilClosed, openConnection } from '../gateway/raw-http.ts';
import { newDirectory } from '../new-directory.ts';
import { signedHeaders } from './signed-request.ts';
import { bucket, filesOf, startStoreUnderTest } from './store-under-test.ts';

const store = await startStoreUnderTest();
afterAll(() => store[Symbol.asyncDispose]());

/** The prototype of every open file. */
const fileHandle: FileHandle = await open(import.meta.filename).then(async (handle) => {
  await handle.close();
  return Object.getPrototypeOf(handle);
});

/** Milliseconds; enough for a busy machine. */
const generous = { headers: 60_000, request: 60_000, silence: 60_000 };

describe('A slow client', () => {
  it('receives an error and is disconnected if it sends headers slowly', async () => {
    await using store = await startStoreUnderTest({ patience: { ...generous, headers: 300 } });
    using connection = await openConnection(store.endpoint);
    connection.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
    expect(await connection.closed()).toBeLessThan(30_000);
    expect(connection.received()).toMatch(/^HTTP\/1\.1 400 Bad Request[\s\S]*<Code>RequestTimeout/);
  });

  it('is disconnected if it drips its body, and nothing is stored', async () => {
    await using store = await startStoreUnderTest({
      patience: { ...generous, headers: 1_000, request: 1_500 },
    });
    const before = await filesOf(store.directory);
    const path = `/${bucket}/slow`;
    const request = {
      method: 'PUT',
      path,
      payload: 'UNSIGNED-PAYLOAD',
      headers: { 'content-length': '1000' },
    };
    const head = Object.entries(await signedHeaders(store.endpoint, request)).map(
      (field) => `${field.join(': ')}\r\n`,
    );
    using connection = await openConnection(store.endpoint);
    connection.socket.write(`PUT ${path} HTTP/1.1\r\n${head.join('')}\r\n`);
    const drip = setInterval(() => connection.socket.write('x'), 100);
    expect(await connection.closed()).toBeLessThan(30_000);
    clearInterval(drip);
    await expect.poll(() => filesOf(store.directory)).toEqual(before);
  });

  it('is disconnected if it does not read, while others are served', async () => {
    const directory = await newDirectory();
    {
      await using previous = await startStoreUnderTest({ directory });
      await previous.put('large', Buffer.alloc(20 * 1024 ** 2));
    }
    await using store = await startStoreUnderTest({ directory, patience: { ...generous, silence: 2_000 } });
    const url = new URL(
      await getSignedUrl(store.client, new GetObjectCommand({ Bucket: bucket, Key: 'large' })),
    );
    using connection = await openConnection(store.endpoint);
    connection.socket.pause();
    connection.socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`);
    await pause(200);
    expect((await fetch(url, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
    await expect.poll(() => store.log.join('\n'), { timeout: 30_000 }).toContain('was not sent completely');
  });
});

it('waits longer than the silence limit for its own disk', async () => {
  await using store = await startStoreUnderTest({ patience: { ...generous, silence: 100 } });
  const sync = vi.spyOn(fileHandle, 'sync').mockImplementation(async () => {
    await pause(1_000);
  });
  onTestFinished(() => sync.mockRestore());
  await store.put('large');
  expect(await store.textOf('large')).toBe('large');
});

it('waits longer than the silence limit for its own disk while a body arrives', async () => {
  await using store = await startStoreUnderTest({ patience: { ...generous, silence: 100 } });
  const { writeFile } = fileHandle;
  const stalled = vi.spyOn(fileHandle, 'writeFile').mockImplementationOnce(async function (
    this: FileHandle,
    contents,
  ) {
    await pause(1_000);
    return Reflect.apply(writeFile, this, [contents]);
  });
  onTestFinished(() => stalled.mockRestore());
  await store.put('larger', Buffer.alloc(8 * 1024 ** 2));
  expect(stalled).toHaveBeenCalled();
});

describe('A malformed request', () => {
  it.each([
    ['garbage', 'hello\r\n\r\n'],
    ['two content lengths', 'PUT /x/y HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'a content length and chunks',
      'PUT /x/y HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['overlong headers', `GET /x HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('receives an XML error and is disconnected: %s', async (_, text) => {
    const response = await exchangeUntilClosed(store.endpoint, text);
    expect(response?.statusCode).toBe(400);
    expect(response?.headers.get('content-type')).toBe('application/xml');
    expect(response?.body).toMatch(/<Code>(BadRequest|RequestHeaderSectionTooLarge)<\/Code>/);
  });

  it('does not affect later requests', async () => {
    await exchangeRaw(store.endpoint, 'GET /x/y HTTP/1.1\r\nHost: a\r\n\r\n');
    await store.put('fine');
  });
});

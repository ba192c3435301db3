import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { signedHeaders } from './signed-request.ts';
import { bucket, errorOf, filesOf, startStoreUnderTest } from './store-under-test.ts';

const store = await startStoreUnderTest({ silenceMilliseconds: 1_000 });
afterAll(() => store[Symbol.asyncDispose]());

/** Begins a request. The caller writes the body and ends the request. */
const begin = async (method: string, path: string, headers: Record<string, string> = {}) => {
  const signed = { method, path, headers, payload: 'UNSIGNED-PAYLOAD' };
  const { hostname, port } = new URL(store.endpoint);
  return request({
    ...{ hostname, port, method, path, agent: false },
    headers: await signedHeaders(store.endpoint, signed),
  });
};

it('disconnects a client that stops sending, and stores nothing', async () => {
  const upload = await begin('PUT', `/${bucket}/half`, { 'content-length': '10' });
  upload.write('half');
  const [error] = await once(upload, 'error').catch((thrown: unknown) => [thrown]);
  expect(error).toMatchObject({ code: 'ECONNRESET' });
  expect(await errorOf(store.get('half'))).toBe('404 NoSuchKey');
  await expect.poll(() => filesOf(store.directory)).toEqual([]);
});

it('disconnects a client that stops reading, and serves others', async () => {
  const bytes = 32 * 1024 ** 2;
  await store.put('large', Buffer.alloc(bytes));
  const download = await begin('GET', `/${bucket}/large`);
  download.end();
  const [response] = await once(download, 'response');
  await expect.poll(() => store.log.at(-1), { timeout: 5_000 }).toContain('was not sent completely');
  let received = 0;
  response.on('data', (data: Buffer) => {
    received += data.length;
  });
  await once(response, 'close').catch(() => {});
  expect(received).toBeLessThan(bytes);
  expect((await store.head('large')).ContentLength).toBe(bytes);
});

import { randomBytes } from 'node:crypto';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startEmbeddedDynamoDb } from '../../../infra/local/database/engine.ts';
import { bucket, clientOf, errorOf, startStoreUnderTest } from '../../infra/local/s3/store-under-test.ts';
import { type ProxiedRequest, startFaultProxy } from './fault-proxy.ts';
import {
  dynamoDbInternalError,
  s3InternalError,
  slowDown,
  throttling,
  throughputExceeded,
} from './fault-proxy-fault.ts';

const Bucket = bucket;
let store: Awaited<ReturnType<typeof startStoreUnderTest>>;
beforeAll(async () => {
  store = await startStoreUnderTest();
});
afterAll(() => store[Symbol.asyncDispose]());

const startProxied = async (seed?: number) => {
  const proxy = await startFaultProxy(store.endpoint, seed);
  const client = clientOf(proxy.endpoint);
  return {
    proxy,
    client,
    put: (Key: string, Body: string | Buffer = Key) =>
      client.send(new PutObjectCommand({ Bucket, Key, Body })),
    get: async (Key: string) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    [Symbol.asyncDispose]: async () => {
      client.destroy();
      await proxy[Symbol.asyncDispose]();
    },
  };
};

describe('a proxy in front of S3', () => {
  it('forwards signed requests and responses unchanged, and counts them', async () => {
    await using proxied = await startProxied();
    const body = randomBytes(6 * 1024 ** 2);
    await proxied.put('large', body);
    expect((await proxied.get('large')).equals(body)).toBe(true);
    await proxied.put('empty', '');
    expect(await proxied.get('empty')).toHaveLength(0);
    expect(await errorOf(proxied.get('absent'))).toBe('404 NoSuchKey');
    const { proxy } = proxied;
    expect(['PutObject', 'GetObject'].map(proxy.received)).toEqual([2, 3]);
    expect([proxy.received(), proxy.faulted()]).toEqual([5, 0]);
  });

  it('refuses connections until told to accept them again, on the same port', async () => {
    await using proxied = await startProxied();
    await store.client.send(new PutObjectCommand({ Bucket, Key: 'x', Body: 'x' }));
    await proxied.proxy.refuse();
    await expect(proxied.get('x')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await proxied.proxy.accept();
    expect((await proxied.get('x')).toString()).toBe('x');
  });

  it('leaves a request unanswered until the client times out', async () => {
    await using proxied = await startProxied();
    const requestHandler = new NodeHttpHandler({ requestTimeout: 200, throwOnRequestTimeout: true });
    const client = clientOf(proxied.proxy.endpoint, { requestHandler });
    proxied.proxy.inject({ kind: 'hang' }, { when: ({ path }) => path.startsWith(`/${bucket}/hung`) });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const arrived = proxied.proxy.next(({ operation }) => operation === 'PutObject');
    const hanging = expect(
      client.send(new PutObjectCommand({ Bucket, Key: 'hung', Body: 'x' })),
    ).rejects.toThrow('exceeded the configured 200 ms');
    expect(await arrived).toMatchObject({ method: 'PUT', operation: 'PutObject' });
    // If the proxy responded to the hanging request, that response would arrive before this one.
    await proxied.put('answered');
    vi.advanceTimersByTime(200);
    await hanging;
    vi.useRealTimers();
    proxied.proxy.pass();
    expect(await errorOf(proxied.get('hung'))).toBe('404 NoSuchKey');
    client.destroy();
  });

  it('delays responses', async () => {
    await using proxied = await startProxied();
    await proxied.put('x');
    proxied.proxy.inject({ kind: 'delay', milliseconds: 300 });
    const asked = performance.now();
    expect((await proxied.get('x')).toString()).toBe('x');
    expect(performance.now() - asked).toBeGreaterThan(290);
  });

  it('truncates a response after a given number of bytes', async () => {
    await using proxied = await startProxied();
    const body = randomBytes(200_000);
    await proxied.put('cut', body);
    proxied.proxy.inject({ kind: 'cut response', afterBytes: 100_000 }, { times: 1 });
    const { Body } = await proxied.client.send(new GetObjectCommand({ Bucket, Key: 'cut' }));
    await expect(Body?.transformToByteArray()).rejects.toThrow('aborted');
    expect((await proxied.get('cut')).equals(body)).toBe(true);
  });

  it('truncates a request after a given number of bytes, and leaves no partial object in the store', async () => {
    await using proxied = await startProxied();
    await proxied.put('half', 'previous');
    proxied.proxy.inject(
      { kind: 'cut request', afterBytes: 100_000 },
      { when: ({ method }) => method === 'PUT' },
    );
    await expect(proxied.put('half', randomBytes(200_000))).rejects.toThrow(
      /socket hang up|ECONNRESET|EPIPE/,
    );
    expect((await proxied.get('half')).toString()).toBe('previous');
  });

  it('drops the response to a completed request', async () => {
    await using proxied = await startProxied();
    proxied.proxy.inject({ kind: 'lose answer' }, { times: 1 });
    await expect(proxied.put('done')).rejects.toThrow('socket hang up');
    expect((await proxied.get('done')).toString()).toBe('done');
  });

  it('responds instead of the store to a limited number of matching requests', async () => {
    await using proxied = await startProxied();
    const { proxy } = proxied;
    proxy.inject(slowDown, { times: 2, when: ({ path }) => path.startsWith(`/${bucket}/busy`) });
    proxy.inject(s3InternalError, { times: 1, when: ({ operation }) => operation === 'GetObject' });
    expect(await errorOf(proxied.put('busy', randomBytes(2 * 1024 ** 2)))).toBe('503 SlowDown');
    await proxied.put('other');
    expect(await errorOf(proxied.get('busy'))).toBe('503 SlowDown');
    expect(await errorOf(proxied.get('other'))).toBe('500 InternalError');
    await proxied.put('busy');
    expect([proxy.faulted('PutObject'), proxy.faulted('GetObject'), proxy.faulted()]).toEqual([1, 2, 3]);
  });

  it('fails a fraction of the requests, chosen by the seed', async () => {
    const outcomes = async (seed: number) => {
      await using proxied = await startProxied(seed);
      await proxied.put('x');
      proxied.proxy.inject(slowDown, { chance: 0.3 });
      const failed: boolean[] = [];
      for (let count = 0; count < 20; count += 1) {
        failed.push(
          await proxied.get('x').then(
            () => false,
            () => true,
          ),
        );
      }
      return failed;
    };
    const first = await outcomes(7);
    expect(await outcomes(7)).toEqual(first);
    expect(await outcomes(8)).not.toEqual(first);
    const share = first.filter(Boolean).length / first.length;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.5);
  });
});

describe('a proxy in front of DynamoDB', () => {
  it('forwards requests, and simulates DynamoDB’s throttling and failures', async () => {
    const engine = await startEmbeddedDynamoDb({});
    await using proxy = await startFaultProxy(engine.endpoint);
    const client = new DynamoDBClient({
      endpoint: proxy.endpoint,
      region: 'ap-southeast-2',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      maxAttempts: 1,
    });
    const list = () => client.send(new ListTablesCommand());
    expect((await list()).TableNames).toEqual([]);
    const isListing = ({ operation }: ProxiedRequest) => operation === 'ListTables';
    proxy.inject(throughputExceeded, { times: 1, when: isListing });
    proxy.inject(throttling, { times: 1 });
    proxy.inject(dynamoDbInternalError, { times: 1 });
    await expect(list()).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
    await expect(list()).rejects.toMatchObject({ name: 'ThrottlingException' });
    await expect(list()).rejects.toMatchObject({ name: 'InternalServerError', $fault: 'server' });
    expect((await list()).TableNames).toEqual([]);
    expect([proxy.received('ListTables'), proxy.faulted('ListTables')]).toEqual([5, 3]);
    client.destroy();
    await engine.close();
  });
});

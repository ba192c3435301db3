import { randomBytes } from 'node:crypto';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const startProxied = async () => {
  const proxy = await startFaultProxy(store.endpoint);
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

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { s3Client } from '../../../../shared/data-access/clients.ts';
import { readObject } from '../../../../shared/data-access/objects/bucket.ts';
import { objectReader } from '../../../../shared/data-access/objects/object-reader.ts';
import { sdkBucket } from '../../../../shared/data-access/objects/sdk-bucket.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { type FaultProxy, startFaultProxy } from '../../../support/faults/fault-proxy.ts';
import { s3InternalError, slowDown } from '../../../support/faults/fault-proxy-fault.ts';
import { liftTimeLimits } from '../../../support/lift-time-limits.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';
import { withoutStoreDeadline } from '../../../support/tables/without-store-deadline.ts';
import { refusing, startAnswering } from './answering-store.ts';

let store: LocalBucket;
let proxy: FaultProxy;
beforeEach(async () => {
  store = await startLocalBucket();
  proxy = await startFaultProxy(store.endpoint);
});
afterEach(async () => {
  await proxy[Symbol.asyncDispose]();
  await store.close();
});

const bucket = () => objectReader(store.placeAt(proxy.endpoint));

describe('an object reader', () => {
  beforeEach(liftTimeLimits);

  it.each(['plain', "a folder/with (every) kind+of~name!*'/é&=?#%.bin"])(
    'reads the object %s',
    async (key) => {
      await store.put(key, 'content');
      const reading = await readObject(bucket(), key);
      expect(reading).toMatchObject({ kind: 'found', etag: expect.stringMatching(/^"/) });
      expect(reading.kind === 'found' && Buffer.from(reading.bytes).toString()).toBe('content');
    },
  );

  it('returns no bytes for an object that has not changed, and the object once it has', async () => {
    await store.put('file', 'one');
    const first = await readObject(bucket(), 'file');
    const etag = first.kind === 'found' ? first.etag : '';
    expect(await readObject(bucket(), 'file', etag)).toEqual({ kind: 'unchanged' });
    await store.put('file', 'two');
    expect(await readObject(bucket(), 'file', etag)).toMatchObject({ kind: 'found' });
  });

  it('returns absent for a missing object', async () => {
    expect(await readObject(bucket(), 'nothing')).toEqual({ kind: 'absent' });
  });

  it('distinguishes a missing bucket from a missing object', async () => {
    const elsewhere = objectReader({ ...store.placeAt(), bucket: 'no-bucket' });
    await expect(readObject(elsewhere, 'file')).rejects.toMatchObject({
      name: 'StoreUnavailable',
      cause: { name: 'NoSuchBucket' },
    });
  });

  it('rejects wrong credentials without a retry', async () => {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'wrong' };
    const reading = readObject(objectReader({ ...store.placeAt(proxy.endpoint), credentials }), 'file');
    await expect(reading).rejects.toMatchObject({ cause: { $metadata: { httpStatusCode: 403 } } });
    expect(proxy.received()).toBe(1);
  });

  it.each([
    [301, 'PermanentRedirect'],
    [307, 'TemporaryRedirect'],
  ])('follows no redirect (%i), and names the region of the bucket', async (status, code) => {
    const there = await refusing(status, code, { 'x-amz-bucket-region': 'eu-west-1', location: '/other' });
    await expect(readObject(there.bucket, 'file')).rejects.toMatchObject({
      cause: {
        name: code,
        message: `S3 returned ${status}: It is so.; the bucket is in eu-west-1`,
        $metadata: { requestId: 'R1' },
      },
    });
    expect(there.requests).toEqual(['/published/file']);
  });

  it('reports the status of a response without XML', async () => {
    const there = await startAnswering((_, response) => response.writeHead(418).end('tea'));
    await expect(readObject(there.bucket, 'file')).rejects.toMatchObject({
      cause: { name: 'S3Error', message: 'S3 returned 418: no object' },
    });
  });

  it.each([
    ['fails inside', s3InternalError],
    ['asks for fewer requests', slowDown],
    ['loses the connection', { kind: 'reset' } as const],
  ])('retries if S3 %s', async (_what, fault) => {
    await store.put('file', 'content');
    proxy.inject(fault, { times: 2 });
    expect(await readObject(bucket(), 'file')).toMatchObject({ kind: 'found' });
    expect(proxy.received()).toBe(3);
  });

  it.each([
    ['fails inside', s3InternalError, 4],
    ['loses every connection', { kind: 'reset' } as const, 6],
  ])(
    'gives up after as many attempts as the client of the SDK if S3 always %s',
    async (_what, fault, attempts) => {
      proxy.inject(fault);
      await expect(readObject(bucket(), 'file')).rejects.toThrow(StoreUnavailable);
      expect(proxy.received()).toBe(attempts);
    },
  );

  it('sends no header with a character that would end it', async () => {
    const credentials = { ...store.credentials, sessionToken: 'a\r\nhost: b' };
    const reading = readObject(objectReader({ ...store.placeAt(proxy.endpoint), credentials }), 'file');
    await expect(reading).rejects.toThrow(TypeError);
    expect(proxy.received()).toBe(0);
  });

  it('keeps retrying for as long as reads succeed in the end', async () => {
    await store.put('file', 'content');
    const reader = bucket();
    for (let read = 0; read < 60; read++) {
      proxy.inject({ kind: 'reset' }, { times: 1 });
      expect(await readObject(reader, 'file')).toMatchObject({ kind: 'found' });
    }
    expect(proxy.received()).toBe(120);
  });

  it('reuses its connection', async () => {
    const connections = new Set<unknown>();
    const there = await startAnswering(({ socket }, response) => {
      connections.add(socket);
      response.end('content');
    });
    for (let read = 0; read < 3; read++) await readObject(there.bucket, 'file');
    expect(there.requests).toHaveLength(3);
    expect(connections.size).toBe(1);
  });

  it('uses TLS if the endpoint says so, and rejects other protocols', async () => {
    const there = await startAnswering((_, response) => response.end('content'));
    const readBy = (protocol: string) => {
      const endpoint = `${protocol}//127.0.0.1:${there.port}`;
      return readObject(objectReader(store.placeAt(endpoint)), 'file');
    };
    await expect(readBy('https:')).rejects.toMatchObject({ cause: { code: 'EPROTO' } });
    expect(() => readBy('ftp:')).toThrow(TypeError);
    expect(there.requests).toEqual([]);
  });

  it('reads an object three times if its body breaks off', async () => {
    await store.put('file', 'x'.repeat(10_000));
    proxy.inject({ kind: 'cut response', afterBytes: 600 });
    await expect(readObject(bucket(), 'file')).rejects.toThrow(StoreUnavailable);
    expect(proxy.received()).toBe(3);
  });

  it('aborts the body with the signal', async () => {
    const stalling = await startAnswering((_, response) => {
      response.writeHead(200, { 'content-length': '1000', etag: '"e"' }).write('{');
    });
    const reading = new AbortController();
    const answer = await stalling.bucket.getObject('file', { abortSignal: reading.signal });
    expect(answer.kind).toBe('found');
    reading.abort();
    await expect(answer.kind === 'found' && answer.bytes()).rejects.toThrow(/abort/i);
  });
});

describe('an object reader whose S3 fails', () => {
  it.each([
    [400, 'RequestTimeout'],
    [403, 'AccessDenied'],
    [408, 'Unknown'],
    [429, 'TooManyRequests'],
    [500, 'InternalError'],
    [501, 'NotImplemented'],
    [502, 'BadGateway'],
    [503, 'ServiceUnavailable'],
    [503, 'SlowDown'],
    [504, 'GatewayTimeout'],
  ])('retries %i %s as often as the client of the SDK', async (status, code) => {
    withoutStoreDeadline();
    const there = await refusing(status, code);
    const client = s3Client(there.place);
    await expect(readObject(there.bucket, 'file')).rejects.toThrow(StoreUnavailable);
    const ours = there.requests.length;
    await expect(readObject(sdkBucket(client, 'published'), 'file')).rejects.toThrow(StoreUnavailable);
    client.destroy();
    expect(ours).toBe(there.requests.length - ours);
  });
});

describe('an object reader whose S3 is silent', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('times out if no response begins, and tries twice within the time of a request', async () => {
    const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const silent = await startAnswering(() => asked[silent.requests.length - 1]?.resolve());
    const late = expect(readObject(silent.bucket, 'file')).rejects.toMatchObject({
      cause: { name: 'TimeoutError' },
    });
    for (const { promise } of asked) {
      await promise;
      // Half of what a request may take.
      await vi.advanceTimersByTimeAsync(1_150);
    }
    await late;
    expect(silent.requests).toHaveLength(2);
  });
});

describe('a presigned link', () => {
  const validity = { expiresIn: 300, signingDate: new Date() };

  it('opens the object, and no other', async () => {
    await store.put('a file.txt', 'content');
    const url = objectReader(store.placeAt()).presign('a file.txt', validity);
    expect(await (await fetch(url)).text()).toBe('content');
    expect((await fetch(url.replace('a%20file', 'another'))).status).toBe(403);
  });

  it('has the session token', async () => {
    const credentials = { ...store.credentials, sessionToken: 'a token/=' };
    const url = objectReader({ ...store.placeAt(), credentials }).presign('file', validity);
    expect(new URL(url).searchParams.get('X-Amz-Security-Token')).toBe('a token/=');
  });
});

/** Starts an S3 whose clock differs by that much, and records by how many hours each signature does. */
const startElsewhen = async (milliseconds: number, answersToBoth = Promise.resolve()) => {
  const hours: number[] = [];
  const there = await startAnswering(async ({ headers }, response) => {
    const basicTime = String(headers['x-amz-date']);
    const signedAt = Date.parse(basicTime.replace(/(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'));
    // No -0.
    hours.push(Math.round((signedAt - Date.now()) / 3_600_000) || 0);
    const now = Date.now() + milliseconds;
    response.setHeader('date', new Date(now).toUTCString());
    await answersToBoth;
    if (Math.abs(signedAt - now) < 900_000) response.end('content');
    else response.writeHead(403).end('<Error><Code>RequestTimeTooSkewed</Code></Error>');
  });
  return { ...there, hours };
};

describe('an object reader whose S3 has another clock', () => {
  beforeEach(liftTimeLimits);

  it.each([1, -1])('signs by the clock of S3 after the first rejection (%i h ahead)', async (ahead) => {
    const there = await startElsewhen(ahead * 3_600_000);
    expect(await readObject(there.bucket, 'file')).toMatchObject({ kind: 'found' });
    expect(await readObject(there.bucket, 'file')).toMatchObject({ kind: 'found' });
    expect(there.hours).toEqual([0, ahead, ahead]);
  });

  it('corrects the clock of concurrent requests', async () => {
    const { promise: bothAreThere, resolve } = Promise.withResolvers<void>();
    const there = await startElsewhen(3_600_000, bothAreThere);
    const readings = Promise.all(['one', 'two'].map((key) => readObject(there.bucket, key)));
    await expect.poll(() => there.requests.length).toBe(2);
    resolve();
    expect(await readings).toMatchObject([{ kind: 'found' }, { kind: 'found' }]);
    expect(there.hours).toEqual([0, 0, 1, 1]);
  });

  it('does not retry if S3 rejects a request for another reason and the clocks agree', async () => {
    const there = await refusing(403, 'AccessDenied', {
      date: new Date(Date.now() - 200_000).toUTCString(),
    });
    await expect(readObject(there.bucket, 'file')).rejects.toThrow(StoreUnavailable);
    expect(there.requests).toHaveLength(1);
  });

  it('gives up if S3 rejects its own time', async () => {
    const there = await refusing(403, 'RequestTimeTooSkewed', {
      date: new Date(Date.now() + 3_600_000).toUTCString(),
    });
    await expect(readObject(there.bucket, 'file')).rejects.toThrow(StoreUnavailable);
    expect(there.requests).toHaveLength(2);
  });
});

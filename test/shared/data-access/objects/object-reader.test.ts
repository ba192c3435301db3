import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { HttpRequest } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { s3Client } from '../../../../shared/data-access/clients.ts';
import { readObject } from '../../../../shared/data-access/objects/bucket.ts';
import {
  objectReader,
  pathOfKey,
  type S3Location,
  s3LocationFromEnvironment,
  urlOfBucket,
} from '../../../../shared/data-access/objects/object-reader.ts';
import { sdkBucket } from '../../../../shared/data-access/objects/sdk-bucket.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { liftTimeLimits, withoutStoreDeadline } from '../../../support/busy-machine.ts';
import { startFaultProxy } from '../../../support/faults/fault-proxy.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { listenUntilTestEnds, perTest } from '../../../support/per-test.ts';

const locationAt = (endpoint: string): S3Location => ({
  bucket: 'published',
  region: 'ap-southeast-2',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  endpoint,
});

/** Starts an S3 that handles every request with `respond` until the test ends, and records the requested paths. */
const startResponding = async (respond: RequestListener) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    respond(request, response);
  });
  const port = await listenUntilTestEnds(server);
  const place = locationAt(`http://127.0.0.1:${port}`);
  return { requests, port, place, bucket: objectReader(place) };
};

const rejecting = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  startResponding((_, response) => {
    response.writeHead(status, { 'x-amz-request-id': 'R1', ...headers });
    response.end(`<Error><Code>${code}</Code><Message>It is so.</Message></Error>`);
  });

const store = perTest(startLocalBucket);
const proxy = perTest(async () => {
  const started = await startFaultProxy(store.endpoint);
  return { ...started, close: () => started[Symbol.asyncDispose]() };
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

  it('distinguishes a missing bucket from a missing object', async () => {
    const elsewhere = objectReader({ ...store.placeAt(), bucket: 'no-bucket' });
    await expect(readObject(elsewhere, 'file')).rejects.toMatchObject({
      name: 'StoreUnavailable',
      cause: { name: 'NoSuchBucket' },
    });
  });

  it.each([
    [301, 'PermanentRedirect'],
    [307, 'TemporaryRedirect'],
  ])('does not follow a redirect (%i), and names the region of the bucket', async (status, code) => {
    const there = await rejecting(status, code, { 'x-amz-bucket-region': 'eu-west-1', location: '/other' });
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
    const there = await startResponding((_, response) => response.writeHead(418).end('tea'));
    await expect(readObject(there.bucket, 'file')).rejects.toMatchObject({
      cause: { name: 'S3Error', message: 'S3 returned 418: no object' },
    });
  });

  it('gives up after six lost connections', async () => {
    proxy.inject({ kind: 'reset' });
    await expect(readObject(bucket(), 'file')).rejects.toThrow(StoreUnavailable);
    expect(proxy.received()).toBe(6);
  });

  it('rejects a header with a line break', async () => {
    const credentials = { ...store.credentials, sessionToken: 'a\r\nhost: b' };
    const reading = readObject(objectReader({ ...store.placeAt(proxy.endpoint), credentials }), 'file');
    await expect(reading).rejects.toThrow(TypeError);
    expect(proxy.received()).toBe(0);
  });

  it('does not use up its retry allowance if every read eventually succeeds', async () => {
    await store.put('file', 'content');
    const reader = bucket();
    for (let read = 0; read < 60; read++) {
      proxy.inject({ kind: 'reset' }, { times: 1 });
      expect(await readObject(reader, 'file')).toMatchObject({ kind: 'found' });
    }
    expect(proxy.received()).toBe(120);
  });

  it('uses TLS for an https endpoint, and rejects other protocols', async () => {
    const there = await startResponding((_, response) => response.end('content'));
    const readBy = (protocol: string) => {
      const endpoint = `${protocol}//127.0.0.1:${there.port}`;
      return readObject(objectReader(store.placeAt(endpoint)), 'file');
    };
    await expect(readBy('https:')).rejects.toMatchObject({ cause: { code: 'EPROTO' } });
    expect(() => readBy('ftp:')).toThrow(TypeError);
    expect(there.requests).toEqual([]);
  });

  it('aborts reading the body when the signal is aborted', async () => {
    const stalling = await startResponding((_, response) => {
      response.writeHead(200, { 'content-length': '1000', etag: '"e"' }).write('{');
    });
    const reading = new AbortController();
    const response = await stalling.bucket.getObject('file', { abortSignal: reading.signal });
    expect(response.kind).toBe('found');
    reading.abort();
    await expect(response.kind === 'found' && response.bytes()).rejects.toThrow(/abort/i);
  });
});

it.each([
  [400, 'RequestTimeout'],
  [403, 'AccessDenied'],
  [429, 'TooManyRequests'],
  [500, 'InternalError'],
  [501, 'NotImplemented'],
  [503, 'SlowDown'],
  [504, 'GatewayTimeout'],
])('an object reader whose S3 fails retries %i %s as often as the SDK', async (status, code) => {
  withoutStoreDeadline();
  const there = await rejecting(status, code);
  const client = s3Client(there.place);
  await expect(readObject(there.bucket, 'file')).rejects.toThrow(StoreUnavailable);
  const ours = there.requests.length;
  await expect(readObject(sdkBucket(client, 'published'), 'file')).rejects.toThrow(StoreUnavailable);
  client.destroy();
  expect(ours).toBe(there.requests.length - ours);
});

/** Program that listens, reports its port and never accepts a connection, so that its short queue fills up. */
const neverAccepting = `
  const { createServer } = require('node:net');
  const { parentPort } = require('node:worker_threads');
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

it('times out if a connection does not open within 500 ms', async () => {
  const worker = new Worker(neverAccepting, { eval: true });
  onTestFinished(async () => void (await worker.terminate()));
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  for (let waiting = 0; waiting < 4; waiting++) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
  }
  const reading = readObject(objectReader(locationAt(`http://127.0.0.1:${port}`)), 'file');
  await expect(reading).rejects.toMatchObject({
    cause: { name: 'TimeoutError', message: expect.stringContaining('500 ms') },
  });
});

describe('an object reader whose S3 is silent', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('times out without a response, after two attempts', async () => {
    const requested = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const silent = await startResponding(() => requested[silent.requests.length - 1]?.resolve());
    const late = expect(readObject(silent.bucket, 'file')).rejects.toMatchObject({
      cause: { name: 'TimeoutError' },
    });
    for (const { promise } of requested) {
      await promise;
      // Half of the time limit for a request.
      await vi.advanceTimersByTimeAsync(1_150);
    }
    await late;
    expect(silent.requests).toHaveLength(2);
  });
});

/** Starts an S3 with a clock offset, and records the difference of each signature's time in hours. */
const startWithClockOffset = async (milliseconds: number, untilResumed = Promise.resolve()) => {
  const hours: number[] = [];
  const there = await startResponding(async ({ headers }, response) => {
    const basicTime = String(headers['x-amz-date']);
    const signedAt = Date.parse(basicTime.replace(/(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'));
    // Turns -0 into 0.
    hours.push(Math.round((signedAt - Date.now()) / 3_600_000) || 0);
    const now = Date.now() + milliseconds;
    response.setHeader('date', new Date(now).toUTCString());
    await untilResumed;
    // Sent in chunks, without a length.
    if (Math.abs(signedAt - now) < 900_000) response.flushHeaders();
    if (response.headersSent) response.end('content');
    else response.writeHead(403).end('<Error><Code>RequestTimeTooSkewed</Code></Error>');
  });
  return { ...there, hours };
};

describe("an object reader whose clock differs from S3's clock", () => {
  beforeEach(liftTimeLimits);

  it.each([1, -1])("signs with S3's time after the first rejection (%i h ahead)", async (ahead) => {
    const there = await startWithClockOffset(ahead * 3_600_000);
    expect(await readObject(there.bucket, 'file')).toMatchObject({ kind: 'found' });
    expect(await readObject(there.bucket, 'file')).toMatchObject({ kind: 'found' });
    expect(there.hours).toEqual([0, ahead, ahead]);
  });

  it('corrects the time of concurrent requests', async () => {
    const { promise: bothArrived, resolve } = Promise.withResolvers<void>();
    const there = await startWithClockOffset(3_600_000, bothArrived);
    const readings = Promise.all(['one', 'two'].map((key) => readObject(there.bucket, key)));
    await expect.poll(() => there.requests.length).toBe(2);
    resolve();
    expect(await readings).toMatchObject([{ kind: 'found' }, { kind: 'found' }]);
    expect(there.hours).toEqual([0, 0, 1, 1]);
  });

  it.each([
    ['does not retry a rejected request if the clocks agree', 'AccessDenied', -200_000, 1],
    ['gives up if S3 rejects the corrected time', 'RequestTimeTooSkewed', 3_600_000, 2],
  ])('%s', async (_what, code, ahead, requests) => {
    const there = await rejecting(403, code, { date: new Date(Date.now() + ahead).toUTCString() });
    await expect(readObject(there.bucket, 'file')).rejects.toThrow(StoreUnavailable);
    expect(there.requests).toHaveLength(requests);
  });
});

const word = fc.stringMatching(/^[A-Za-z0-9/+=]{1,40}$/);

const samples = {
  region: fc.constantFrom('ap-southeast-2', 'us-east-1', 'cn-north-1'),
  credentials: fc.record(
    { accessKeyId: word, secretAccessKey: word, sessionToken: word },
    { requiredKeys: ['accessKeyId', 'secretAccessKey'] },
  ),
  key: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  time: fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
};
const sha256 = Hash.bind(null, 'sha256');

it('signs requests like the SDK', async () => {
  let sent: unknown;
  const { place } = await startResponding(({ url, headers }, response) => {
    sent = { url, authorization: headers.authorization };
    response.end('content');
  });
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await fc.assert(
    fc.asyncProperty(fc.record(samples), async ({ key, time, ...settings }) => {
      vi.setSystemTime(time);
      const url = urlOfBucket(place);
      const path = pathOfKey(url, key);
      const signer = new SignatureV4({ service: 's3', ...settings, sha256, uriEscapePath: false });
      const request = new HttpRequest({
        method: 'GET',
        hostname: url.host,
        path,
        headers: { host: url.host },
      });
      const { headers } = await signer.sign(request, { signingDate: time });
      await readObject(objectReader({ ...place, ...settings }), key);
      expect(sent).toEqual({ url: path, authorization: headers.authorization });
    }),
  );
});

it('presigns links like the SDK', async () => {
  const links = fc.record({
    ...samples,
    endpoint: fc.constantFrom(undefined, 'http://127.0.0.1:9000', 'https://stores.example/s3'),
    expiresIn: fc.integer({ min: 1, max: 604_800 }),
  });
  await fc.assert(
    fc.asyncProperty(links, async ({ key, time: signingDate, expiresIn, ...settings }) => {
      const place = { bucket: 'files', ...settings };
      const url = urlOfBucket(place);
      const presigner = new S3RequestPresigner({ ...settings, sha256 });
      const { query } = await presigner.presign(
        new HttpRequest({
          protocol: url.protocol,
          hostname: url.hostname,
          port: url.port === '' ? undefined : Number(url.port),
          path: pathOfKey(url, key),
          headers: { host: url.host },
        }),
        { expiresIn, signingDate },
      );
      const link = new URL(objectReader(place).presign(key, { expiresIn, signingDate }));
      expect(link.host).toBe(url.host);
      expect(Object.fromEntries(link.searchParams)).toEqual(query);
    }),
  );
});

const variables = {
  AWS_REGION: 'ap-southeast-2',
  AWS_ACCESS_KEY_ID: 'KEY',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: undefined,
  AWS_ENDPOINT_URL: undefined,
  AWS_ENDPOINT_URL_S3: undefined,
};

const setVariables = (some: object = {}): void => {
  for (const [name, value] of Object.entries({ ...variables, ...some })) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
};

describe("the bucket location in a function's environment", () => {
  it.each([
    [{}, 'https://files.s3.ap-southeast-2.amazonaws.com/'],
    [{ AWS_REGION: 'cn-north-1' }, 'https://files.s3.cn-north-1.amazonaws.com.cn/'],
    [{ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000' }, 'http://127.0.0.1:9000/files'],
    [{ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000/' }, 'http://127.0.0.1:9000/files'],
    [{ AWS_ENDPOINT_URL: 'https://stores.example/s3' }, 'https://stores.example/s3/files'],
  ])('with %o is %s', (some, expected) => {
    setVariables(some);
    expect(urlOfBucket(s3LocationFromEnvironment('files')).href).toBe(expected);
  });

  it('has the session credentials, and is not available without required variables', () => {
    setVariables({ AWS_SESSION_TOKEN: 'token' });
    const credentials = { accessKeyId: 'KEY', secretAccessKey: 'secret', sessionToken: 'token' };
    expect(s3LocationFromEnvironment('files').credentials).toEqual(credentials);
    for (const name of ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
      setVariables({ [name]: undefined });
      expect(() => s3LocationFromEnvironment('files')).toThrow(name);
    }
  });
});

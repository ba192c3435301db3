import { randomBytes } from 'node:crypto';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { generate } from 'selfsigned';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readObject } from '../../../../shared/data-access/objects/bucket.ts';
import { objectReader } from '../../../../shared/data-access/objects/object-reader.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { liftTimeLimits } from '../../../support/lift-time-limits.ts';
import { listenUntilTestEnds } from '../../../support/listen-until-test-ends.ts';

const readerAt = (endpoint: string) =>
  objectReader({
    bucket: 'published',
    region: 'ap-southeast-2',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    endpoint,
  });
const readFrom = (port: number) => readObject(readerAt(`http://127.0.0.1:${port}`), 'file');

/** Program that listens, reports its port and never accepts a connection, so that its short queue fills up. */
const neverAccepting = `
  const { createServer } = require('node:net');
  const { parentPort } = require('node:worker_threads');
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

/** Starts a server whose connection queue is full, and returns its port. */
const startFull = async (): Promise<number> => {
  const worker = new Worker(neverAccepting, { eval: true });
  onTestFinished(async () => void (await worker.terminate()));
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  for (let waiting = 0; waiting < 4; waiting++) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
  }
  return port;
};

it('times out if a connection does not open within 500 ms', async () => {
  const reading = readFrom(await startFull());
  await expect(reading).rejects.toMatchObject({
    cause: { name: 'TimeoutError', message: expect.stringContaining('500 ms') },
  });
});

/** Starts a server that sends these parts in response to a request and closes the connection. Returns its port. */
const startSending = async (...parts: readonly (string | Buffer)[]): Promise<number> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', async () => {
      for (const part of parts) {
        socket.write(part);
        await delay(5);
      }
      socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;

describe('the body of an object', () => {
  beforeEach(liftTimeLimits);

  it.each([
    ['has a length', `${ok}content-length: 4\r\n\r\nab`, 'cd'],
    ['is chunked', `${chunked}2;a=b\r\na`, 'b\r\n2\r\ncd\r\n0\r\n\r\n'],
    ['ends with the connection', `${ok}\r\nab`, 'cd'],
    ['follows preliminary headers', `HTTP/1.1 103 Hints\r\n\r\n${ok}content-length: 4\r\n\r\nabcd`],
  ])('is read if it %s', async (_, ...parts) => {
    const reading = await readFrom(await startSending(...parts));
    expect(reading.kind === 'found' && Buffer.from(reading.bytes).toString()).toBe('abcd');
  });

  it.each([
    ['is shorter than its length', `${ok}content-length: 5\r\n\r\nabcd`],
    ['lacks its last chunk', `${chunked}4\r\nabcd\r\n`],
    ['uses another protocol', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ])('is rejected if it %s', async (_, response) => {
    const reading = readFrom(await startSending(response));
    await expect(reading).rejects.toThrow(StoreUnavailable);
  });
});

const certificateFor = (value: string) =>
  generate([{ name: 'commonName', value }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value }] }],
  });

/** Adds a trusted certificate until the test ends. */
const trust = (certificate: string): void => {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
};

/** Larger than one TLS record. */
const content = randomBytes(300_000);

/** Starts an S3 behind TLS with a certificate for this name, and records whether each connection resumed a session. */
const startStore = async (name: string) => {
  const { private: key, cert } = await certificateFor(name);
  const resumed: boolean[] = [];
  const server = createTlsServer({ key, cert }, (_, response) => response.end(content));
  server.on('secureConnection', (socket: TLSSocket) => resumed.push(socket.isSessionReused()));
  const endpoint = `https://localhost:${await listenUntilTestEnds(server)}`;
  return { server, cert, resumed, bucket: readerAt(endpoint) };
};

it('reads objects over TLS, and resumes the session on later connections', async () => {
  onTestFinished(liftTimeLimits());
  const { server, cert, resumed, bucket } = await startStore('localhost');
  trust(cert);
  for (const _ of ['first', 'second']) {
    const reading = await readObject(bucket, 'file');
    expect(reading.kind === 'found' && content.equals(reading.bytes)).toBe(true);
    server.closeAllConnections();
  }
  // Further connections are retries of requests that were sent on closing connections.
  expect(resumed.slice(0, 2)).toEqual([false, true]);
});

it.each([
  ['for another name', 'store.example', true, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['that is not trusted', 'localhost', false, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
])('sends nothing to a server with a certificate %s', async (_, name, isTrusted, code) => {
  onTestFinished(liftTimeLimits());
  const { cert, bucket } = await startStore(name);
  if (isTrusted) trust(cert);
  await expect(readObject(bucket, 'file')).rejects.toMatchObject({ cause: { code } });
});

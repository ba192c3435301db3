import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readObject } from '../../../../shared/data-access/objects/bucket.ts';
import { objectReader } from '../../../../shared/data-access/objects/object-reader.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { liftTimeLimits } from '../../../support/lift-time-limits.ts';

const readerAt = (port: number) =>
  objectReader({
    bucket: 'published',
    region: 'ap-southeast-2',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    endpoint: `http://127.0.0.1:${port}`,
  });

/** Listens, reports its port, and never accepts a connection: all wait in the system's short queue. */
const neverAccepting = `
  const { createServer } = require('node:net');
  const { parentPort } = require('node:worker_threads');
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

/** Starts a server to which no further connection opens, and returns its port. */
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

it('times out after 500 ms if a connection does not open', async () => {
  const reading = readObject(readerAt(await startFull()), 'file');
  await expect(reading).rejects.toMatchObject({
    cause: { name: 'TimeoutError', message: expect.stringContaining('500 ms') },
  });
});

/** Starts a server that sends these bytes to every request and then ends the connection. */
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
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
};

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;

describe('the body of an object', () => {
  beforeEach(liftTimeLimits);

  it.each([
    ['has a length', `${ok}content-length: 4\r\n\r\nab`, 'cd'],
    ['comes in chunks', `${chunked}2;a=b\r\na`, 'b\r\n2\r\ncd\r\n0\r\n\r\n'],
    ['ends with the connection', `${ok}\r\nab`, 'cd'],
    ['follows preliminary headers', `HTTP/1.1 103 Hints\r\n\r\n${ok}content-length: 4\r\n\r\nabcd`],
  ])('is read if it %s', async (_, ...parts) => {
    const reading = await readObject(readerAt(await startSending(...parts)), 'file');
    expect(reading.kind === 'found' && Buffer.from(reading.bytes).toString()).toBe('abcd');
  });

  it.each([
    ['is shorter than its length', `${ok}content-length: 5\r\n\r\nabcd`],
    ['lacks its last chunk', `${chunked}4\r\nabcd\r\n`],
    ['comes by another protocol', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ])('is rejected if it %s', async (_, response) => {
    const reading = readObject(readerAt(await startSending(response)), 'file');
    await expect(reading).rejects.toThrow(StoreUnavailable);
  });
});

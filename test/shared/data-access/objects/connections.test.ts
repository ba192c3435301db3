import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { connectionsTo } from '../../../../shared/data-access/objects/connections.ts';
import { liftTimeLimits } from '../../../support/lift-time-limits.ts';

/** Listens, tells its port, and never takes a connection: what waits for one is the system's short queue. */
const neverTaking = `
  const { createServer } = require('node:net');
  const { parentPort } = require('node:worker_threads');
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

/** The port of a server that no further connection comes about with. */
const startFull = async (): Promise<number> => {
  const worker = new Worker(neverTaking, { eval: true });
  onTestFinished(async () => void (await worker.terminate()));
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  for (let waiting = 0; waiting < 4; waiting++) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
  }
  return port;
};

it('a connection that does not come about is given up before an answer would be', async () => {
  const get = connectionsTo(new URL(`http://127.0.0.1:${await startFull()}`));
  await expect(get('/file', {}, new AbortController().signal)).rejects.toMatchObject({
    name: 'TimeoutError',
    message: 'no connection within 500 ms',
  });
});

/** A server that gives each connection's number to whoever asks on it, and keeps all open. */
const startNumbering = async (): Promise<{ readonly url: URL; readonly sockets: readonly Socket[] }> => {
  const sockets: Socket[] = [];
  const server = createServer({ keepAliveTimeout: 60_000 }, ({ socket }, response) => {
    if (!sockets.includes(socket)) sockets.push(socket);
    // Late, so that those that are asked side by side are not answered by one.
    void delay(20).then(() => response.end(String(sockets.indexOf(socket))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { url: new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`), sockets };
};

it('the connection that was asked last is asked again, and none that has been idle for long', async () => {
  onTestFinished(liftTimeLimits());
  const { url, sockets } = await startNumbering();
  let time = 1_000_000;
  const get = connectionsTo(url, () => time);
  const ask = async (): Promise<number> => {
    const { bytes } = await get('/', { host: url.host }, AbortSignal.timeout(5_000));
    return Number(await bytes);
  };
  await Promise.all([ask(), ask()]);
  expect(sockets).toHaveLength(2);
  time += 4_000;
  const youngest = await ask();
  expect(await ask()).toBe(youngest);
  time += 4_000;
  expect(await ask()).toBe(youngest);
  const old = sockets[1 - youngest];
  await expect.poll(() => old?.destroyed).toBe(true);
  expect(sockets[youngest]?.destroyed).toBe(false);
  time += 5_001;
  expect(await ask()).toBe(2);
  await expect.poll(() => sockets[youngest]?.destroyed).toBe(true);
  // A clock that was set back says nothing of how old it is.
  time -= 60_000;
  expect(await ask()).toBe(3);
});

it('a request is not sent with a character that would end its header', async () => {
  const get = connectionsTo(new URL('http://127.0.0.1:9'));
  const asked = get('/file', { 'x-amz-security-token': 'a\r\nhost: b' }, new AbortController().signal);
  await expect(asked).rejects.toThrow(TypeError);
});

import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { connectionsTo } from '../../../../shared/data-access/objects/connections.ts';

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

it('a request is not sent with a character that would end its header', async () => {
  const get = connectionsTo(new URL('http://127.0.0.1:9'));
  const asked = get('/file', { 'x-amz-security-token': 'a\r\nhost: b' }, new AbortController().signal);
  await expect(asked).rejects.toThrow(TypeError);
});

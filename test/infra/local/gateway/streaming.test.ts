import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { StreamedInvocation } from '../../../../infra/local/functions/function-host.ts';
import { heldMegabytes } from '../../../support/processes/held-megabytes.ts';
import { integrationOf, method, startTestGateway, streaming } from './gateway-under-test.ts';
import { openConnection, rawRequest } from './raw-http.ts';

const prelude = { statusCode: 200, headers: { 'content-type': 'application/json', Server: 'ours' } };

const start = (answer: () => StreamedInvocation | Promise<StreamedInvocation>) =>
  startTestGateway([method('ANY', '/a', integrationOf('answer', { streamed: true }))], {
    functions: { answer },
    api: { minimumCompressionSize: 0 },
  });

/** A body without end, or one that stops without having ended after so many bytes. */
const endless = (maxBytes = Number.POSITIVE_INFINITY) => {
  const block = Buffer.alloc(64 * 1024, 'a');
  let made = 0;
  const body = new Readable({
    read() {
      if (made >= maxBytes) return;
      made += block.length;
      this.push(block);
    },
  });
  return { body, made: () => made };
};

it('a streamed answer arrives whole, whatever its size', async () => {
  const part = 'x'.repeat(1024 * 1024);
  await using gateway = await start(() =>
    streaming(prelude, Readable.from(Array.from({ length: 12 }, () => part))),
  );
  const response = await fetch(`${gateway.url}/a`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('server')).toBeNull();
  expect(response.headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
  expect((await response.arrayBuffer()).byteLength).toBe(12 * part.length);
});

it('parts are sent as they come', async () => {
  const body = new PassThrough();
  await using gateway = await start(() => streaming(prelude, body));
  body.write('first');
  const reader = (await fetch(`${gateway.url}/a`)).body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
  body.end('last');
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last');
});

it('a client that reads slowly slows the function down', async () => {
  const megabyte = 1024 * 1024;
  const { body, made } = endless(512 * megabyte);
  await using gateway = await start(() => streaming(prelude, body));
  using connection = await openConnection(gateway.url);
  connection.socket.pause();
  connection.socket.write(rawRequest('GET /a'));
  const isAtRest = async () => {
    const before = made();
    await pause(300);
    return before > 0 && made() === before;
  };
  await expect.poll(isAtRest).toBe(true);
  // What the system and the streams hold for a reader is some megabytes.
  expect(made()).toBeLessThan(64 * megabyte);
});

it('a client that leaves destroys the body (E21)', async () => {
  const { body } = endless();
  await using gateway = await start(() => streaming(prelude, body));
  using connection = await openConnection(gateway.url);
  connection.socket.write(rawRequest('GET /a'));
  await once(connection.socket, 'data');
  connection.socket.destroy();
  await expect.poll(() => body.destroyed).toBe(true);
  await expect.poll(() => gateway.entries()).toMatchObject([{ status: '200', broken: true }]);
});

it('a client that leaves before the first part destroys the body too', async () => {
  const { body } = endless();
  const begun = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  await using gateway = await start(async () => {
    begun.resolve();
    await left.promise;
    return streaming(prelude, body);
  });
  using connection = await openConnection(gateway.url);
  connection.socket.write(rawRequest('GET /a'));
  await begun.promise;
  connection.socket.destroy();
  // The gateway mostly knows it by then.
  await pause(70);
  left.resolve();
  await expect.poll(() => body.destroyed).toBe(true);
});

it('a body that fails cuts the connection, so that nobody takes the part for the whole', async () => {
  const body = new PassThrough();
  await using gateway = await start(() => streaming(prelude, body));
  using connection = await openConnection(gateway.url);
  connection.socket.write(rawRequest('GET /a'));
  body.write('part');
  await once(connection.socket, 'data');
  body.destroy(new Error('out of memory'));
  await connection.closed();
  expect(connection.received()).toContain('part');
  expect(connection.received()).not.toMatch(/\r\n0\r\n\r\n$/);
});

it.each([[null], [{}], [{ statusCode: 200, headers: { 'a b': 'c' } }]])(
  'the prelude %j is malformed: 502, and the body is destroyed',
  async (malformed) => {
    const { body } = endless();
    await using gateway = await start(() => streaming(malformed, body));
    expect((await gateway.ask('GET /a')).statusCode).toBe(502);
    expect(body.destroyed).toBe(true);
  },
);

it('HEAD takes the headers and destroys the body', async () => {
  const { body } = endless();
  await using gateway = await start(() => streaming(prelude, body));
  const response = await fetch(`${gateway.url}/a`, { method: 'HEAD' });
  expect([response.status, await response.text(), body.destroyed]).toEqual([200, '', true]);
});

/** Connections and files that this process has open; Linux alone tells. */
const openDescriptors = async () => (await readdir('/proc/self/fd')).length;

it('a thousand clients that leave in the middle of an endless answer leave nothing behind: E21', async () => {
  const bodies: WeakRef<Readable>[] = [];
  let destroyed = 0;
  await using gateway = await start(() => {
    const { body } = endless();
    body.once('close', () => {
      destroyed += 1;
    });
    bodies.push(new WeakRef(body));
    return streaming(prelude, body);
  });
  const leave = async () => {
    using connection = await openConnection(gateway.url);
    connection.socket.write(rawRequest('GET /a'));
    await once(connection.socket, 'data');
  };
  const round = () => Promise.all(Array.from({ length: 20 }, leave));
  await round();
  await expect.poll(() => destroyed).toBe(20);
  const before = { descriptors: await openDescriptors(), megabytes: heldMegabytes() };

  for (let rounds = 1; rounds < 50; rounds += 1) await round();
  await expect.poll(() => destroyed).toBe(1_000);
  await expect.poll(openDescriptors).toBeLessThanOrEqual(before.descriptors + 5);
  // Each of the answers left some tens of kilobytes unsent.
  await expect.poll(heldMegabytes).toBeLessThan(before.megabytes * 1.1 + 2);
  expect(bodies.filter((body) => body.deref() !== undefined).length).toBeLessThan(100);
});

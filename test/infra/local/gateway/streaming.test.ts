import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, test } from 'vitest';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { heldMegabytes } from '../../../support/processes/megabytes.ts';
import { integrationOf, method, startTestGateway, streaming } from './gateway-under-test.ts';
import { openConnection, rawRequest } from './raw-http.ts';

const prelude = { statusCode: 200, headers: { 'content-type': 'application/json', Server: 'ours' } };

const start = (respond: () => Invocation | Promise<Invocation>) =>
  startTestGateway([method('ANY', '/a', integrationOf('respond', { streamed: true }))], {
    functions: { respond },
  });

/** Returns a body that is endless or, if `maxBytes` is given, stalls after this number of bytes. */
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

it('sends parts as they arrive', async () => {
  const body = new PassThrough();
  await using gateway = await start(() => streaming(prelude, body));
  body.write('first');
  const { status, headers, body: received } = await fetch(`${gateway.url}/a`);
  expect([status, headers.get('content-type'), headers.get('server')]).toEqual([
    200,
    'application/json',
    null,
  ]);
  expect(headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
  const reader = received?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
  body.end('last');
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last');
});

it('sends all of a long response', async () => {
  const part = Buffer.alloc(1024 * 1024, 'a');
  await using gateway = await start(() => streaming(prelude, Readable.from(Array(12).fill(part))));
  expect((await (await fetch(`${gateway.url}/a`)).arrayBuffer()).byteLength).toBe(12 * part.length);
});

it("slows the function down to a slow client's pace", async () => {
  const megabyte = 1024 * 1024;
  const { body, made } = endless(512 * megabyte);
  await using gateway = await start(() => streaming(prelude, body));
  using connection = await openConnection(gateway.url);
  connection.socket.pause();
  connection.socket.write(rawRequest('GET /a'));
  const isIdle = async () => {
    const before = made();
    await pause(300);
    return before > 0 && made() === before;
  };
  await expect.poll(isIdle).toBe(true);
  // The operating system and the streams buffer a few megabytes.
  expect(made()).toBeLessThan(64 * megabyte);
});

it('destroys the body when the client disconnects before the first part', async () => {
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
  // By then, the gateway has usually noticed the disconnection.
  await pause(70);
  left.resolve();
  await expect.poll(() => body.destroyed).toBe(true);
});

it('closes the connection without an end marker when the body fails', async () => {
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

const malformed = [null, {}, { statusCode: 200, headers: { 'a b': 'c' } }];
test.for(malformed)('returns 502 for the malformed prelude %j and destroys the body', async (value) => {
  const { body } = endless();
  await using gateway = await start(() => streaming(value, body));
  expect((await gateway.send('GET /a')).statusCode).toBe(502);
  expect(body.destroyed).toBe(true);
});

it('sends only headers for HEAD and destroys the body', async () => {
  const { body } = endless();
  await using gateway = await start(() => streaming(prelude, body));
  const response = await fetch(`${gateway.url}/a`, { method: 'HEAD' });
  expect([response.status, await response.text(), body.destroyed]).toEqual([200, '', true]);
});

const openDescriptors = async () => (await readdir('/proc/self/fd')).length;

it('releases all resources after 300 clients disconnect during an endless response (E21)', async () => {
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
  const disconnect = async () => {
    using connection = await openConnection(gateway.url);
    connection.socket.write(rawRequest('GET /a'));
    await once(connection.socket, 'data');
  };
  const round = () => Promise.all(Array.from({ length: 20 }, disconnect));
  await round();
  await expect.poll(() => destroyed).toBe(20);
  await expect.poll(() => gateway.entries().at(-1)).toMatchObject({ status: '200', broken: true });
  const before = { descriptors: await openDescriptors(), megabytes: heldMegabytes() };

  for (let rounds = 1; rounds < 15; rounds += 1) await round();
  await expect.poll(() => destroyed).toBe(300);
  await expect.poll(openDescriptors).toBeLessThanOrEqual(before.descriptors + 5);
  // Each response left tens of kilobytes unsent.
  await expect.poll(heldMegabytes).toBeLessThan(before.megabytes * 1.1 + 2);
  expect(bodies.filter((body) => body.deref() !== undefined).length).toBeLessThan(100);
});

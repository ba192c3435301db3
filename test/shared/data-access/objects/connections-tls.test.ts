import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { connectionsTo } from '../../../../shared/data-access/objects/connections.ts';
import { liftTimeLimits } from '../../../support/lift-time-limits.ts';
import { listenUntilTestEnds } from '../../../support/listen-until-test-ends.ts';

beforeEach(liftTimeLimits);

const inTime = () => AbortSignal.timeout(5_000);

const certificateFor = (value: string) =>
  generate([{ name: 'commonName', value }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value }] }],
  });

/** Believes a certificate, beside those that are believed already, until the test ends. */
const believe = (certificate: string): void => {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
};

/** More than a connection reads at once. */
const large = randomBytes(300_000);

/** Begins an answer, and ends the connection by `end` before it is whole. */
const cutShort = (response: ServerResponse, end: () => void): void => {
  response.writeHead(200, { 'content-length': large.length });
  response.write(large.subarray(0, 100_000), end);
};

/** A store behind TLS whose certificate is of that name, and whether each connection went on with a session. */
const startStore = async (name: string) => {
  const { private: key, cert } = await certificateFor(name);
  const resumed: boolean[] = [];
  const server = createServer({ key, cert }, ({ url, socket }, response) => {
    if (url === '/cut') cutShort(response, () => socket.end());
    else if (url === '/reset') cutShort(response, () => socket.destroy());
    else response.end(url === '/large' ? large : 'of the store');
  });
  server.on('secureConnection', (socket: TLSSocket) => resumed.push(socket.isSessionReused()));
  const port = await listenUntilTestEnds(server);
  return { server, cert, resumed, url: new URL(`https://localhost:${port}`) };
};

const textOf = async (get: ReturnType<typeof connectionsTo>, host: string): Promise<string> => {
  const { bytes } = await get('/file', { host }, inTime());
  return (await bytes).toString();
};

it('objects are read from a store whose certificate is good, and later connections go on with its session', async () => {
  const { server, cert, resumed, url } = await startStore('localhost');
  believe(cert);
  const get = connectionsTo(url);
  expect(await textOf(get, url.host)).toBe('of the store');
  server.closeAllConnections();
  // The end of the first connection may not have come through yet.
  await expect.poll(() => textOf(get, url.host).catch(String)).toBe('of the store');
  expect(resumed).toEqual([false, true]);
});

it('objects are whole that come in many parts', async () => {
  const { cert, url } = await startStore('localhost');
  believe(cert);
  const { bytes } = await connectionsTo(url)('/large', { host: url.host }, inTime());
  expect(large.equals(await bytes)).toBe(true);
});

it.each(['/cut', '/reset'])('an answer that breaks off is known for one: %s', async (path) => {
  const { cert, url } = await startStore('localhost');
  believe(cert);
  const { bytes } = await connectionsTo(url)(path, { host: url.host }, inTime());
  await expect(bytes).rejects.toMatchObject({ code: 'ECONNRESET' });
});

it('nothing is asked of a server whose certificate is of another name', async () => {
  const { cert, url } = await startStore('store.example');
  believe(cert);
  await expect(connectionsTo(url)('/file', { host: url.host }, inTime())).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
});

it('nothing is asked of a server whose certificate nobody vouches for', async () => {
  const { url } = await startStore('localhost');
  await expect(connectionsTo(url)('/file', { host: url.host }, inTime())).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
});

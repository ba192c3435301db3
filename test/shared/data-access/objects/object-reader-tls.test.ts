import { randomBytes } from 'node:crypto';
import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { readObject } from '../../../../shared/data-access/objects/bucket.ts';
import { objectReader } from '../../../../shared/data-access/objects/object-reader.ts';
import { liftTimeLimits } from '../../../support/lift-time-limits.ts';
import { listenUntilTestEnds } from '../../../support/listen-until-test-ends.ts';

beforeEach(liftTimeLimits);

const certificateFor = (value: string) =>
  generate([{ name: 'commonName', value }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value }] }],
  });

/** Trusts a certificate in addition to the others until the test ends. */
const trust = (certificate: string): void => {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
};

/** Larger than one TLS record. */
const content = randomBytes(300_000);

/** Starts an S3 behind TLS with a certificate of this name, and records whether each connection resumed a session. */
const startStore = async (name: string) => {
  const { private: key, cert } = await certificateFor(name);
  const resumed: boolean[] = [];
  const server = createServer({ key, cert }, (_, response) => response.end(content));
  server.on('secureConnection', (socket: TLSSocket) => resumed.push(socket.isSessionReused()));
  const endpoint = `https://localhost:${await listenUntilTestEnds(server)}`;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const bucket = objectReader({ bucket: 'files', region: 'ap-southeast-2', credentials, endpoint });
  return { server, cert, resumed, bucket };
};

it('reads objects over TLS, and resumes the session on later connections', async () => {
  const { server, cert, resumed, bucket } = await startStore('localhost');
  trust(cert);
  for (const _ of ['first', 'second']) {
    const reading = await readObject(bucket, 'file');
    expect(reading.kind === 'found' && content.equals(reading.bytes)).toBe(true);
    server.closeAllConnections();
  }
  // A request on a connection that is just closing is retried on another.
  expect(resumed.slice(0, 2)).toEqual([false, true]);
});

it.each([
  ['of another name', 'store.example', true, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['that is not trusted', 'localhost', false, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
])('sends nothing to a server with a certificate %s', async (_, name, isTrusted, code) => {
  const { cert, bucket } = await startStore(name);
  if (isTrusted) trust(cert);
  await expect(readObject(bucket, 'file')).rejects.toMatchObject({ cause: { code } });
});

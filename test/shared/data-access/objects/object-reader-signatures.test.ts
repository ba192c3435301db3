import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { HttpRequest } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import * as fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readObject } from '../../../../shared/data-access/objects/bucket.ts';
import {
  objectReader,
  pathOfKey,
  urlOfBucket,
} from '../../../../shared/data-access/objects/object-reader.ts';
import { startResponding } from './responding-store.ts';

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

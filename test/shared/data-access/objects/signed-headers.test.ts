import { HttpRequest } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { pathOfKey } from '../../../../shared/data-access/objects/s3-place.ts';
import { getSigner } from '../../../../shared/data-access/objects/signed-headers.ts';

const word = fc.stringMatching(/^[A-Za-z0-9/+=]{1,40}$/);

const questions = fc.record({
  region: fc.constantFrom('ap-southeast-2', 'us-east-1', 'cn-north-1'),
  credentials: fc.record(
    { accessKeyId: word, secretAccessKey: word, sessionToken: word },
    { requiredKeys: ['accessKeyId', 'secretAccessKey'] },
  ),
  hostname: fc.constantFrom('files.s3.ap-southeast-2.amazonaws.com', '127.0.0.1'),
  key: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  times: fc.array(
    fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
    { minLength: 1, maxLength: 4 },
  ),
});

it('requests are signed as the signer of the SDK signs them, on whatever days', async () => {
  await fc.assert(
    fc.asyncProperty(questions, async ({ region, credentials, hostname, key, times }) => {
      const path = pathOfKey(new URL(`https://${hostname}/files`), key);
      const sign = getSigner({ region, credentials });
      const sha256 = Hash.bind(null, 'sha256');
      const theirs = new SignatureV4({ service: 's3', region, credentials, sha256, uriEscapePath: false });
      for (const time of times) {
        const request = new HttpRequest({ method: 'GET', hostname, path, headers: { host: hostname } });
        const { headers } = await theirs.sign(request, { signingDate: time });
        expect(sign(hostname, path, time)).toEqual(headers);
      }
    }),
  );
});

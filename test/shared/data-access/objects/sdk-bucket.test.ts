import { Readable } from 'node:stream';
import { type GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { sdkStreamMixin } from '@smithy/core/serde';
import { expect, it } from 'vitest';
import { sdkBucket } from '../../../../shared/data-access/objects/sdk-bucket.ts';

type Body = GetObjectCommandOutput['Body'];

const bytesOf = async (Body: Body, ContentLength?: number): Promise<string> => {
  const client = new S3Client({ region: 'ap-southeast-2' });
  client.middlewareStack.add(
    () => async () => ({ response: undefined, output: { $metadata: {}, ETag: '"e"', Body, ContentLength } }),
    { step: 'initialize' },
  );
  const { signal } = new AbortController();
  const response = await sdkBucket(client, 'published').getObject('file', { abortSignal: signal });
  return response.kind === 'found' ? Buffer.from(await response.bytes()).toString() : response.kind;
};

const streamed = () => sdkStreamMixin(Readable.from([Buffer.from('some '), Buffer.from('bytes')]));

it.each([10, undefined])('reads an object with the length %s', async (length) => {
  expect(await bytesOf(streamed(), length)).toBe('some bytes');
});

it.each([
  ['no body', undefined],
  ['a body that is not a Node.js stream', sdkStreamMixin(new Blob(['some bytes']).stream())],
])('rejects a response with %s instead of returning an empty object', async (_, body) => {
  await expect(bytesOf(body, 10)).rejects.toThrow(new TypeError('the response has no readable body'));
});

import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { sdkBucket } from '../../../shared/data-access/objects/sdk-bucket.ts';
import { bucketClient, type LocalBucket } from '../../support/local-bucket.ts';

interface RequestInput {
  readonly Key?: string;
  readonly Range?: string;
}

type OnRequest = (key: string, command: string, input: RequestInput) => unknown;

/** Returns a bucket that calls `before` and `after` around each request. If one of them throws, the request fails. */
export const interceptedBucket = (
  { endpoint, bucket }: LocalBucket,
  { before, after }: { readonly before?: OnRequest; readonly after?: OnRequest },
): Bucket => {
  const client = bucketClient(endpoint, 3);
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (request) => {
        const input = request.input as RequestInput;
        const { Key = '' } = input;
        await before?.(Key, commandName, input);
        const response = await next(request);
        await after?.(Key, commandName, input);
        return response;
      },
    { step: 'initialize' },
  );
  return sdkBucket(client, bucket);
};

export const onPut =
  (handle: (key: string) => unknown): OnRequest =>
  (key, command) =>
    command === 'PutObjectCommand' && handle(key);

export const failOnPut = (fails: (key: string) => boolean) =>
  onPut((key) => {
    if (fails(key)) throw new Error('connection lost');
  });

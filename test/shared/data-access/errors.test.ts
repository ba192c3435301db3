import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { storeCall } from '../../../shared/data-access/errors.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';

const serviceError = (name: string) =>
  new DynamoDBServiceException({ name, message: name, $fault: 'client', $metadata: {} });

const failingWith = (error: unknown) => () => Promise.reject(error);

describe('storeCall', () => {
  it.each([
    new Error('connect ECONNREFUSED'),
    new DOMException('The operation was aborted', 'TimeoutError'),
    serviceError('ProvisionedThroughputExceededException'),
    serviceError('ResourceNotFoundException'),
  ])('wraps %s in StoreUnavailable, with its cause and its message', async (error) => {
    const message = `billers: get failed (${error.message})`;
    const failure = storeCall('billers: get', failingWith(error));
    await expect(failure).rejects.toThrow(StoreUnavailable);
    await expect(failure).rejects.toMatchObject({ operation: 'billers: get', message, cause: error });
  });

  it.each([
    [new SyntaxError('Unexpected token in "Winifred'), 'billers: get failed (the content cannot be parsed)'],
    [
      new Error('The signature does not match.\n\nThe Canonical String is\nx-amz-security-token:secret'),
      'billers: get failed (The signature does not match.)',
    ],
    [
      new AggregateError([new Error('connect ECONNREFUSED ::1:443')], ''),
      'billers: get failed (connect ECONNREFUSED ::1:443)',
    ],
  ])(
    'does not quote stored data or signed headers, but gives the reason for a failed connection: %s',
    async (error, message) => {
      await expect(storeCall('billers: get', failingWith(error))).rejects.toMatchObject({
        message,
        cause: error,
      });
    },
  );

  it.each([
    new TypeError('undefined is not a function'),
    new ReferenceError('row is not defined'),
    new RangeError('Invalid array length'),
    z.string().safeParse(1).error,
    serviceError('ValidationException'),
  ])('rethrows %s, because a retry cannot help', async (error) => {
    await expect(storeCall('billers: get', failingWith(error))).rejects.toBe(error);
  });

  it('rethrows errors that the caller expects', async () => {
    const error = serviceError('ConditionalCheckFailedException');
    await expect(storeCall('keys: issue', failingWith(error), (thrown) => thrown === error)).rejects.toBe(
      error,
    );
  });
});

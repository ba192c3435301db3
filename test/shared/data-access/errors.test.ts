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
    [new Error('connect ECONNREFUSED'), 'connect ECONNREFUSED'],
    [new DOMException('The operation was aborted', 'TimeoutError'), 'The operation was aborted'],
    [serviceError('ResourceNotFoundException'), 'ResourceNotFoundException'],
    // Stored data and signed headers are not quoted.
    [new SyntaxError('Unexpected token in "Winifred'), 'the content cannot be parsed'],
    [
      new Error('The signature does not match.\n\nThe Canonical String is\nx-amz-security-token:secret'),
      'The signature does not match.',
    ],
    [new AggregateError([new Error('connect ECONNREFUSED ::1:443')], ''), 'connect ECONNREFUSED ::1:443'],
  ])('wraps %s in StoreUnavailable, with its cause and its reason', async (error, reason) => {
    const failure = storeCall('billers: get', failingWith(error));
    await expect(failure).rejects.toThrow(StoreUnavailable);
    const message = `billers: get failed (${reason})`;
    await expect(failure).rejects.toMatchObject({ operation: 'billers: get', message, cause: error });
  });

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

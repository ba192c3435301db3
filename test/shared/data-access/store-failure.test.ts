import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { storeCall } from '../../../shared/data-access/store-failure.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';

const answer = (name: string) =>
  new DynamoDBServiceException({ name, message: name, $fault: 'client', $metadata: {} });

const failingWith = (error: unknown) => () => Promise.reject(error);

describe('storeCall', () => {
  it.each([
    new Error('connect ECONNREFUSED'),
    new DOMException('The operation was aborted', 'TimeoutError'),
    new SyntaxError('Unexpected token < in JSON'),
    answer('ProvisionedThroughputExceededException'),
    answer('ResourceNotFoundException'),
  ])('makes StoreUnavailable of %s, with its cause', async (error) => {
    const failure = storeCall('billers: get', failingWith(error));

    await expect(failure).rejects.toThrow(StoreUnavailable);
    await expect(failure).rejects.toMatchObject({ operation: 'billers: get', cause: error });
  });

  it.each([
    new TypeError('undefined is not a function'),
    new ReferenceError('row is not defined'),
    new RangeError('Invalid array length'),
    z.string().safeParse(1).error,
    answer('ValidationException'),
  ])('lets %s pass: trying again would not help', async (error) => {
    await expect(storeCall('billers: get', failingWith(error))).rejects.toBe(error);
  });

  it('lets those errors pass that the caller takes for an answer', async () => {
    const error = answer('ConditionalCheckFailedException');

    await expect(storeCall('keys: issue', failingWith(error), (thrown) => thrown === error)).rejects.toBe(
      error,
    );
  });
});

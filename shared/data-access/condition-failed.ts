import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/** Whether a write was rejected by its condition, which is an answer rather than a failure. */
export const conditionFailed = (error: unknown): boolean => error instanceof ConditionalCheckFailedException;

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/** Whether a write was left undone because the row is not as its condition wants it: an answer rather than a failure. */
export const conditionFailed = (error: unknown): boolean => error instanceof ConditionalCheckFailedException;

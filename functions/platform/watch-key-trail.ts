import * as z from 'zod/mini';
import { logger } from '../../shared/observability/logger.ts';

const row = z.record(z.string(), z.unknown());

const changes = z.object({
  Records: z.array(
    z.object({
      eventName: z.enum(['MODIFY', 'REMOVE']),
      /** Rows in DynamoDB JSON. If the entry was removed, there is no new row. */
      dynamodb: z.object({ OldImage: row, NewImage: z.optional(row) }),
    }),
  ),
});

/**
 * Lambda handler for entries of the audit trail that were replaced or removed. No part of Waypost does that, so each
 * invocation raises an alarm. Logs each entry before and after the change, because the table's stream keeps them for
 * only 24 hours.
 */
export const handler = async (event: unknown): Promise<void> => {
  for (const { eventName, dynamodb } of changes.parse(event).Records) {
    const { OldImage: before, NewImage: after } = dynamodb;
    logger.error('an entry in the key audit trail was changed', { change: eventName, before, after });
  }
};

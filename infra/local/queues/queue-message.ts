import * as z from 'zod';

/** A message of a FIFO queue, as it lies on the disk. */
export const queueMessage = z.strictObject({
  messageId: z.uuid(),
  /** Twenty digits: of two messages of a queue the later has the greater. */
  sequenceNumber: z.string().regex(/^\d{20}$/),
  groupId: z.string().min(1),
  deduplicationId: z.string().min(1),
  body: z.string(),
  /** Epoch milliseconds. */
  sentAt: z.int(),
  /** How often it was handed out; also where the process was killed before it was taken. */
  receiveCount: z.int().min(0),
  /** Epoch milliseconds; absent before the first time. */
  firstReceivedAt: z.int().optional(),
});
export type QueueMessage = z.infer<typeof queueMessage>;

/** What a sender says of a message. */
export type SentMessage = Pick<QueueMessage, 'body' | 'groupId' | 'deduplicationId'>;

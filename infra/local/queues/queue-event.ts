import { createHash, randomUUID } from 'node:crypto';
import { localAccount, localRegion } from '../template/physical-names.ts';
import type { QueueMessage } from './queue-message.ts';

/** The event that Lambda makes of a message that was handed out. The receipt handle is good for nothing: there is no SQS to give it to. */
export const toQueueEvent = (queueName: string, message: QueueMessage) => ({
  Records: [
    {
      messageId: message.messageId,
      receiptHandle: Buffer.from(randomUUID()).toString('base64'),
      body: message.body,
      attributes: {
        ApproximateReceiveCount: String(message.receiveCount),
        SentTimestamp: String(message.sentAt),
        SequenceNumber: message.sequenceNumber,
        MessageGroupId: message.groupId,
        SenderId: localAccount,
        MessageDeduplicationId: message.deduplicationId,
        ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt ?? message.sentAt),
      },
      messageAttributes: {},
      md5OfBody: createHash('md5').update(message.body).digest('hex'),
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:${localRegion}:${localAccount}:${queueName}`,
      awsRegion: localRegion,
    },
  ],
});

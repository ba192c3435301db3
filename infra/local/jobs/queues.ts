import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { DeployedQueueSource } from '../template/events.ts';
import { localAccount, localRegion } from '../template/physical-names.ts';
import type { Job, JobContext } from './jobs.ts';
import type { JobSource } from './worker.ts';

/** Sends a message to a queue, within the caller's transaction. Only FIFO queues have message groups. */
export type SendMessage = (queueName: string, groupId: string | undefined, body: string) => void;

const message = z.object({ messageId: z.string(), body: z.string() });

/** Sends messages to queues as jobs. Messages to a standard queue do not wait for each other. */
export const queueSender =
  ({ jobs, clock }: Pick<JobContext, 'jobs' | 'clock'>): SendMessage =>
  (name, groupId, body) => {
    const payload: z.infer<typeof message> = { messageId: randomUUID(), body };
    jobs.add({ kind: 'queue', name, groupId: groupId ?? payload.messageId }, payload, clock.now());
  };

/** Job source for a queue. Each job delivers one message. */
export const queueJobs = (source: DeployedQueueSource): JobSource => ({
  ...source,
  kind: 'queue',
  name: source.queueName,
  isFailure: (returned) =>
    source.reportsFailures && batchResponse.parse(returned).batchItemFailures.length > 0,
  toEvent: (job) => toQueueEvent(source, job),
});

/** Response of a function that reports failures. As in Lambda, null means that there are none. */
const batchResponse = z.preprocess(
  (returned) => returned ?? { batchItemFailures: [] },
  z.object({ batchItemFailures: z.array(z.unknown()) }),
);

/** Builds Lambda's event for a message. The receipt handle is a dummy, because there is no SQS to return it to. */
const toQueueEvent = ({ queueName, isFifo }: DeployedQueueSource, job: Job) => {
  const { messageId, body } = message.parse(job.payload);
  return {
    Records: [
      {
        messageId,
        receiptHandle: Buffer.from(randomUUID()).toString('base64'),
        body,
        attributes: {
          ApproximateReceiveCount: String(job.attempts),
          SentTimestamp: String(job.createdAt),
          SenderId: localAccount,
          ...(isFifo && {
            SequenceNumber: String(job.id).padStart(20, '0'),
            MessageGroupId: job.groupId,
            MessageDeduplicationId: createHash('sha256').update(body).digest('hex'),
          }),
          ApproximateFirstReceiveTimestamp: String(job.firstAttemptAt ?? job.createdAt),
        },
        messageAttributes: {},
        md5OfBody: createHash('md5').update(body).digest('hex'),
        eventSource: 'aws:sqs',
        eventSourceARN: `arn:aws:sqs:${localRegion}:${localAccount}:${queueName}`,
        awsRegion: localRegion,
      },
    ],
  };
};

import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { DeployedQueue, DeployedQueueSource } from '../template/events.ts';
import { localAccount, localRegion } from '../template/physical-names.ts';
import type { Job, JobContext } from './jobs.ts';
import type { JobSource } from './worker.ts';

/** Sends a message to a FIFO queue, within the caller's transaction if there is one. Throws if the disk is full. */
export type SendMessage = (queueName: string, groupId: string, body: string) => void;

const message = z.object({ messageId: z.string(), body: z.string() });

/** Sends messages to SQS FIFO queues as jobs, without deduplication, because each event here is sent once. */
export const queueSender =
  ({ jobs, clock }: Pick<JobContext, 'jobs' | 'clock'>): SendMessage =>
  (name, groupId, body) => {
    const payload: z.infer<typeof message> = { messageId: randomUUID(), body };
    jobs.add({ kind: 'queue', name, groupId }, payload, clock.now());
  };

/** Source of an event source mapping's jobs, each of which delivers one message. */
export const queueJobs = (
  { queueName, functionName }: DeployedQueueSource,
  queues: readonly DeployedQueue[],
): JobSource => {
  const queue = queues.find(({ name }) => name === queueName);
  const toEvent = (job: Job) => toQueueEvent(queueName, job);
  return {
    kind: 'queue',
    name: queueName,
    functionName,
    maxAttempts: queue?.maxAttempts,
    deadLetterQueue: queue?.deadLetterQueue,
    toEvent,
    toDeadLetter: toEvent,
  };
};

/** Builds Lambda's event for a message. The receipt handle is a dummy, because there is no SQS to return it to. */
const toQueueEvent = (queueName: string, job: Job) => {
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
          SequenceNumber: String(job.id).padStart(20, '0'),
          MessageGroupId: job.groupId,
          SenderId: localAccount,
          MessageDeduplicationId: createHash('sha256').update(body).digest('hex'),
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

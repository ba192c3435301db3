import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { DeployedQueue, DeployedQueueSource } from '../template/events.ts';
import { localAccount, localRegion } from '../template/physical-names.ts';
import type { Job, JobContext } from './jobs.ts';
import type { JobSource } from './worker.ts';

/** SQS drops a message whose deduplication id was sent within this interval. */
const deduplicationMilliseconds = 5 * 60_000;

/** Sends a message to a FIFO queue, as part of the caller's transaction if there is one. Throws if the disk is full. */
export type SendMessage = (queueName: string, groupId: string, body: string) => void;

const message = z.object({ messageId: z.string(), body: z.string(), deduplicationId: z.string() });

/** SQS FIFO queues with content-based deduplication, whose messages are jobs. */
export const queueSender =
  ({
    state: { database, transaction },
    jobs,
    clock,
  }: Pick<JobContext, 'state' | 'jobs' | 'clock'>): SendMessage =>
  (name, groupId, body) =>
    transaction(() => {
      const now = clock.now();
      const deduplicationId = createHash('sha256').update(body).digest('hex');
      database.prepare('DELETE FROM sent_messages WHERE sentAt <= ?').run(now - deduplicationMilliseconds);
      const remember = database.prepare('INSERT OR IGNORE INTO sent_messages VALUES (?, ?, ?)');
      if (remember.run(name, deduplicationId, now).changes === 0) return;
      const payload: z.infer<typeof message> = { messageId: randomUUID(), body, deduplicationId };
      jobs.add({ kind: 'queue', name, groupId }, payload, now);
    });

/** The jobs of an event source mapping, each of which hands over one message. */
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
    maxAttempts: queue?.mostAttempts,
    deadLetterQueue: queue?.deadLetterQueue,
    toEvent,
    toDeadLetter: toEvent,
  };
};

/** The event that Lambda makes of a message. The receipt handle is unusable, because there is no SQS to return it to. */
const toQueueEvent = (queueName: string, job: Job) => {
  const { messageId, body, deduplicationId } = message.parse(job.payload);
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
          MessageDeduplicationId: deduplicationId,
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

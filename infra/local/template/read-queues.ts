import * as z from 'zod';
import type { DeployedQueue } from './deployed-events.ts';
import { deadLetterQueueOf, readProperties } from './read-properties.ts';
import type { ResolvedResource } from './resolved-resource.ts';
import { templateNumber } from './template-number.ts';

const queueProperties = z.object({
  ContentBasedDeduplication: z.boolean().default(false),
  DeduplicationScope: z.literal('queue').optional(),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: templateNumber }).optional(),
});

const isFirstInFirstOut = ({ type, properties }: ResolvedResource): boolean =>
  type === 'AWS::SQS::Queue' && properties.FifoQueue === true;

const toQueue = (resource: ResolvedResource): DeployedQueue => {
  const { ContentBasedDeduplication, RedrivePolicy } = readProperties(queueProperties, resource, [
    'DelaySeconds',
  ]);
  return {
    name: resource.name,
    deduplicatesByContent: ContentBasedDeduplication,
    deadLetterQueue: deadLetterQueueOf(resource, RedrivePolicy?.deadLetterTargetArn),
    mostAttempts: RedrivePolicy?.maxReceiveCount,
  };
};

/**
 * The FIFO queues of the templates. Others only keep dead letters here, and are known by their names. How long a message
 * is kept has no meaning on this machine: none is too old. Throws UnsupportedTemplate, which names the one it is about.
 */
export const readQueues = (resources: readonly ResolvedResource[]): readonly DeployedQueue[] =>
  resources.filter(isFirstInFirstOut).map(toQueue);

import * as z from 'zod';
import { functionNameIn, queueNameIn } from './arn-names.ts';
import type { DeployedQueue, DeployedQueueSource } from './deployed-events.ts';
import { isOfQueue } from './read-event-sources.ts';
import { readProperties, unsupported } from './read-properties.ts';
import type { ResolvedResource } from './resolved-resource.ts';

// Of the size of a batch only the upper bound is said: one by one is within it.
const mappingProperties = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
});

/** What would change which messages a function gets, or how. */
const refused = [
  'FilterCriteria',
  'FunctionResponseTypes',
  'MaximumBatchingWindowInSeconds',
  'ScalingConfig',
] as const;

const toQueueSource = (resource: ResolvedResource, queues: readonly DeployedQueue[]): DeployedQueueSource => {
  const mapping = readProperties(mappingProperties, resource, refused);
  const queue = queues.find(({ name }) => name === queueNameIn(mapping.EventSourceArn));
  if (!queue) throw unsupported(resource, `only a FIFO queue is read, not ${mapping.EventSourceArn}`);
  return {
    name: resource.name,
    enabled: mapping.Enabled,
    queueName: queue.name,
    functionName: functionNameIn(mapping.FunctionName) ?? mapping.FunctionName,
  };
};

/** The mappings of queues to functions. Throws UnsupportedTemplate, which names the one it is about. */
export const readQueueSources = (
  resources: readonly ResolvedResource[],
  queues: readonly DeployedQueue[],
): readonly DeployedQueueSource[] => {
  const mappings = resources.filter(
    (resource) => resource.type === 'AWS::Lambda::EventSourceMapping' && isOfQueue(resource),
  );
  const sources = mappings.map((each) => toQueueSource(each, queues));
  const another = mappings.find((_, index) =>
    sources.slice(0, index).some(({ queueName }) => queueName === sources[index]?.queueName),
  );
  if (another) throw unsupported(another, 'the messages of one queue are for one function');
  return sources;
};

import * as z from 'zod';
import { functionNameIn, queueNameIn, streamedTableIn } from './arn-names.ts';
import type { DeployedEventSource } from './deployed-events.ts';
import { deadLetterQueueOf, readProperties, unsupported } from './read-properties.ts';
import type { ResolvedResource } from './resolved-resource.ts';
import { templateNumber } from './template-number.ts';

/** A bound that is absent, or -1, is none. */
const bound = templateNumber.optional().transform((value) => (value === -1 ? undefined : value));

const mappingProperties = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
  BatchSize: templateNumber.default(100),
  MaximumBatchingWindowInSeconds: templateNumber.default(0),
  MaximumRetryAttempts: bound,
  MaximumRecordAgeInSeconds: bound,
  DestinationConfig: z
    .object({ OnFailure: z.object({ Destination: z.string().optional() }).default({}) })
    .prefault({}),
});

/** What would change which records a function gets, or how. */
const refused = [
  'BisectBatchOnFunctionError',
  'FilterCriteria',
  'FunctionResponseTypes',
  'TumblingWindowInSeconds',
] as const;

const toEventSource = (resource: ResolvedResource): DeployedEventSource => {
  const mapping = readProperties(mappingProperties, resource, refused);
  const tableName = streamedTableIn(mapping.EventSourceArn);
  if (tableName === undefined)
    throw unsupported(resource, `only a table's stream or a queue is read, not ${mapping.EventSourceArn}`);
  return {
    name: resource.name,
    enabled: mapping.Enabled,
    tableName,
    functionName: functionNameIn(mapping.FunctionName) ?? mapping.FunctionName,
    batchSize: mapping.BatchSize,
    batchingWindowSeconds: mapping.MaximumBatchingWindowInSeconds,
    retryAttempts: mapping.MaximumRetryAttempts,
    maximumRecordAgeSeconds: mapping.MaximumRecordAgeInSeconds,
    deadLetterQueue: deadLetterQueueOf(resource, mapping.DestinationConfig.OnFailure.Destination),
  };
};

/** Whether a mapping is of a queue, not of a stream. */
export const isOfQueue = ({ properties }: Pick<ResolvedResource, 'properties'>): boolean =>
  queueNameIn(String(properties.EventSourceArn)) !== undefined;

/** The mappings of table streams to functions, those of queues apart. Throws UnsupportedTemplate, which names the one it is about. */
export const readEventSources = (resources: readonly ResolvedResource[]): readonly DeployedEventSource[] =>
  resources
    .filter((resource) => resource.type === 'AWS::Lambda::EventSourceMapping' && !isOfQueue(resource))
    .map(toEventSource);

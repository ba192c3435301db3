import * as z from 'zod';
import { eventPattern } from '../events/event-pattern.ts';
import { queueNameIn } from './arn-names.ts';
import type { DeployedQueue, DeployedRule } from './deployed-events.ts';
import { readProperties, unsupported } from './read-properties.ts';
import type { ResolvedResource } from './resolved-resource.ts';

const isOnly = (expected: unknown, text: string): boolean =>
  Array.isArray(expected) && expected.length === 1 && expected[0] === text;

/** The bus that every account has. */
const defaultBus = 'default';

/** A rule of other events of AWS would wait for them in vain. */
const createdObjects = eventPattern
  .refine(({ source }) => isOnly(source, 'aws.s3'), {
    error: 'only events of aws.s3 come about on this machine',
  })
  .refine((pattern) => isOnly(pattern['detail-type'], 'Object Created'), {
    error: 'only Object Created comes about on this machine',
  });

const changed = z.never({ error: 'only the event itself is sent on this machine' }).optional();

const rulePropertiesWith = (EventPattern: typeof eventPattern) =>
  z.object({
    State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
    EventPattern,
    Targets: z
      .array(
        z.object({
          Arn: z.string(),
          // A retry and a place for what was not sent are for a service that may fail: here it is the disk's own.
          SqsParameters: z.object({ MessageGroupId: z.string().min(1) }),
          Input: changed,
          InputPath: changed,
          InputTransformer: changed,
        }),
      )
      .min(1),
  });

/** The names of the buses of the templates. */
export const eventBusesIn = (resources: readonly ResolvedResource[]): readonly string[] =>
  resources.filter(({ type }) => type === 'AWS::Events::EventBus').map(({ name }) => name);

const toRule = (
  resource: ResolvedResource,
  queues: readonly DeployedQueue[],
  buses: readonly string[],
): DeployedRule => {
  const busName = z.string().default(defaultBus).parse(resource.properties.EventBusName);
  const isDefault = busName === defaultBus;
  if (!isDefault && !buses.includes(busName)) throw unsupported(resource, `there is no bus ${busName}`);
  const pattern = isDefault ? createdObjects : eventPattern;
  const rule = readProperties(rulePropertiesWith(pattern), resource, ['ScheduleExpression']);
  return {
    name: resource.name,
    busName,
    enabled: rule.State === 'ENABLED',
    pattern: rule.EventPattern,
    targets: rule.Targets.map(({ Arn, SqsParameters }) => {
      const queue = queues.find(({ name }) => name === queueNameIn(Arn));
      if (!queue) throw unsupported(resource, `only a FIFO queue can be its target, not ${Arn}`);
      // SQS refuses what EventBridge sends to such a queue, and the event is lost.
      if (!queue.deduplicatesByContent)
        throw unsupported(resource, `its target ${queue.name} must deduplicate by content`);
      return { queueName: queue.name, messageGroupId: SqsParameters.MessageGroupId };
    }),
  };
};

/** The rules of the templates. Throws UnsupportedTemplate, which names the one it is about. */
export const readRules = (
  resources: readonly ResolvedResource[],
  queues: readonly DeployedQueue[],
): readonly DeployedRule[] => {
  const buses = eventBusesIn(resources);
  return resources
    .filter(({ type }) => type === 'AWS::Events::Rule')
    .map((each) => toRule(each, queues, buses));
};

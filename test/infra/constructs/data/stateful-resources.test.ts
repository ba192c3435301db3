import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import {
  type SynthesisedResource,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const madeAnew = `
The next deployment would make a resource that holds state anew, and empty. CloudFormation knows a resource by its
logical id, and none of these properties can be changed of one that is there. In production the former resource stays
behind with all that it holds, but nobody reads it any more; in development it is deleted.
Give it its id or property back (overrideLogicalId where a construct has moved). If the change is meant, move what it
holds first, and then change this list. A resource that was added belongs into the list, as it is.
A stream that is changed is made anew as well, while its table stays: the publishing stack, which looks for its ARN at
its own deployments alone, would wait at the former one. Deploy that stack with --force after the data.
`;

const tableProperties = z.object({
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.string() })),
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
});

/** `locationCode HASH S`: a change of either makes a table anew, while attributes of indexes come and go. */
const keysOf = (properties: unknown): readonly string[] => {
  const { KeySchema, AttributeDefinitions } = tableProperties.parse(properties);
  const typeOf = (name: string) => AttributeDefinitions.find(({ AttributeName }) => AttributeName === name);
  return KeySchema.map(
    ({ AttributeName, KeyType }) => `${AttributeName} ${KeyType} ${typeOf(AttributeName)?.AttributeType}`,
  );
};

/** Of each type that holds state, the properties that cannot be changed, names first. */
const unchangeable: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['TableName', 'LocalSecondaryIndexes', 'ImportSourceSpecification'],
  'AWS::DynamoDB::GlobalTable': ['TableName', 'LocalSecondaryIndexes'],
  'AWS::S3::Bucket': ['BucketName', 'BucketNamePrefix', 'BucketNamespace', 'ObjectLockEnabled'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::Events::EventBus': ['Name'],
};

const statefulOf = ({ Resources }: SynthesisedTemplate) =>
  Object.entries(Resources).filter(([, { Type }]) => Type in unchangeable);

/** What the table's stream shows of a change. Another view is another stream, under another ARN. */
const streamOf = (properties: unknown): string | undefined =>
  z.object({ StreamSpecification: z.object({ StreamViewType: z.string() }).optional() }).parse(properties)
    .StreamSpecification?.StreamViewType;

const pinOf = ({ Type, Properties }: SynthesisedResource) => ({
  type: Type,
  ...(Type.startsWith('AWS::DynamoDB::') && { keys: keysOf(Properties), stream: streamOf(Properties) }),
  set: (unchangeable[Type] ?? []).filter((property) => property in Properties),
});

const synthesised = {
  dev: synthesiseStage(stages.dev),
  prod: synthesiseStage(stages.prod),
  local: synthesiseStage(stages.local),
};

const table = (...keys: string[]) => ({ type: 'AWS::DynamoDB::Table', keys, stream: undefined, set: [] });
const tellingOfChanges = (...keys: string[]) => ({ ...table(...keys), stream: 'KEYS_ONLY' });
const bucket = { type: 'AWS::S3::Bucket', set: [] };
const queue = { type: 'AWS::SQS::Queue', set: [] };

/** None but the bus, which others know by it, has a name of its own: what has one cannot stand beside its successor while that is filled. */
const pinned = {
  TablesLocations5A5220FD: tellingOfChanges('bucket HASH N', 'locationCode RANGE S'),
  TablesCapabilities9E538469: tellingOfChanges('serviceCode HASH N'),
  TablesBillers0D47F628: table('kind HASH S', 'code RANGE S'),
  TablesEnquiriesC0D1E215: { ...table('id HASH S'), stream: 'NEW_IMAGE' },
  TablesApiKeys330F873D: table('keyId HASH S'),
  TablesApiKeyEventsC6EDFAF0: table('keyId HASH S', 'event RANGE S'),
  TablesApiKeyUse669A27F9: table('keyId HASH S'),
  TablesEnquiriesKeyA4186D08: { type: 'AWS::KMS::Key', set: [] },
  Published616FB537: bucket,
  ImportsC5EA4F6F: bucket,
  AccessLogs8B620ECA: bucket,
  Alarms04B5A0BF: { type: 'AWS::SNS::Topic', set: [] },
  EnquiryEventsBusC672F921: { type: 'AWS::Events::EventBus', set: ['Name'] },
  EnquiryEventsUndelivered62B0B572: queue,
};

/**
 * The queues of the publishing stack, which may be made anew: they only name files to import and runs that were given
 * up. The files lie in the import bucket, the records in the tables, and both can be asked for again.
 */
const queuesOfPublishing = {
  ImportTriggersFiles0CE6DD29: { ...queue, set: ['FifoQueue'] },
  ImportTriggersUndelivered0C40BF09: { ...queue, set: ['FifoQueue'] },
  PublicationTriggersUndelivered212FFF6D: queue,
};

describe('what holds state', () => {
  it.each(Object.entries(synthesised))('is never made anew by a deployment of %s', (_, { data }) => {
    const found = statefulOf(data).map(([id, resource]) => [id, pinOf(resource)]);
    expect(Object.fromEntries(found), madeAnew).toEqual(pinned);
  });

  it('is in the stack of the data alone, which nothing else makes it necessary to deploy', () => {
    const { data: _, portal, publishing, ...others } = synthesised.prod;
    for (const template of Object.values(others)) expect(statefulOf(template)).toEqual([]);
    const queues = statefulOf(publishing);
    expect(Object.fromEntries(queues.map(([id, each]) => [id, pinOf(each)]))).toEqual(queuesOfPublishing);
    for (const [, { DeletionPolicy }] of queues) expect(DeletionPolicy).toBe('Delete');
    // Its files are built anew for every deployment, and the records of who read them are missed by nobody.
    expect(statefulOf(portal).map(([id]) => id.slice(0, -8))).toEqual(['Logs', 'Files']);
  });

  it('outlives in production the stack, its own place in the template and its successor, but not a deployment that was to make it', () => {
    for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of statefulOf(synthesised.prod.data)) {
      expect({ id, DeletionPolicy, UpdateReplacePolicy }).toEqual({
        id,
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      });
    }
  });

  it('goes in development with the stack, but for the buckets, which S3 would not delete', () => {
    const kept = statefulOf(synthesised.dev.data).filter(
      ([, { DeletionPolicy }]) => DeletionPolicy !== 'Delete',
    );
    expect(kept.map(([, { Type, DeletionPolicy }]) => `${DeletionPolicy} ${Type}`)).toEqual(
      Array.from({ length: 3 }, () => 'RetainExceptOnCreate AWS::S3::Bucket'),
    );
  });
});

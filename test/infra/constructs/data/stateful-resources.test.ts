import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import {
  type SynthesisedResource,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const replaced = `
The next deployment would replace a resource that holds state with an empty one. CloudFormation identifies a resource by
its logical id, and cannot change these properties of an existing resource. In production, the previous resource is
retained with its contents, but nothing reads it any more; in development it is deleted.
Restore the id or property (use overrideLogicalId if a construct has moved). If the change is intended, migrate the
contents first, then change this list. Add new resources to the list.
A changed stream is replaced as well, while its table stays. The publishing stack keeps the ARN of the previous stream,
so recreate it after the data stack (docs/operations.md, References between stacks).
`;

const tableProperties = z.object({
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.string() })),
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
  // With another view type, a table gets a new stream with another ARN.
  StreamSpecification: z.object({ StreamViewType: z.string() }).optional(),
});

/** Properties that cannot change without replacing the resource, by stateful resource type. */
const unchangeable: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['TableName', 'LocalSecondaryIndexes', 'ImportSourceSpecification'],
  'AWS::S3::Bucket': ['BucketName', 'BucketNamePrefix', 'BucketNamespace', 'ObjectLockEnabled'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::Events::EventBus': ['Name'],
  'AWS::ApiGateway::UsagePlan': [],
};

const statefulOf = ({ Resources }: SynthesisedTemplate) =>
  Object.entries(Resources).filter(([, { Type }]) => Type in unchangeable);

/**
 * Returns a table's stream, and its key attributes in a form such as `locationCode HASH S`. Changing one replaces the
 * table, unlike changing the attributes of an index.
 */
const pinOfTable = (properties: unknown) => {
  const { KeySchema, AttributeDefinitions, StreamSpecification } = tableProperties.parse(properties);
  const types = new Map(AttributeDefinitions.map((each) => [each.AttributeName, each.AttributeType]));
  return {
    keys: KeySchema.map((each) => `${each.AttributeName} ${each.KeyType} ${types.get(each.AttributeName)}`),
    stream: StreamSpecification?.StreamViewType,
  };
};

const pinOf = ({ Type, Properties }: SynthesisedResource) => ({
  type: Type,
  ...(Type === 'AWS::DynamoDB::Table' && pinOfTable(Properties)),
  set: (unchangeable[Type] ?? []).filter((property) => property in Properties),
});

const table = (...keys: string[]) => ({ type: 'AWS::DynamoDB::Table', keys, stream: undefined, set: [] });
const withKeyStream = (...keys: string[]) => ({ ...table(...keys), stream: 'KEYS_ONLY' });
const bucket = { type: 'AWS::S3::Bucket', set: [] };
const queue = { type: 'AWS::SQS::Queue', set: [] };

/**
 * Immutable properties of the deployed resources. Only the bus has a fixed name, which subscribers use. A resource with
 * a fixed name cannot coexist with its successor during a migration.
 */
const pinned = {
  TablesLocations5A5220FD: withKeyStream('bucket HASH N', 'locationCode RANGE S'),
  TablesCapabilities9E538469: withKeyStream('serviceCode HASH N'),
  TablesLocationChangesE07CBC64: withKeyStream('partition HASH S', 'id RANGE S'),
  TablesBillers0D47F628: table('kind HASH S', 'code RANGE S'),
  TablesEnquiriesC0D1E215: { ...table('id HASH S'), stream: 'NEW_IMAGE' },
  TablesApiKeys330F873D: table('keyId HASH S'),
  TablesApiKeyEventsC6EDFAF0: { ...table('keyId HASH S', 'event RANGE S'), stream: 'NEW_AND_OLD_IMAGES' },
  TablesApiKeyUse669A27F9: table('keyId HASH S'),
  TablesEnquiriesKeyA4186D08: { type: 'AWS::KMS::Key', set: [] },
  Published616FB537: bucket,
  ImportsC5EA4F6F: bucket,
  AccessLogs8B620ECA: bucket,
  Pages127DFD1A: { type: 'AWS::SNS::Topic', set: [] },
  Tickets83B11BB2: { type: 'AWS::SNS::Topic', set: [] },
  EnquiryEventsBusC672F921: { type: 'AWS::Events::EventBus', set: ['Name'] },
  EnquiryEventsUndelivered62B0B572: queue,
};

/**
 * These queues may be replaced because they can be refilled or are short-lived: import files and failed runs can be
 * retried from the import bucket and the tables, and availability reports are resent or expire.
 */
const queuesOfPublishing = {
  AvailabilityReportsEventsAE959F6A: queue,
  AvailabilityReportsUndelivered05E9BF6B: queue,
  ImportTriggersFiles0CE6DD29: { ...queue, set: ['FifoQueue'] },
  ImportTriggersUndelivered0C40BF09: { ...queue, set: ['FifoQueue'] },
  PublicationTriggersUndelivered212FFF6D: queue,
};

/** A replaced plan has no clients, so API Gateway rejects their keys until `waypost keys sync` has added them again. */
const plansOfApi = ['standardE81E4007', 'partnerCAA0F60C', 'unlimitedA3A94EC5', 'browser0A315203'].map(
  (plan) => `UsagePlan${plan}`,
);

describe('stateful resources', () => {
  it.each(Object.values(stages))('are not replaced by a deployment: $name', (stage) => {
    const found = statefulOf(synthesiseStage(stage).data).map(([id, resource]) => [id, pinOf(resource)]);
    expect(Object.fromEntries(found), replaced).toEqual(pinned);
  });

  it('are all in the data stack, except usage plans, queues and rebuilt files', () => {
    const { api, portal, publishing, watch } = synthesiseStage(stages.prod);
    expect(statefulOf(watch)).toEqual([]);
    const plans = statefulOf(api).map(([id]) => id);
    expect(plans, replaced).toEqual(plansOfApi);
    const queues = statefulOf(publishing);
    expect(Object.fromEntries(queues.map(([id, each]) => [id, pinOf(each)]))).toEqual(queuesOfPublishing);
    for (const [, { DeletionPolicy }] of queues) expect(DeletionPolicy).toBe('Delete');
    // Every deployment rebuilds the files, and the access logs may be lost.
    expect(statefulOf(portal).map(([id]) => id.slice(0, -8))).toEqual(['Logs', 'Files']);
  });

  it('are retained in production unless the deployment that creates them fails', () => {
    for (const [id, resource] of statefulOf(synthesiseStage(stages.prod).data))
      expect(resource, id).toMatchObject({
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      });
  });

  it('are deleted with the stack in development, except buckets, which are retained because only an empty bucket can be deleted', () => {
    const kept = statefulOf(synthesiseStage(stages.dev).data).filter(
      ([, { DeletionPolicy }]) => DeletionPolicy !== 'Delete',
    );
    expect(kept.map(([, { Type, DeletionPolicy }]) => `${DeletionPolicy} ${Type}`)).toEqual(
      Array.from({ length: 3 }, () => 'RetainExceptOnCreate AWS::S3::Bucket'),
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { SynthesisedStack } from '../../../../infra/local/template/assembly.ts';
import { readBuckets } from '../../../../infra/local/template/deployment.ts';
import { readEvents } from '../../../../infra/local/template/events.ts';
import { resolveResources } from '../../../../infra/local/template/intrinsics.ts';
import { UnsupportedTemplate } from '../../../../infra/local/template/resource.ts';

type Properties = Readonly<Record<string, unknown>>;

const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });

const queue = {
  FifoQueue: true,
  ContentBasedDeduplication: true,
  RedrivePolicy: { deadLetterTargetArn: arnOf('Undelivered'), maxReceiveCount: 5 },
  VisibilityTimeout: 960,
};
const pattern = {
  source: ['aws.s3'],
  'detail-type': ['Object Created'],
  detail: {
    bucket: { name: [{ Ref: 'Files' }] },
    object: { key: [{ 'anything-but': { suffix: '.report.json' } }] },
  },
};
const target = { Id: 'Target0', Arn: arnOf('Waiting'), SqsParameters: { MessageGroupId: 'files' } };
const rule = { EventPattern: pattern, State: 'ENABLED', Targets: [target] };
const mapping = { EventSourceArn: arnOf('Waiting'), FunctionName: { Ref: 'Importer' }, BatchSize: 1 };

interface Changed {
  readonly bucket?: Properties;
  readonly queue?: Properties;
  readonly rule?: Properties;
  readonly mapping?: Properties;
  readonly others?: SynthesisedStack['Resources'];
}

const readingOf = (changed: Changed = {}) => {
  const resources = resolveResources([
    {
      stackName: 'Test',
      Outputs: {},
      assets: new Map(),
      Resources: {
        Files: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'files', ...changed.bucket } },
        Importer: { Type: 'AWS::Lambda::Function', Properties: {} },
        Undelivered: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } },
        Plain: { Type: 'AWS::SQS::Queue', Properties: {} },
        Waiting: { Type: 'AWS::SQS::Queue', Properties: { ...queue, ...changed.queue } },
        FilePut: { Type: 'AWS::Events::Rule', Properties: { ...rule, ...changed.rule } },
        Mapping: { Type: 'AWS::Lambda::EventSourceMapping', Properties: { ...mapping, ...changed.mapping } },
        ...changed.others,
      },
    },
  ]);
  return { buckets: readBuckets(resources), ...readEvents(resources) };
};

/** Properties that are refused, with what the refusal says. */
type Refusal = readonly [what: string, changed: Properties, why: RegExp];

const expectRefusals = (
  logicalId: string,
  kind: Exclude<keyof Changed, 'others'>,
  refusals: readonly Refusal[],
) =>
  it.each(refusals)(`with %s is refused, and named`, (_, changed, why) => {
    expect(() => readingOf({ [kind]: changed })).toThrow(UnsupportedTemplate);
    expect(() => readingOf({ [kind]: changed })).toThrow(new RegExp(`^${logicalId} `));
    expect(() => readingOf({ [kind]: changed })).toThrow(why);
  });

describe('a bucket of the template', () => {
  it.each([
    ['nothing', undefined, false],
    ['only the configuration', {}, true],
    ['yes', { EventBridgeEnabled: true }, true],
    ['yes in quotes', { EventBridgeEnabled: 'true' }, true],
    ['no', { EventBridgeEnabled: false }, false],
  ])(
    'that says %s of EventBridge is told of accordingly',
    (_, EventBridgeConfiguration, tellsEventBridge) => {
      const { buckets } = readingOf({ bucket: { NotificationConfiguration: { EventBridgeConfiguration } } });
      expect(buckets).toMatchObject([{ name: 'files', tellsEventBridge }]);
    },
  );

  it('without notifications tells nobody', () => {
    expect(readingOf().buckets).toMatchObject([{ tellsEventBridge: false }]);
  });

  it('lets pages read it by its rules of CORS, and without any none', () => {
    const rule = {
      AllowedMethods: ['GET', 'HEAD'],
      AllowedOrigins: ['*'],
      ExposedHeaders: ['etag'],
    };
    const { buckets } = readingOf({ bucket: { CorsConfiguration: { CorsRules: [rule] } } });
    expect(buckets).toMatchObject([
      { crossOriginRules: [{ methods: ['GET', 'HEAD'], exposedHeaders: ['etag'] }] },
    ]);
    expect(readingOf().buckets).toMatchObject([{ crossOriginRules: [] }]);
  });

  expectRefusals('Files', 'bucket', [
    [
      'pages of chosen origins',
      {
        CorsConfiguration: {
          CorsRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['https://locator.example'] }],
        },
      },
      /only pages of every origin/,
    ],
    [
      'headers that pages may send',
      {
        CorsConfiguration: {
          CorsRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'], AllowedHeaders: ['*'] }],
        },
      },
      /AllowedHeaders/,
    ],
    [
      'a function to be told',
      { NotificationConfiguration: { LambdaConfigurations: [{ Event: 's3:ObjectCreated:*' }] } },
      /only EventBridge is told/,
    ],
    [
      'a queue to be told',
      { NotificationConfiguration: { QueueConfigurations: [] } },
      /only EventBridge is told/,
    ],
  ]);
});

describe('a FIFO queue of the template', () => {
  it('says how often a message is handed out, and where it goes then', () => {
    expect(readingOf().queues).toEqual([
      {
        name: 'Test-Undelivered',
        deduplicatesByContent: false,
        deadLetterQueue: undefined,
        mostAttempts: undefined,
      },
      {
        name: 'Test-Waiting',
        deduplicatesByContent: true,
        deadLetterQueue: 'Test-Undelivered',
        mostAttempts: 5,
      },
    ]);
  });

  expectRefusals('Waiting', 'queue', [
    ['a delay', { DelaySeconds: 5 }, /DelaySeconds/],
    ['deduplication within groups', { DeduplicationScope: 'messageGroup' }, /DeduplicationScope/],
    [
      'a topic for its dead letters',
      { RedrivePolicy: { deadLetterTargetArn: 'arn:aws:sns:a:b:c', maxReceiveCount: 3 } },
      /only a queue keeps dead letters/,
    ],
  ]);
});

describe('a rule of the template', () => {
  it('says which events go to which queue, in which group', () => {
    expect(readingOf().rules).toEqual([
      {
        name: 'FilePut',
        busName: 'default',
        enabled: true,
        pattern: {
          source: ['aws.s3'],
          'detail-type': ['Object Created'],
          detail: {
            bucket: { name: ['files'] },
            object: { key: [{ 'anything-but': { suffix: ['.report.json'] } }] },
          },
        },
        targets: [{ queueName: 'Test-Waiting', messageGroupId: 'files' }],
      },
    ]);
  });

  it('of a bus of the templates may be about any of its events', () => {
    const others = { Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'waypost-local' } } };
    const EventPattern = { source: ['waypost.enquiries'], detail: { sandbox: [false] } };
    const { rules } = readingOf({ others, rule: { EventBusName: { Ref: 'Bus' }, EventPattern } });
    expect(rules).toMatchObject([{ busName: 'waypost-local', pattern: EventPattern }]);
  });

  it('may be disabled', () => {
    expect(readingOf({ rule: { State: 'DISABLED' } }).rules).toMatchObject([{ enabled: false }]);
  });

  const matching = (changed: Properties) => ({ EventPattern: { ...pattern, ...changed } });
  const sentTo = (changed: Properties) => ({ Targets: [{ ...target, ...changed }] });
  expectRefusals('FilePut', 'rule', [
    ['a schedule', { ScheduleExpression: 'rate(1 day)' }, /ScheduleExpression/],
    ['a bus that is not there', { EventBusName: 'orders' }, /there is no bus orders/],
    ['events of another service', matching({ source: ['aws.ec2'] }), /only events of aws.s3/],
    ['events of any service of AWS', matching({ source: [{ prefix: 'aws.' }] }), /only events of aws.s3/],
    ['objects that are deleted', matching({ 'detail-type': ['Object Deleted'] }), /only Object Created/],
    [
      'objects that are created or deleted',
      matching({ 'detail-type': ['Object Created', 'Object Deleted'] }),
      /only Object Created/,
    ],
    ['numbers', matching({ detail: { object: { size: [{ numeric: ['>', 0] }] } } }), /detail/],
    ['alternatives', matching({ $or: [{ account: ['1'] }] }), /or/],
    ['a function for its target', sentTo({ Arn: arnOf('Importer') }), /only a FIFO queue/],
    ['a standard queue for its target', sentTo({ Arn: arnOf('Plain') }), /only a FIFO queue/],
    ['a queue that wants names', sentTo({ Arn: arnOf('Undelivered') }), /deduplicate by content/],
    ['messages of no group', sentTo({ SqsParameters: undefined }), /SqsParameters/],
    ['another event', sentTo({ InputTransformer: { InputTemplate: '{}' } }), /only the event itself/],
  ]);
});

describe('a mapping of a queue in the template', () => {
  it('says whose messages invoke what', () => {
    expect(readingOf().queueSources).toEqual([
      { name: 'Mapping', enabled: true, queueName: 'Test-Waiting', functionName: 'Importer' },
    ]);
  });

  it('takes a function by the ARN of its alias, and may be disabled', () => {
    const FunctionName = 'arn:aws:lambda:ap-southeast-2:000000000000:function:Importer:live';
    expect(readingOf({ mapping: { FunctionName, Enabled: false } }).queueSources).toMatchObject([
      { functionName: 'Importer', enabled: false },
    ]);
  });

  it('is refused where the queue has another', () => {
    const others = { Another: { Type: 'AWS::Lambda::EventSourceMapping', Properties: mapping } };
    expect(() => readingOf({ others })).toThrow(/^Another .*one function/);
  });

  expectRefusals('Mapping', 'mapping', [
    ['a standard queue for its source', { EventSourceArn: arnOf('Plain') }, /only a FIFO queue/],
    ['a filter', { FilterCriteria: { Filters: [] } }, /FilterCriteria/],
    ['answers on parts of a batch', { FunctionResponseTypes: ['ReportBatchItemFailures'] }, /ResponseTypes/],
    ['a bound of its instances', { ScalingConfig: { MaximumConcurrency: 2 } }, /ScalingConfig/],
  ]);
});

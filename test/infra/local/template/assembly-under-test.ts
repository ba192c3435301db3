import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Deployment, readDeployment } from '../../../../infra/local/template/deployment.ts';
import { UnsupportedTemplate } from '../../../../infra/local/template/resource.ts';
import { newDirectory } from '../new-directory.ts';

type Properties = Readonly<Record<string, unknown>>;

/**
 * Properties by logical ID, which are merged into the stacks below. With `type`, they define an additional resource.
 */
export type Changes = Readonly<Record<string, Properties>>;

export const ref = (logicalId: string) => ({ Ref: logicalId });
export const attribute = (logicalId: string, name = 'Arn') => ({ 'Fn::GetAtt': [logicalId, name] });
const outputOf = (OutputName: string) => ({ 'Fn::GetStackOutput': { StackName: 'Test-Data', OutputName } });

const importedBucket = { 'Fn::ImportValue': 'Test-Data:Bucket' };

/** Region in the invocation of an alias, as CDK writes it. The alias's `Ref` is its ARN, which contains the region. */
const region = { 'Fn::Select': [3, { 'Fn::Split': [':', ref('Live')] }] };
const uriOfAlias = {
  'Fn::Join': ['', ['arn:aws:apigateway:', region, ':lambda:path/2015-03-31/functions/', ref('Live'), '/x']],
};

const dataStack: Changes = {
  Orders: { type: 'AWS::DynamoDB::Table', KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] },
  Files: {
    type: 'AWS::S3::Bucket',
    NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
  },
};
const dataOutputs = {
  Name: { Value: ref('Orders') },
  Stream: { Value: attribute('Orders', 'StreamArn') },
  Bucket: { Value: ref('Files'), Export: { Name: 'Test-Data:Bucket' } },
};

/** Returns the event pattern of a rule for uploaded files, with these changes. */
export const createdObject = (changed: object = {}) => ({
  source: ['aws.s3'],
  'detail-type': ['Object Created'],
  detail: {
    bucket: { name: [importedBucket] },
    object: { key: [{ 'anything-but': { suffix: '.report.json' } }] },
  },
  ...changed,
});

const appStack: Changes = {
  Answer: {
    type: 'AWS::Lambda::Function',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a CloudFormation placeholder
    Code: { S3Bucket: { 'Fn::Sub': 'assets-${AWS::AccountId}' }, S3Key: 'abc123.zip' },
    Handler: 'index.handler',
    Timeout: 7,
    Environment: { Variables: { TABLE: outputOf('Name'), BUCKET: importedBucket } },
  },
  Inline: { type: 'AWS::Lambda::Function', Code: { ZipFile: '//' }, Handler: 'index.handler' },
  Live: { type: 'AWS::Lambda::Alias', FunctionName: ref('Answer'), Name: 'live' },

  Api: { type: 'AWS::ApiGateway::RestApi', Name: 'api', BinaryMediaTypes: ['*/*'] },
  Stage: { type: 'AWS::ApiGateway::Stage', StageName: 'test' },
  Parent: {
    type: 'AWS::ApiGateway::Resource',
    ParentId: attribute('Api', 'RootResourceId'),
    PathPart: 'orders',
  },
  Child: { type: 'AWS::ApiGateway::Resource', ParentId: ref('Parent'), PathPart: '{id}' },
  Key: {
    type: 'AWS::ApiGateway::Authorizer',
    Type: 'REQUEST',
    AuthorizerUri: uriOfAlias,
    IdentitySource: 'method.request.header.AUTH-KEY',
    AuthorizerResultTtlInSeconds: 60,
  },
  Get: {
    type: 'AWS::ApiGateway::Method',
    HttpMethod: 'GET',
    ResourceId: ref('Child'),
    AuthorizerId: ref('Key'),
    ApiKeyRequired: true,
    Integration: { Type: 'AWS_PROXY', Uri: uriOfAlias, ResponseTransferMode: 'STREAM' },
  },
  Preflight: {
    type: 'AWS::ApiGateway::Method',
    HttpMethod: 'OPTIONS',
    ResourceId: attribute('Api', 'RootResourceId'),
    Integration: {
      Type: 'MOCK',
      IntegrationResponses: [
        {
          StatusCode: '204',
          ResponseParameters: { 'method.response.header.Access-Control-Allow-Origin': "'*'" },
        },
      ],
    },
  },
  Unauthorised: {
    type: 'AWS::ApiGateway::GatewayResponse',
    ResponseType: 'UNAUTHORIZED',
    StatusCode: '401',
    ResponseParameters: { 'gatewayresponse.header.retry-after': "'5'" },
    ResponseTemplates: { 'application/json': '{"errors":[]}' },
  },
  Plan: {
    type: 'AWS::ApiGateway::UsagePlan',
    UsagePlanName: 'test-standard',
    Throttle: { RateLimit: 10, BurstLimit: 20 },
    ApiStages: [{ Throttle: { '/orders/{id}/GET': { RateLimit: 1, BurstLimit: 2 } } }],
  },

  Undelivered: { type: 'AWS::SQS::Queue', FifoQueue: true },
  Plain: { type: 'AWS::SQS::Queue' },
  Waiting: {
    type: 'AWS::SQS::Queue',
    FifoQueue: true,
    ContentBasedDeduplication: true,
    RedrivePolicy: { deadLetterTargetArn: attribute('Undelivered'), maxReceiveCount: 5 },
    VisibilityTimeout: 960,
  },
  Bus: { type: 'AWS::Events::EventBus', Name: 'waypost-local' },
  Events: {
    type: 'AWS::SQS::Queue',
    RedrivePolicy: { deadLetterTargetArn: attribute('Plain'), maxReceiveCount: 10 },
  },
  Reported: {
    type: 'AWS::Events::Rule',
    EventBusName: ref('Bus'),
    EventPattern: { source: ['lockers'], 'detail-type': ['AvailabilityReported'] },
    Targets: [
      {
        Id: 'Target0',
        Arn: attribute('Events'),
        DeadLetterConfig: { Arn: attribute('Plain') },
        InputTransformer: {
          InputPathsMap: { detail: '$.detail' },
          InputTemplate: '{"time":"<aws.events.event.ingestion-time>","detail":<detail>}',
        },
      },
    ],
  },
  Reporter: {
    type: 'AWS::Lambda::EventSourceMapping',
    EventSourceArn: attribute('Events'),
    FunctionName: ref('Answer'),
    BatchSize: 1_000,
    MaximumBatchingWindowInSeconds: 1,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    ScalingConfig: { MaximumConcurrency: 2 },
  },
  FilePut: {
    type: 'AWS::Events::Rule',
    EventPattern: createdObject(),
    Targets: [{ Id: 'Target0', Arn: attribute('Waiting'), SqsParameters: { MessageGroupId: 'files' } }],
  },
  Consumer: {
    type: 'AWS::Lambda::EventSourceMapping',
    EventSourceArn: attribute('Waiting'),
    FunctionName: ref('Answer'),
    BatchSize: 1,
  },
  Changes: {
    type: 'AWS::Lambda::EventSourceMapping',
    EventSourceArn: outputOf('Stream'),
    FunctionName: ref('Answer'),
    BatchSize: 1_000,
    MaximumBatchingWindowInSeconds: 0,
    MaximumRetryAttempts: 5,
    MaximumRecordAgeInSeconds: 3_600,
    BisectBatchOnFunctionError: false,
    DestinationConfig: { OnFailure: { Destination: attribute('Plain') } },
  },
  Nightly: {
    type: 'AWS::Scheduler::Schedule',
    ScheduleExpression: 'rate(15 minutes)',
    Target: {
      Arn: attribute('Answer'),
      Input: '{"reason":"schedule"}',
      RetryPolicy: { MaximumRetryAttempts: 3 },
    },
  },
  Retries: {
    type: 'AWS::Lambda::EventInvokeConfig',
    FunctionName: ref('Answer'),
    Qualifier: '$LATEST',
    MaximumRetryAttempts: 1,
    MaximumEventAgeInSeconds: 600,
    DestinationConfig: { OnFailure: { Destination: attribute('Plain') } },
  },
};

const resourcesOf = (stack: Changes, changes: Changes) =>
  Object.fromEntries(
    Object.entries(stack).map(([logicalId, resource]) => {
      const { type: Type, ...Properties } = { ...resource, ...changes[logicalId] };
      return [logicalId, { Type, Properties }];
    }),
  );

export const deploymentWith = async (changes: Changes = {}): Promise<Deployment> => {
  const directory = await newDirectory();
  const added = Object.fromEntries(Object.entries(changes).filter(([, { type }]) => type !== undefined));
  const artifact = { type: 'aws:cloudformation:stack' };
  const files = {
    'manifest.json': {
      artifacts: { 'Test-Data': artifact, 'Test-App': artifact, Tree: { type: 'cdk:tree' } },
    },
    'Test-Data.template.json': { Resources: resourcesOf(dataStack, changes), Outputs: dataOutputs },
    'Test-Data.assets.json': {},
    'Test-App.template.json': { Resources: resourcesOf({ ...appStack, ...added }, changes) },
    'Test-App.assets.json': { files: { abc123: { source: { path: 'asset.abc123' } } } },
  };
  for (const [name, content] of Object.entries(files))
    await writeFile(join(directory, name), JSON.stringify(content));
  return readDeployment(directory);
};

/** A change to a resource, and a pattern for the reason in the error. */
export type Rejected = readonly [logicalId: string, changed: Properties, why: RegExp];

export const expectRejected = async ([logicalId, changed, why]: Rejected) => {
  const reading = deploymentWith({ [logicalId]: changed });
  await expect(reading).rejects.toThrow(UnsupportedTemplate);
  await expect(reading).rejects.toThrow(new RegExp(`^${logicalId}\\b`));
  await expect(reading).rejects.toThrow(why);
};

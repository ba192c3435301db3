import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Deployment } from '../../../../infra/local/template/deployment.ts';
import { readDeployment } from '../../../../infra/local/template/deployment.ts';
import { UnsupportedTemplate } from '../../../../infra/local/template/resource.ts';

type Resources = Readonly<Record<string, { Type: string; Properties?: unknown }>>;

const join_ = (...parts: readonly unknown[]) => ({ 'Fn::Join': ['', parts] });
const invocationUri = (logicalId: string) =>
  join_(
    'arn:aws:apigateway:',
    { Ref: 'AWS::Region' },
    ':lambda:path/2015-03-31/functions/',
    { 'Fn::GetAtt': [logicalId, 'Arn'] },
    '/invocations',
  );

/** As CDK writes it for an alias: `Ref` of one is its ARN, which tells the partition and the region as well. */
const partOfArn = (index: number, logicalId: string) => ({
  'Fn::Select': [index, { 'Fn::Split': [':', { Ref: logicalId }] }],
});
const invocationUriOfAlias = (logicalId: string) =>
  join_(
    'arn:',
    partOfArn(1, logicalId),
    ':apigateway:',
    partOfArn(3, logicalId),
    ':lambda:path/2015-03-31/functions/',
    { Ref: logicalId },
    '/invocations',
  );

const dataResources: Resources = {
  Orders: {
    Type: 'AWS::DynamoDB::Table',
    Properties: { KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] },
  },
  Files: { Type: 'AWS::S3::Bucket', Properties: {} },
};

const apiResources: Resources = {
  Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'api', BinaryMediaTypes: ['*/*'] } },
  Stage: {
    Type: 'AWS::ApiGateway::Stage',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own placeholder
    Properties: { RestApiId: { Ref: 'Api' }, StageName: { 'Fn::Sub': '${AWS::Region}-test' } },
  },
  Parent: {
    Type: 'AWS::ApiGateway::Resource',
    Properties: { ParentId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, PathPart: 'orders' },
  },
  Child: {
    Type: 'AWS::ApiGateway::Resource',
    Properties: { ParentId: { Ref: 'Parent' }, PathPart: '{id}' },
  },
  Answer: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Bucket: 'assets', S3Key: 'abc123.zip' },
      Handler: 'index.handler',
      Timeout: 7,
      ReservedConcurrentExecutions: 3,
      Environment: {
        Variables: {
          TABLE: { 'Fn::ImportValue': 'orders-name' },
          BUCKET: { 'Fn::GetStackOutput': { StackName: 'Test-Data', OutputName: 'Bucket' } },
          PART: { 'Fn::Select': ['1', { 'Fn::Split': ['-', 'a-b-c'] }] },
        },
      },
    },
  },
  Key: {
    Type: 'AWS::ApiGateway::Authorizer',
    Properties: {
      Type: 'REQUEST',
      AuthorizerUri: invocationUri('Answer'),
      IdentitySource: 'method.request.header.AUTH-KEY',
      AuthorizerResultTtlInSeconds: 60,
    },
  },
  Get: {
    Type: 'AWS::ApiGateway::Method',
    Properties: {
      HttpMethod: 'GET',
      ResourceId: { Ref: 'Child' },
      AuthorizationType: 'CUSTOM',
      AuthorizerId: { Ref: 'Key' },
      ApiKeyRequired: true,
      Integration: { Type: 'AWS_PROXY', Uri: invocationUri('Answer'), ResponseTransferMode: 'STREAM' },
    },
  },
  Preflight: {
    Type: 'AWS::ApiGateway::Method',
    Properties: {
      HttpMethod: 'OPTIONS',
      ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] },
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
  },
  Unauthorised: {
    Type: 'AWS::ApiGateway::GatewayResponse',
    Properties: {
      ResponseType: 'UNAUTHORIZED',
      StatusCode: '401',
      ResponseParameters: { 'gatewayresponse.header.retry-after': "'5'" },
      ResponseTemplates: { 'application/json': '{"errors":[]}' },
    },
  },
  Plan: {
    Type: 'AWS::ApiGateway::UsagePlan',
    Properties: { UsagePlanName: 'test-standard', Throttle: { RateLimit: 10, BurstLimit: 20 } },
  },
};

const outputs = {
  Name: { Value: { Ref: 'Orders' }, Export: { Name: 'orders-name' } },
  Bucket: { Value: { Ref: 'Files' } },
};

const stackArtifact = { type: 'aws:cloudformation:stack', properties: {} };

const deploymentOf = async (api: Resources = apiResources): Promise<Deployment> => {
  const directory = await mkdtemp(join(tmpdir(), 'assembly-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const files = {
    'manifest.json': { artifacts: { 'Test-Data': stackArtifact, 'Test-Api': stackArtifact } },
    'Test-Data.template.json': { Resources: dataResources, Outputs: outputs },
    'Test-Data.assets.json': {},
    'Test-Api.template.json': { Resources: api },
    'Test-Api.assets.json': { files: { abc123: { source: { path: 'asset.abc123' } } } },
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(directory, name), JSON.stringify(content));
  }
  return readDeployment(directory);
};

/** The same, its function invoked by an alias. */
const resourcesWithAlias: Resources = {
  ...apiResources,
  Version: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: { Ref: 'Answer' } } },
  Live: {
    Type: 'AWS::Lambda::Alias',
    Properties: {
      FunctionName: { Ref: 'Answer' },
      FunctionVersion: { 'Fn::GetAtt': ['Version', 'Version'] },
      Name: 'live',
    },
  },
  Get: {
    Type: 'AWS::ApiGateway::Method',
    Properties: {
      HttpMethod: 'GET',
      ResourceId: { Ref: 'Child' },
      Integration: { Type: 'AWS_PROXY', Uri: invocationUriOfAlias('Live') },
    },
  },
  Key: {
    Type: 'AWS::ApiGateway::Authorizer',
    Properties: { Type: 'REQUEST', AuthorizerUri: invocationUriOfAlias('Live') },
  },
};

describe('the deployment that templates describe', () => {
  it('has its tables and buckets under names that stay the same', async () => {
    const { tables, buckets, outputs: values } = await deploymentOf();
    expect(tables.map(({ name }) => name)).toEqual(['Test-Data-Orders']);
    expect(buckets).toEqual([
      { name: 'test-data-files', properties: {}, tellsEventBridge: false, crossOriginRules: [] },
    ]);
    expect(values.get('Bucket')).toBe('test-data-files');
  });

  it('gives functions their code, and an environment resolved over the stacks', async () => {
    const { functions } = await deploymentOf();
    expect(functions.get('Answer')).toMatchObject({
      codeDirectory: expect.stringMatching(/asset\.abc123$/),
      handler: 'index.handler',
      timeoutSeconds: 7,
      memoryMegabytes: 128,
      reservedConcurrency: 3,
      environment: { TABLE: 'Test-Data-Orders', BUCKET: 'test-data-files', PART: 'b' },
    });
  });

  it('invokes functions by their alias, whose reference is an ARN', async () => {
    const stage = { Type: 'AWS::ApiGateway::Stage', Properties: { StageName: { Ref: 'Live' } } };
    const { functions, restApi } = await deploymentOf({ ...resourcesWithAlias, Stage: stage });
    expect(restApi.stageName).toBe('arn:aws:lambda:ap-southeast-2:000000000000:function:Answer:live');
    expect(restApi.methods[0]?.integration).toMatchObject({ kind: 'function', functionName: 'Answer' });
    expect(functions.get('Answer')?.alias).toBe('live');
  });

  it('puts the REST API together from its resources', async () => {
    const { restApi } = await deploymentOf();
    expect(restApi).toMatchObject({ stageName: 'ap-southeast-2-test', binaryMediaTypes: ['*/*'] });
    expect(restApi.methods).toEqual([
      {
        path: '/orders/{id}',
        httpMethod: 'GET',
        authoriser: { functionName: 'Answer', identityHeaders: ['auth-key'], cacheSeconds: 60 },
        apiKeyRequired: true,
        integration: {
          kind: 'function',
          functionName: 'Answer',
          streamed: true,
          timeoutMilliseconds: 29_000,
        },
      },
      {
        path: '/',
        httpMethod: 'OPTIONS',
        authoriser: undefined,
        apiKeyRequired: false,
        integration: {
          kind: 'mock',
          statusCode: 204,
          headers: { 'Access-Control-Allow-Origin': '*' },
          body: '',
        },
      },
    ]);
    expect(restApi.gatewayResponses.get('UNAUTHORIZED')).toEqual({
      statusCode: 401,
      headers: { 'retry-after': '5' },
      template: '{"errors":[]}',
    });
    expect(restApi.usagePlans).toEqual([{ name: 'test-standard', ratePerSecond: 10, burst: 20 }]);
  });

  it.each([
    ['an unknown intrinsic function', { 'Fn::Cidr': ['10.0.0.0/16'] }],
    ['a resource that is not there', { Ref: 'Nothing' }],
    ['an export that no stack has', { 'Fn::ImportValue': 'nothing' }],
    ['an output that no stack has', { 'Fn::GetStackOutput': { StackName: 'Test-Data', OutputName: 'No' } }],
  ])('is refused where it refers to %s', async (_, value) => {
    const stage = { Type: 'AWS::ApiGateway::Stage', Properties: { StageName: value } };
    await expect(deploymentOf({ ...apiResources, Stage: stage })).rejects.toThrow(UnsupportedTemplate);
  });

  it.each(['1e3', '-1', '0x1', '', ' 204'])('is refused where a status is %j', async (StatusCode) => {
    const response = {
      Type: 'AWS::ApiGateway::GatewayResponse',
      Properties: { ResponseType: 'X', StatusCode },
    };
    await expect(deploymentOf({ ...apiResources, Unauthorised: response })).rejects.toThrow(/digits alone/);
  });

  it('is refused where there is not exactly one REST API', async () => {
    await expect(deploymentOf({ Answer: apiResources.Answer ?? { Type: '' } })).rejects.toThrow(
      UnsupportedTemplate,
    );
  });
});

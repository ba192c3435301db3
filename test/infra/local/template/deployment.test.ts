import { describe, expect, it } from 'vitest';
import { type Changes, deploymentWith, expectRejected, type Rejected, ref } from './assembly-under-test.ts';

describe('a deployment read from templates', () => {
  it('has tables and buckets with stable names', async () => {
    const { tables, buckets, outputs } = await deploymentWith();
    expect(tables.map(({ name }) => name)).toEqual(['Test-Data-Orders']);
    expect(buckets).toEqual([{ name: 'test-data-files' }]);
    expect(outputs.get('Bucket')).toBe('test-data-files');
  });

  it('has functions with code and an environment resolved across stacks', async () => {
    const { functions } = await deploymentWith();
    expect([...functions.values()]).toEqual([
      {
        name: 'Answer',
        codeDirectory: expect.stringMatching(/asset\.abc123$/),
        handler: 'index.handler',
        timeoutSeconds: 7,
        memoryMegabytes: 128,
        environment: { TABLE: 'Test-Data-Orders', BUCKET: 'test-data-files' },
      },
    ]);
  });

  it('has a REST API assembled from its resources', async () => {
    const { restApi } = await deploymentWith();
    expect(restApi).toEqual({
      id: 'Api',
      stageName: 'test',
      methods: [
        {
          path: '/orders/{id}',
          httpMethod: 'GET',
          authoriser: { functionName: 'Answer', identityHeader: 'auth-key', cacheSeconds: 60 },
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
          apiKeyRequired: false,
          integration: { kind: 'mock', statusCode: 204, headers: { 'Access-Control-Allow-Origin': '*' } },
        },
      ],
      gatewayResponses: new Map([
        ['UNAUTHORIZED', { statusCode: 401, headers: { 'retry-after': '5' }, template: '{"errors":[]}' }],
      ]),
      methodThrottles: new Map(),
      usagePlans: [
        {
          name: 'test-standard',
          throttle: { ratePerSecond: 10, burst: 20 },
          methodThrottles: new Map([['/orders/{id}/GET', { ratePerSecond: 1, burst: 2 }]]),
        },
      ],
    });
  });

  it('has the method throttles and the access log format', async () => {
    const Format = '{"id":"$context.requestId","status":"$context.status"}';
    const limit = { ThrottlingRateLimit: 5_000, ThrottlingBurstLimit: 2_500 };
    const ofOrders = { ThrottlingRateLimit: 7, ThrottlingBurstLimit: 9 };
    const MethodSettings = [
      { HttpMethod: '*', ResourcePath: '/*', ...limit },
      { HttpMethod: 'GET', ResourcePath: '/~1orders~1{id}', ...ofOrders },
    ];
    const { restApi } = await deploymentWith({
      Stage: { AccessLogSetting: { DestinationArn: 'a log group', Format }, MethodSettings },
    });
    expect(restApi).toMatchObject({
      accessLogFormat: { id: '$context.requestId', status: '$context.status' },
      methodThrottles: new Map([
        ['/*/*', { ratePerSecond: 5_000, burst: 2_500 }],
        ['/orders/{id}/GET', { ratePerSecond: 7, burst: 9 }],
      ]),
    });
  });

  it.each<[string, Changes, RegExp]>([
    ['an unknown intrinsic function', { Stage: { StageName: { 'Fn::Cidr': ['10.0.0.0/16'] } } }, /Fn::Cidr/],
    ['a missing resource', { Stage: { StageName: ref('Nothing') } }, /no resource Nothing/],
    [
      'a missing output',
      { Stage: { StageName: { 'Fn::GetStackOutput': { StackName: 'Test-Data', OutputName: 'No' } } } },
      /no output No/,
    ],
    [
      'an import that no stack exports',
      { Stage: { StageName: { 'Fn::ImportValue': 'Test-Data:No' } } },
      /no stack exports Test-Data:No/,
    ],
    ['a second REST API', { Second: { type: 'AWS::ApiGateway::RestApi' } }, /expected exactly one REST API/],
    ['a missing path', { Get: { ResourceId: ref('Live') } }, /no API resource/],
  ])('is rejected if it has %s', async (_, changes, why) => {
    await expect(deploymentWith(changes)).rejects.toMatchObject({
      name: 'UnsupportedTemplate',
      message: expect.stringMatching(why),
    });
  });

  it.each<Rejected>([
    ['Answer', { Code: { S3Key: 'missing.zip' } }, /only code in the assembly/],
    ['Api', { BinaryMediaTypes: ['image/png'] }, /BinaryMediaTypes/],
    ['Answer', { Timeout: 'soon' }, /Timeout/],
    ...['1e3', '-1', '0x1', '', ' 204'].map(
      (StatusCode): Rejected => ['Unauthorised', { StatusCode }, /only a number or digits/],
    ),
    ['Key', { Type: 'TOKEN' }, /REQUEST/],
    ['Key', { IdentitySource: 'method.request.querystring.key' }, /only one header/],
    ['Get', { Integration: { Type: 'HTTP_PROXY', Uri: 'https://else.example' } }, /Type/],
    ['Get', { Integration: { Type: 'AWS_PROXY', Uri: 'https://else.example' } }, /only a function/],
    [
      'Preflight',
      { Integration: { Type: 'MOCK', IntegrationResponses: [{ StatusCode: '200', ResponseTemplates: {} }] } },
      /ResponseTemplates/,
    ],
    ['Stage', { MethodSettings: [{ HttpMethod: 'GET', ResourcePath: '/orders' }] }, /MethodSettings/],
    ...['$context.requestId $context.status', '{"status":$context.status}', '{"status":200}', '[]'].map(
      (Format): Rejected => ['Stage', { AccessLogSetting: { Format } }, /Format/],
    ),
  ])('is rejected with an error that names %s if it has %j', (...rejected) => expectRejected(rejected));
});

describe('a bucket in a template', () => {
  const pages = { AllowedMethods: ['GET', 'HEAD'], AllowedOrigins: ['*'] };
  const openTo = (rule: object) => ({ CorsConfiguration: { CorsRules: [rule] } });

  it('has its CORS rules', async () => {
    const { buckets } = await deploymentWith({ Files: openTo({ ...pages, ExposedHeaders: ['etag'] }) });
    expect(buckets).toMatchObject([
      { crossOriginRule: { methods: ['GET', 'HEAD'], exposedHeaders: ['etag'] } },
    ]);
  });

  const expiring = (...Rules: readonly object[]) => ({ LifecycleConfiguration: { Rules } });
  it('has the number of days after which its objects expire', async () => {
    const others = [{ ExpiredObjectDeleteMarker: true }, { AbortIncompleteMultipartUpload: {} }];
    const rules = [...others, { ExpirationInDays: '7' }].map((rule) => ({ Status: 'Enabled', ...rule }));
    const { buckets } = await deploymentWith({ Files: expiring(...rules) });
    expect(buckets).toEqual([{ name: 'test-data-files', expirationDays: 7 }]);
  });

  it.each<Rejected>([
    ...[{ Prefix: 'a' }, { ExpirationInDays: 0 }, { Status: 'Disabled' }, { TagFilters: [] }].map(
      (rule): Rejected => [
        'Files',
        expiring({ Status: 'Enabled', ...rule }),
        new RegExp(Object.keys(rule).join()),
      ],
    ),
    ['Files', openTo({ ...pages, AllowedOrigins: ['https://a.example'] }), /only \* is supported/],
    ['Files', openTo({ ...pages, AllowedHeaders: ['*'] }), /AllowedHeaders/],
    ['Files', { NotificationConfiguration: { LambdaConfigurations: [{}] } }, /LambdaConfigurations/],
    ['Files', { NotificationConfiguration: { QueueConfigurations: [] } }, /QueueConfigurations/],
  ])('is rejected with an error that names %s if it has %j', (...rejected) => expectRejected(rejected));
});

import { describe, expect, it } from 'vitest';
import { type Changes, deploymentWith, expectRejected, type Rejected, ref } from './assembly-under-test.ts';

describe('a deployment read from templates', () => {
  it('has stable names of tables and buckets, which functions know across stacks, and default settings', async () => {
    const { tables, buckets, functions } = await deploymentWith();
    expect(tables.map(({ name }) => name)).toEqual(['Test-Data-Orders']);
    expect(buckets).toEqual([{ name: 'test-data-files' }]);
    expect([...functions.values()]).toMatchObject([
      { memoryMegabytes: 128, environment: { TABLE: 'Test-Data-Orders', BUCKET: 'test-data-files' } },
    ]);
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

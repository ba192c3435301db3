import { describe, expect, it } from 'vitest';
import {
  type Changes,
  codeInAssembly,
  deploymentWith,
  expectRejected,
  propertiesOf,
  type Rejected,
  ref,
} from './assembly-under-test.ts';

// Tests of a running stack show that all other settings have an effect.
describe('a deployment read from templates', () => {
  it('has functions with code, an environment resolved across stacks, and default settings', async () => {
    const changed = { ...codeInAssembly, Timeout: undefined, MemorySize: undefined };
    const { functions, outputs } = await deploymentWith({ 'Lambda::Function PlatformImportFile': changed });
    expect([...functions.values()]).toMatchObject([
      {
        name: expect.stringMatching(/^PlatformImportFile/),
        codeDirectory: expect.stringMatching(/asset\.abc123$/),
        handler: 'index.handler',
        timeoutSeconds: 3,
        memoryMegabytes: 128,
        environment: {
          IMPORT_BUCKET: outputs.get('ImportBucket'),
          LOCATIONS_TABLE: outputs.get('LocationsTable'),
        },
      },
    ]);
    expect(outputs.get('ImportBucket')).toMatch(/^waypost-local-data-imports[0-9a-f]{8}$/);
  });

  it('has the method throttles of single methods', async () => {
    const throttle = { ThrottlingRateLimit: '7', ThrottlingBurstLimit: 9 };
    const MethodSettings = [{ HttpMethod: 'GET', ResourcePath: '/~1orders~1{id}', ...throttle }];
    const { restApi } = await deploymentWith({ 'ApiGateway::Stage': { MethodSettings } });
    expect([...restApi.methodThrottles]).toEqual([['/orders/{id}/GET', { ratePerSecond: 7, burst: 9 }]]);
  });

  const stage = 'ApiGateway::Stage';
  const output = { StackName: 'Waypost-Local-Data', OutputName: 'No' };
  it.each<[string, Changes, object, RegExp]>([
    ['an unknown intrinsic function', { [stage]: { StageName: { 'Fn::Cidr': [] } } }, {}, /Fn::Cidr/],
    ['a missing resource', { [stage]: { StageName: { Ref: 'Nothing' } } }, {}, /no resource Nothing/],
    ['a missing output', { [stage]: { StageName: { 'Fn::GetStackOutput': output } } }, {}, /no output No/],
    ['a missing export', { [stage]: { StageName: { 'Fn::ImportValue': 'No' } } }, {}, /no stack exports No/],
    ['a second REST API', {}, { Second: { Type: 'AWS::ApiGateway::RestApi' } }, /exactly one REST API/],
    ['a missing path', { 'ApiGateway::Method': { ResourceId: ref('Lambda::Alias') } }, {}, /no API resource/],
  ])('is rejected if it has %s', async (_, changes, added, why) => {
    await expect(deploymentWith(changes, added)).rejects.toMatchObject({
      name: 'UnsupportedTemplate',
      message: expect.stringMatching(why),
    });
  });

  const mock = { Type: 'MOCK', IntegrationResponses: [{ StatusCode: '200', ResponseTemplates: {} }] };
  it.each<Rejected>([
    ['Lambda::Function', { Code: { S3Key: 'missing.zip' } }, /only code in the assembly/],
    ['Lambda::Function', { ...codeInAssembly, Timeout: 'soon' }, /Timeout/],
    ['ApiGateway::RestApi', { BinaryMediaTypes: ['image/png'] }, /BinaryMediaTypes/],
    ...['1e3', '-1', ''].map(
      (StatusCode): Rejected => ['ApiGateway::GatewayResponse', { StatusCode }, /only a number or digits/],
    ),
    ['ApiGateway::Authorizer', { Type: 'TOKEN' }, /REQUEST/],
    ['ApiGateway::Authorizer', { IdentitySource: 'method.request.querystring.key' }, /only one header/],
    ['ApiGateway::Method', { Integration: { Type: 'HTTP_PROXY' } }, /Type/],
    [
      'ApiGateway::Method',
      { Integration: { Type: 'AWS_PROXY', Uri: 'https://a.example' } },
      /only a function/,
    ],
    ['ApiGateway::Method', { Integration: mock }, /ResponseTemplates/],
    [stage, { MethodSettings: [{ HttpMethod: 'GET', ResourcePath: '/orders' }] }, /MethodSettings/],
    ...['$context.requestId $context.status', '{"status":200}'].map(
      (Format): Rejected => [stage, { AccessLogSetting: { Format } }, /Format/],
    ),
  ])('is rejected with an error that names %s if it has %j', (...rejected) => expectRejected(rejected));
});

describe('a bucket in a template', () => {
  const name = 'S3::Bucket Published';
  const openTo = (changed: object) => {
    const [rule] = Object(propertiesOf(name).CorsConfiguration).CorsRules;
    return { CorsConfiguration: { CorsRules: [{ ...rule, ...changed }] } };
  };
  const expiring = (...rules: readonly object[]) => ({
    LifecycleConfiguration: { Rules: rules.map((rule) => ({ Status: 'Enabled', ...rule })) },
  });

  it('has its CORS rule, and the number of days after which its objects expire', async () => {
    const { buckets } = await deploymentWith({
      [name]: { ...openTo({ ExposedHeaders: ['etag'] }), ...expiring({}, { ExpirationInDays: '7' }) },
    });
    expect(buckets.find((bucket) => bucket.name.includes('published'))).toMatchObject({
      crossOriginRule: { methods: ['GET', 'HEAD'], exposedHeaders: ['etag'] },
      expirationDays: 7,
    });
  });

  it.each<Rejected>([
    ...[{ Prefix: 'a' }, { ExpirationInDays: 0 }, { Status: 'Disabled' }].map(
      (rule): Rejected => [name, expiring(rule), new RegExp(Object.keys(rule).join())],
    ),
    [name, openTo({ AllowedOrigins: ['https://a.example'] }), /only \* is supported/],
    [name, openTo({ AllowedHeaders: ['*'] }), /AllowedHeaders/],
    [name, { NotificationConfiguration: { LambdaConfigurations: [{}] } }, /LambdaConfigurations/],
    [name, { NotificationConfiguration: { QueueConfigurations: [] } }, /QueueConfigurations/],
  ])('is rejected with an error that names %s if it has %j', (...rejected) => expectRejected(rejected));
});

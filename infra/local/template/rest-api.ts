import * as z from 'zod';
import { functionNameIn } from './physical-names.ts';
import { jsonText, type ResolvedResource, templateNumber, UnsupportedTemplate } from './resource.ts';

/** The REST API of the three services, with its one stage. */
export interface RestApi {
  readonly id: string;
  readonly stageName: string;
  /** Size in bytes from which buffered responses are compressed; they never are if absent. */
  readonly minimumCompressionSize?: number;
  readonly binaryMediaTypes: readonly string[];
  readonly methods: readonly GatewayMethod[];
  /** By response type, such as UNAUTHORIZED. */
  readonly gatewayResponses: ReadonlyMap<string, GatewayResponse>;
  readonly usagePlans: readonly UsagePlan[];
  /** Unlimited if absent. */
  readonly methodThrottle?: MethodThrottle;
  /** Members of an entry of the access log, whose values have `$context.` variables; entries have none if absent. */
  readonly accessLogFormat?: Readonly<Record<string, string>>;
}

/** What API Gateway does with the requests of one method on one path. */
export interface GatewayMethod {
  /** Full path with `{name}` and `{name+}` segments. */
  readonly path: string;
  /** An HTTP method, or ANY. */
  readonly httpMethod: string;
  readonly authoriser?: RequestAuthoriser;
  readonly apiKeyRequired: boolean;
  readonly integration: FunctionIntegration | MockIntegration;
}

/** A Lambda authoriser of type REQUEST. Its results are cached by the identity headers. */
export interface RequestAuthoriser {
  readonly functionName: string;
  /** Names of the identity headers, in lower case. */
  readonly identityHeaders: readonly string[];
  readonly cacheSeconds: number;
}

/** A Lambda proxy integration, buffered or streamed. */
export interface FunctionIntegration {
  readonly kind: 'function';
  readonly functionName: string;
  readonly streamed: boolean;
  readonly timeoutMilliseconds: number;
}

/** A response that API Gateway gives by itself, such as that to a preflight. */
interface MockIntegration {
  readonly kind: 'mock';
  readonly statusCode: number;
  /** By header name as the template has it, static values without their quotes. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Form of API Gateway's own error responses of one type. */
export interface GatewayResponse {
  readonly statusCode?: number;
  /** Header values without the quotes of a static mapping. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body template for application/json, with `$context.` variables. */
  readonly template?: string;
}

/** Limit of the requests to each method, by all clients together. */
export interface MethodThrottle {
  readonly ratePerSecond: number;
  readonly burst: number;
}

/** Limit of the requests of a client of this plan; unlimited if absent. */
export interface UsagePlan {
  readonly name: string;
  readonly ratePerSecond?: number;
  readonly burst?: number;
}

/** Reads the one REST API of the templates. Throws UnsupportedTemplate. */
export const readRestApi = (resources: readonly ResolvedResource[]): RestApi => {
  const ofType = (type: string) =>
    resources.filter((resource) => resource.type === `AWS::ApiGateway::${type}`);
  const [api, ...others] = ofType('RestApi');
  const [stage] = ofType('Stage');
  if (!api || !stage || others.length > 0)
    throw new UnsupportedTemplate('not exactly one REST API with a stage');
  const { MinimumCompressionSize, BinaryMediaTypes } = apiProperties.parse(api.properties);
  const { StageName, AccessLogSetting, MethodSettings } = stageProperties.parse(stage.properties);
  const pathOf = pathsOf(ofType('Resource'));
  const authorisers = new Map(
    ofType('Authorizer').map(({ logicalId, properties }) => [logicalId, authoriser.parse(properties)]),
  );
  return {
    id: api.name,
    stageName: StageName,
    minimumCompressionSize: MinimumCompressionSize,
    binaryMediaTypes: BinaryMediaTypes,
    methods: ofType('Method').map(({ properties }) => {
      const method = methodProperties.parse(properties);
      return {
        path: pathOf(method.ResourceId) || '/',
        httpMethod: method.HttpMethod,
        authoriser: authorisers.get(method.AuthorizerId),
        apiKeyRequired: method.ApiKeyRequired,
        integration: method.Integration,
      };
    }),
    gatewayResponses: new Map(
      ofType('GatewayResponse').map(({ properties }) => gatewayResponse.parse(properties)),
    ),
    usagePlans: ofType('UsagePlan').map(({ properties }) => usagePlan.parse(properties)),
    methodThrottle: MethodSettings[0],
    accessLogFormat: AccessLogSetting?.Format,
  };
};

const texts = z.record(z.string(), z.string()).default({});

/** Headers of a response by the names of their parameters without the prefix. Static values have quotes of their own. */
const headersAfter = (prefix: string) =>
  texts.transform(
    (parameters): Record<string, string> =>
      Object.fromEntries(
        Object.entries(parameters)
          .filter(([name]) => name.startsWith(prefix))
          .map(([name, value]) => [name.slice(prefix.length), value.replace(/^'(.*)'$/s, '$1')]),
      ),
  );

/** Name of the function in an invocation URI. */
const invokedFunction = z.string().transform((uri, context) => {
  const name = functionNameIn(uri);
  if (name !== undefined) return name;
  context.addIssue({ code: 'custom', message: `no function in ${uri}` });
  return z.NEVER;
});

const apiProperties = z.object({
  MinimumCompressionSize: templateNumber.optional(),
  BinaryMediaTypes: z.array(z.string()).default([]),
});

const rootId = '/';
const resourceProperties = z.object({ ParentId: z.string(), PathPart: z.string() });

/** Creates a function that returns the full path of an API resource; that of the root is empty. */
const pathsOf = (resources: readonly ResolvedResource[]) => {
  const parts = new Map(
    resources.map(({ logicalId, properties }) => [logicalId, resourceProperties.parse(properties)]),
  );
  const pathOf = (id: string): string => {
    if (id === rootId) return '';
    const part = parts.get(id);
    if (!part) throw new UnsupportedTemplate(`no API resource ${id}`);
    return `${pathOf(part.ParentId)}/${part.PathPart}`;
  };
  return pathOf;
};

/** Settings of all methods of a stage; those of single methods are not supported. */
const methodSettings = z
  .object({
    HttpMethod: z.literal('*'),
    ResourcePath: z.literal('/*'),
    ThrottlingRateLimit: templateNumber.optional(),
    ThrottlingBurstLimit: templateNumber.optional(),
  })
  .transform(({ ThrottlingRateLimit: ratePerSecond, ThrottlingBurstLimit: burst }) =>
    ratePerSecond === undefined || burst === undefined ? undefined : { ratePerSecond, burst },
  );

const stageProperties = z.object({
  StageName: z.string(),
  AccessLogSetting: z.object({ Format: jsonText.pipe(z.record(z.string(), z.string())) }).optional(),
  MethodSettings: z.array(methodSettings).max(1).default([]),
});

const headerSource = 'method.request.header.';
const authoriser = z
  .object({
    Type: z.literal('REQUEST'),
    AuthorizerUri: invokedFunction,
    IdentitySource: z.string().default(''),
    AuthorizerResultTtlInSeconds: templateNumber.default(300),
  })
  .transform(({ AuthorizerUri, IdentitySource, AuthorizerResultTtlInSeconds }) => ({
    functionName: AuthorizerUri,
    identityHeaders: IdentitySource.split(',')
      .filter((source) => source.startsWith(headerSource))
      .map((source) => source.slice(headerSource.length).toLowerCase()),
    cacheSeconds: AuthorizerResultTtlInSeconds,
  }));

const proxyIntegration = z.object({
  Type: z.literal('AWS_PROXY'),
  Uri: invokedFunction,
  TimeoutInMillis: templateNumber.default(29_000),
  ResponseTransferMode: z.enum(['BUFFERED', 'STREAM']).default('BUFFERED'),
});

const mockIntegration = z.object({
  Type: z.literal('MOCK'),
  IntegrationResponses: z.tuple(
    [
      z.object({
        StatusCode: templateNumber,
        ResponseParameters: headersAfter('method.response.header.'),
        ResponseTemplates: texts,
      }),
    ],
    z.unknown(),
  ),
});

const integration = z
  .discriminatedUnion('Type', [proxyIntegration, mockIntegration])
  .transform((properties): GatewayMethod['integration'] => {
    if (properties.Type === 'AWS_PROXY')
      return {
        kind: 'function',
        functionName: properties.Uri,
        streamed: properties.ResponseTransferMode === 'STREAM',
        timeoutMilliseconds: properties.TimeoutInMillis,
      };
    const [{ StatusCode, ResponseParameters, ResponseTemplates }] = properties.IntegrationResponses;
    const body = ResponseTemplates['application/json'] ?? '';
    return { kind: 'mock', statusCode: StatusCode, headers: ResponseParameters, body };
  });

const methodProperties = z.object({
  HttpMethod: z.string(),
  ResourceId: z.string(),
  AuthorizerId: z.string().default(''),
  ApiKeyRequired: z.boolean().default(false),
  Integration: integration,
});

const gatewayResponse = z
  .object({
    ResponseType: z.string(),
    StatusCode: templateNumber.optional(),
    ResponseParameters: headersAfter('gatewayresponse.header.'),
    ResponseTemplates: texts,
  })
  .transform(
    ({ ResponseType, StatusCode, ResponseParameters, ResponseTemplates }): [string, GatewayResponse] => [
      ResponseType,
      {
        statusCode: StatusCode,
        headers: ResponseParameters,
        template: ResponseTemplates['application/json'],
      },
    ],
  );

const usagePlan = z
  .object({
    UsagePlanName: z.string(),
    Throttle: z
      .object({ RateLimit: templateNumber.optional(), BurstLimit: templateNumber.optional() })
      .default({}),
  })
  .transform(
    ({ UsagePlanName, Throttle }): UsagePlan => ({
      name: UsagePlanName,
      ratePerSecond: Throttle.RateLimit,
      burst: Throttle.BurstLimit,
    }),
  );

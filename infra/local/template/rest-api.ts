import * as z from 'zod';
import {
  invokedFunction,
  json,
  type ResolvedResource,
  readAll,
  readPart,
  readText,
  renamed,
  templateNumber,
  UnsupportedTemplate,
} from './resource.ts';

/** The REST API of the three services, with its one stage. */
export type RestApi = ReturnType<typeof readRestApi>;

/** How requests to one method of one path are processed. */
export type GatewayMethod = RestApi['methods'][number];

/** Reads the only REST API in the templates. Throws UnsupportedTemplate. */
export const readRestApi = (resources: readonly ResolvedResource[]) => {
  const readType = <T extends object>(type: string, schema: z.ZodType<T>) =>
    readAll(resources, `AWS::ApiGateway::${type}`, schema);
  const [api, ...others] = readType('RestApi', apiProperties);
  const [stage] = readType('Stage', stageProperties);
  if (!api || !stage || others.length > 0)
    throw new UnsupportedTemplate('expected exactly one REST API with a stage');

  const parts = new Map(readType('Resource', pathPart).map((part) => [part.name, part]));
  const pathOf = (id: string): string => {
    if (id === rootId) return '';
    const part = parts.get(id);
    if (!part) throw new UnsupportedTemplate(`no API resource ${id}`);
    return `${pathOf(part.ParentId)}/${part.PathPart}`;
  };
  const authorisers = new Map(readType('Authorizer', authoriser).map(({ name, ...rest }) => [name, rest]));
  const responses = readType('GatewayResponse', gatewayResponse);
  const { name: id, ...apiSettings } = api;
  const { name: stageName, ...stageSettings } = stage;
  return {
    id,
    stageName,
    ...apiSettings,
    ...stageSettings,
    methods: readType('Method', methodProperties).map(({ name, resourceId, authoriserId, ...method }) => {
      const authoriser = authorisers.get(authoriserId);
      /** Full path, with parameters in the form `{name}` and `{name+}`. */
      const path = pathOf(resourceId) || '/';
      return { ...method, path, ...(authoriser && { authoriser }) };
    }),
    /** Gateway responses by response type, such as UNAUTHORIZED. */
    gatewayResponses: new Map(responses.map(({ type, name, ...response }) => [type, response])),
    usagePlans: readType('UsagePlan', usagePlan),
  };
};

/** Headers of a response, from parameters with this prefix. Static values are in single quotes. */
const headersAfter = (prefix: string) =>
  z
    .record(z.string(), z.string())
    .default({})
    .transform(
      (parameters): Record<string, string> =>
        Object.fromEntries(
          Object.entries(parameters)
            .filter(([name]) => name.startsWith(prefix))
            .map(([name, value]) => [name.slice(prefix.length), value.replace(/^'(.*)'$/s, '$1')]),
        ),
    );

// Functions receive every body as bytes.
const apiProperties = renamed({}, [['BinaryMediaTypes.0', '*/*']]);

/** Throttle with a rate in requests per second and a maximum burst. */
export type Throttle = z.output<typeof throttleSettings>;

const throttleSettings = renamed({
  ratePerSecond: ['RateLimit', templateNumber],
  burst: ['BurstLimit', templateNumber],
});

const methodSettings = renamed({
  /** Slashes within the path are written as `~1`. */
  path: ['ResourcePath', readText((path) => path.replace(/^\/(?=~1)/, '').replaceAll('~1', '/'), 'a path')],
  httpMethod: ['HttpMethod', z.string()],
  ratePerSecond: ['ThrottlingRateLimit', templateNumber],
  burst: ['ThrottlingBurstLimit', templateNumber],
});

const methodThrottles = z
  .array(methodSettings)
  .default([])
  .transform(
    (settings): ReadonlyMap<string, Throttle> =>
      new Map(settings.map(({ path, httpMethod, ...throttle }) => [`${path}/${httpMethod}`, throttle])),
  );

const stageProperties = renamed({
  /** Throttles for all clients together, by `/path/METHOD`. The path `/*` with the method `*` is the default. */
  methodThrottles: ['MethodSettings', methodThrottles],
  /** Members of an access log entry, whose values contain `$context.` variables. If absent, entries are empty. */
  accessLogFormat: ['AccessLogSetting.Format', json.pipe(z.record(z.string(), z.string())).optional()],
});

const rootId = '/';
const pathPart = z.object({ ParentId: z.string(), PathPart: z.string() });

/** A Lambda authoriser of type REQUEST. Its results are cached by the identity header, whose name is in lower case. */
const authoriser = z.looseObject({ Type: z.literal('REQUEST') }).pipe(
  renamed({
    functionName: ['AuthorizerUri', invokedFunction],
    identityHeader: [
      'IdentitySource',
      readPart(/^method\.request\.header\.([^,]+)$/, 'only one header identifies a client').transform(
        (name) => name.toLowerCase(),
      ),
    ],
    cacheSeconds: ['AuthorizerResultTtlInSeconds', templateNumber.default(300)],
  }),
);

/** A Lambda proxy integration, buffered or streamed. */
export type FunctionIntegration = z.output<typeof functionIntegration>;

const functionIntegration = z.looseObject({ Type: z.literal('AWS_PROXY') }).pipe(
  renamed({
    kind: ['Type', z.literal('AWS_PROXY').transform(() => 'function' as const)],
    functionName: ['Uri', invokedFunction],
    streamed: [
      'ResponseTransferMode',
      z
        .enum(['BUFFERED', 'STREAM'])
        .optional()
        .transform((mode) => mode === 'STREAM'),
    ],
    timeoutMilliseconds: ['TimeoutInMillis', templateNumber.default(29_000)],
  }),
);

/** Integration for which API Gateway itself generates a response without a body, such as a preflight response. */
const mockIntegration = z.looseObject({ Type: z.literal('MOCK') }).pipe(
  renamed(
    {
      kind: ['Type', z.literal('MOCK').transform(() => 'mock' as const)],
      statusCode: ['IntegrationResponses.0.StatusCode', templateNumber],
      headers: ['IntegrationResponses.0.ResponseParameters', headersAfter('method.response.header.')],
    },
    ['IntegrationResponses.0.ResponseTemplates', 'IntegrationResponses.1'],
  ),
);

const methodProperties = renamed({
  /** An HTTP method, or ANY. */
  httpMethod: ['HttpMethod', z.string()],
  resourceId: ['ResourceId', z.string()],
  authoriserId: ['AuthorizerId', z.string().default('')],
  apiKeyRequired: ['ApiKeyRequired', z.boolean().default(false)],
  integration: ['Integration', z.discriminatedUnion('Type', [functionIntegration, mockIntegration])],
});

const gatewayResponse = renamed({
  type: ['ResponseType', z.string()],
  statusCode: ['StatusCode', templateNumber.optional()],
  headers: ['ResponseParameters', headersAfter('gatewayresponse.header.')],
  /** Body for application/json, with `$context.` variables. */
  template: ['ResponseTemplates.application/json', z.string().optional()],
});

/** Throttles that apply to each client with this plan. */
const usagePlan = renamed(
  {
    /** Throttle for all requests to methods without their own throttle. If absent, such requests are not limited. */
    throttle: ['Throttle', throttleSettings.optional()],
    /** Throttles of methods, by `/path/METHOD`. */
    methodThrottles: [
      'ApiStages.0.Throttle',
      z
        .record(z.string(), throttleSettings)
        .default({})
        .transform((byMethod): ReadonlyMap<string, Throttle> => new Map(Object.entries(byMethod))),
    ],
  },
  ['Quota', 'ApiStages.1'],
);

import { functionNameIn } from './arn-names.ts';
import type { GatewayMethod, MethodThrottle, RequestAuthoriser, RestApi } from './deployed-api.ts';
import { UnsupportedTemplate } from './intrinsics.ts';
import type { ResolvedResource } from './resolved-resource.ts';
import {
  authorizerProperties,
  gatewayResponseProperties,
  type MethodProperties,
  methodProperties,
  resourceProperties,
  restApiProperties,
  type StageProperties,
  stageProperties,
  usagePlanProperties,
} from './rest-api-resources.ts';

const rootResource = '/';

/** Static mapping values stand in quotes of their own. */
const unquoted = (value: string): string => value.replace(/^'(.*)'$/s, '$1');

const headersOf = (parameters: Readonly<Record<string, string>>, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), unquoted(value)]),
  );

/** The function whose ARN stands in an invocation URI. */
const invokedFunction = (uri: string): string => {
  const name = functionNameIn(uri);
  if (name === undefined) throw new UnsupportedTemplate(`no function in ${uri}`);
  return name;
};

const pathsOf = (resources: readonly ResolvedResource[]): ReadonlyMap<string, string> => {
  const parts = new Map(
    resources.map(({ logicalId, properties }) => [logicalId, resourceProperties.parse(properties)]),
  );
  const pathOf = (id: string): string => {
    if (id === rootResource) return '';
    const part = parts.get(id);
    if (!part) throw new UnsupportedTemplate(`no API resource ${id}`);
    return `${pathOf(part.ParentId)}/${part.PathPart}`;
  };
  return new Map([[rootResource, '/'], ...[...parts.keys()].map((id): [string, string] => [id, pathOf(id)])]);
};

const toAuthoriser = ({ properties }: ResolvedResource): RequestAuthoriser => {
  const { AuthorizerUri, IdentitySource, AuthorizerResultTtlInSeconds } =
    authorizerProperties.parse(properties);
  const headerPrefix = 'method.request.header.';
  return {
    functionName: invokedFunction(AuthorizerUri),
    identityHeaders: IdentitySource.split(',')
      .filter((source) => source.startsWith(headerPrefix))
      .map((source) => source.slice(headerPrefix.length).toLowerCase()),
    cacheSeconds: AuthorizerResultTtlInSeconds,
  };
};

const toIntegration = ({ Integration }: MethodProperties): GatewayMethod['integration'] => {
  if (Integration.Type === 'AWS_PROXY') {
    return {
      kind: 'function',
      functionName: invokedFunction(Integration.Uri),
      streamed: Integration.ResponseTransferMode === 'STREAM',
      timeoutMilliseconds: Integration.TimeoutInMillis,
    };
  }
  const [response] = Integration.IntegrationResponses;
  return {
    kind: 'mock',
    statusCode: response?.StatusCode ?? 200,
    headers: headersOf(response?.ResponseParameters ?? {}, 'method.response.header.'),
    body: response?.ResponseTemplates['application/json'] ?? '',
  };
};

const throttleIn = ([settings]: StageProperties['MethodSettings']): MethodThrottle | undefined => {
  const { ThrottlingRateLimit: ratePerSecond, ThrottlingBurstLimit: burst } = settings ?? {};
  return ratePerSecond === undefined || burst === undefined ? undefined : { ratePerSecond, burst };
};

/** Puts the one REST API of the templates together from its resources. Throws UnsupportedTemplate. */
export const readRestApi = (resources: readonly ResolvedResource[]): RestApi => {
  const ofType = (type: string) =>
    resources.filter((resource) => resource.type === `AWS::ApiGateway::${type}`);
  const [api, ...others] = ofType('RestApi');
  const [stage] = ofType('Stage');
  if (!api || !stage || others.length > 0)
    throw new UnsupportedTemplate('not exactly one REST API with a stage');
  const { MinimumCompressionSize, BinaryMediaTypes } = restApiProperties.parse(api.properties);
  const { StageName, AccessLogSetting, MethodSettings } = stageProperties.parse(stage.properties);
  const paths = pathsOf(ofType('Resource'));
  const authorisers = new Map(ofType('Authorizer').map((each) => [each.logicalId, toAuthoriser(each)]));

  return {
    id: api.name,
    stageName: StageName,
    minimumCompressionSize: MinimumCompressionSize,
    binaryMediaTypes: BinaryMediaTypes,
    methods: ofType('Method').map(({ properties }) => {
      const method = methodProperties.parse(properties);
      return {
        path: paths.get(method.ResourceId) ?? rootResource,
        httpMethod: method.HttpMethod,
        authoriser: method.AuthorizerId === undefined ? undefined : authorisers.get(method.AuthorizerId),
        apiKeyRequired: method.ApiKeyRequired,
        integration: toIntegration(method),
      };
    }),
    gatewayResponses: new Map(
      ofType('GatewayResponse').map(({ properties }) => {
        const response = gatewayResponseProperties.parse(properties);
        return [
          response.ResponseType,
          {
            statusCode: response.StatusCode,
            headers: headersOf(response.ResponseParameters, 'gatewayresponse.header.'),
            template: response.ResponseTemplates['application/json'],
          },
        ];
      }),
    ),
    usagePlans: ofType('UsagePlan').map(({ properties }) => {
      const { UsagePlanName, Throttle } = usagePlanProperties.parse(properties);
      return { name: UsagePlanName, ratePerSecond: Throttle.RateLimit, burst: Throttle.BurstLimit };
    }),
    methodThrottle: throttleIn(MethodSettings),
    accessLogFormat: AccessLogSetting?.Format,
  };
};

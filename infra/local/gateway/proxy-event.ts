import type { RestApi } from '../template/deployed-api.ts';
import { localAccount, localRegion } from '../template/physical-names.ts';
import type { Caller } from './caller.ts';
import type { GatewayRequest } from './gateway-request.ts';

const localDomain = 'localhost';
/** There is one deployment here at a time; ids of API Gateway's have six letters and digits. */
const localDeployment = 'local0';

/** Identities that only IAM and Cognito callers have. */
const noIdentity = {
  accessKey: null,
  accountId: null,
  caller: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
};

/** `24/Nov/2026:09:05:00 +0000`, as access logs write it. */
const toRequestTime = (epochMilliseconds: number): string => {
  const [, day, month, year, time] = new Date(epochMilliseconds).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
};

/** `arn:aws:execute-api:<region>:<account>:<api>/<stage>/<METHOD>/<path>`, the path as the client wrote it. */
export const methodArnOf = (api: RestApi, { httpMethod, path }: GatewayRequest): string =>
  `arn:aws:execute-api:${localRegion}:${localAccount}:${api.id}/${api.stageName}/${httpMethod}/${path.slice(1)}`;

/** What the authoriser's and the integration's events have in common. The stage's name is no part of a local path. */
export const requestFields = (api: RestApi, request: GatewayRequest, caller: Caller = {}) => ({
  resource: request.route.method.path,
  path: request.path,
  httpMethod: request.httpMethod,
  headers: request.headers.single,
  multiValueHeaders: request.headers.multi,
  queryStringParameters: request.query.single,
  multiValueQueryStringParameters: request.query.multi,
  pathParameters: request.pathParameters,
  stageVariables: null,
  requestContext: {
    resourceId: request.route.resourceId,
    ...(caller.authorizer && { authorizer: caller.authorizer }),
    resourcePath: request.route.method.path,
    httpMethod: request.httpMethod,
    extendedRequestId: request.extendedRequestId,
    requestTime: toRequestTime(request.receivedAt),
    path: request.path,
    accountId: localAccount,
    protocol: request.protocol,
    stage: api.stageName,
    domainPrefix: localDomain,
    requestTimeEpoch: request.receivedAt,
    requestId: request.requestId,
    identity: {
      ...noIdentity,
      // API Gateway has these two where the method asks for a key, and there alone.
      ...(caller.apiKey !== undefined && { apiKey: caller.apiKey, apiKeyId: caller.apiKeyId }),
      sourceIp: request.sourceIp,
      userAgent: request.headers.valuesOf('user-agent').at(-1) ?? null,
    },
    domainName: localDomain,
    deploymentId: localDeployment,
    apiId: api.id,
  },
});

interface EventBody {
  readonly bytes: Buffer;
  readonly isBinary: boolean;
}

/** The event of a Lambda proxy integration of a REST API, payload format 1.0. */
export const proxyEvent = (
  api: RestApi,
  request: GatewayRequest,
  caller: Caller,
  { bytes, isBinary }: EventBody,
) => ({
  ...requestFields(api, request, caller),
  body: bytes.length === 0 ? null : bytes.toString(isBinary ? 'base64' : 'utf8'),
  isBase64Encoded: bytes.length > 0 && isBinary,
});

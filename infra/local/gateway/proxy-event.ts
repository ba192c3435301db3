import { localAccount, localRegion } from '../template/physical-names.ts';
import { parseQueryString } from './query-string.ts';
import { collectHeaders } from './request-headers.ts';
import { requestTimes } from './request-time.ts';

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

/** What all requests of a method have in common. */
export interface RouteFacts {
  readonly apiId: string;
  readonly stageName: string;
  /** Full path of the resource, with its `{name}` segments. */
  readonly resource: string;
  readonly resourceId: string;
}

/** What is known of a request once its method is found: plain values, from which its events are made. */
export interface RequestFacts {
  /** The same object for all requests of the method. */
  readonly route: RouteFacts;
  /** As the client wrote them, undecoded; null when the path has none. */
  readonly pathParameters: Readonly<Record<string, string>> | null;
  readonly httpMethod: string;
  /** As the client wrote it. */
  readonly path: string;
  readonly rawQuery: string;
  /** Names and values by turns; the same list where a connection brings the same headers again. */
  readonly rawHeaders: readonly string[];
  readonly protocol: string;
  readonly sourceIp: string;
  /** That the client connected to. */
  readonly port: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly requestId: string;
  readonly extendedRequestId: string;
}

/** Who sent a request, as far as its method asks; nothing of it where the method is open. */
export interface Caller {
  /** The event's `requestContext.authorizer`. */
  readonly authorizer?: Readonly<Record<string, string | number>>;
  /** The usage identifier, which API Gateway takes for its own key of the client. */
  readonly apiKey?: string;
  /** The id of that key, of ten letters and digits. */
  readonly apiKeyId?: string;
}

const requestTimeOf = requestTimes();

/** `arn:aws:execute-api:<region>:<account>:<api>/<stage>/<METHOD>/<path>`, the path as the client wrote it. */
export const methodArnOf = ({ route, httpMethod, path }: RequestFacts): string =>
  `arn:aws:execute-api:${localRegion}:${localAccount}:${route.apiId}/${route.stageName}/${httpMethod}/${path.slice(1)}`;

/** What the authoriser's and the integration's events have in common. The stage's name is no part of a local path. */
export const requestFields = (request: RequestFacts, caller: Caller = {}) => {
  const headers = collectHeaders(request.rawHeaders, request);
  const query = parseQueryString(request.rawQuery);
  const { resource, resourceId, stageName, apiId } = request.route;
  return {
    resource,
    path: request.path,
    httpMethod: request.httpMethod,
    headers: headers.single,
    multiValueHeaders: headers.multi,
    queryStringParameters: query.single,
    multiValueQueryStringParameters: query.multi,
    pathParameters: request.pathParameters,
    stageVariables: null,
    requestContext: {
      resourceId,
      // A function may change its event; who called is remembered for the next.
      ...(caller.authorizer && { authorizer: { ...caller.authorizer } }),
      resourcePath: resource,
      httpMethod: request.httpMethod,
      extendedRequestId: request.extendedRequestId,
      requestTime: requestTimeOf(request.receivedAt),
      path: request.path,
      accountId: localAccount,
      protocol: request.protocol,
      stage: stageName,
      domainPrefix: localDomain,
      requestTimeEpoch: request.receivedAt,
      requestId: request.requestId,
      identity: {
        ...noIdentity,
        // API Gateway has these two where the method asks for a key, and there alone.
        ...(caller.apiKey !== undefined && { apiKey: caller.apiKey, apiKeyId: caller.apiKeyId }),
        sourceIp: request.sourceIp,
        userAgent: headers.userAgent ?? null,
      },
      domainName: localDomain,
      deploymentId: localDeployment,
      apiId,
    },
  };
};

/** All that the event of an integration is made from. */
export interface ProxyEventParts {
  readonly request: RequestFacts;
  readonly caller: Caller;
  /** Null where there is none. */
  readonly body: string | null;
  readonly isBase64Encoded: boolean;
}

/** The event of a Lambda proxy integration of a REST API, payload format 1.0. */
export const proxyEvent = ({ request, caller, body, isBase64Encoded }: ProxyEventParts) => ({
  ...requestFields(request, caller),
  body,
  isBase64Encoded,
});

import type { IncomingMessage } from 'node:http';
import { localAccount, localRegion } from '../template/physical-names.ts';
import type { RestApi } from '../template/rest-api.ts';
import { connectionHeaders } from './answer.ts';
import { cut } from './read-request.ts';
import type { Route } from './routes.ts';

interface RequestFacts extends Route {
  readonly requestId: string;
  readonly extendedRequestId: string;
  readonly requestTimeEpoch: number;
  /** As the client wrote it. */
  readonly path: string;
  readonly query: QueryParameters;
}

/**
 * The members that the events of the authoriser and of the integration have in common. The stage's name is no part of a
 * local path.
 */
export const requestEvent = (
  { id: apiId, stageName }: RestApi,
  { method: httpMethod = '', httpVersion, socket, rawHeaders }: IncomingMessage,
  { method, resourceId, pathParameters, path, query, ...ids }: RequestFacts,
) => {
  const sourceIp = socket.remoteAddress ?? '';
  const headers = forwardedHeaders(rawHeaders, sourceIp, socket.localPort ?? 0, ids.requestId);
  return {
    resource: method.path,
    path,
    httpMethod,
    headers: lastOf(headers),
    multiValueHeaders: Object.fromEntries(headers),
    queryStringParameters: query.parameters && lastOf(query.parameters),
    multiValueQueryStringParameters: query.parameters && Object.fromEntries(query.parameters),
    pathParameters,
    stageVariables: null,
    requestContext: {
      ...ids,
      requestTime: accessLogTime(ids.requestTimeEpoch),
      resourceId,
      resourcePath: method.path,
      httpMethod,
      path,
      protocol: `HTTP/${httpVersion}`,
      accountId: localAccount,
      apiId,
      stage: stageName,
      domainName: 'localhost',
      domainPrefix: 'localhost',
      // There is one deployment here. API Gateway's ids of deployments have six letters and digits.
      deploymentId: 'local0',
      identity: {
        ...noIdentity,
        sourceIp,
        userAgent: headers.find(([name]) => name.toLowerCase() === 'user-agent')?.[1].at(-1) ?? null,
      },
    },
  };
};
export type RequestEvent = ReturnType<typeof requestEvent>;

/** The event of a REQUEST authoriser. It has empty maps where the integration's event has null. */
export const authoriserEvent = (event: RequestEvent) => {
  const { apiId, stage } = event.requestContext;
  const api = `arn:aws:execute-api:${localRegion}:${localAccount}:${apiId}`;
  return {
    type: 'REQUEST',
    methodArn: `${api}/${stage}/${event.httpMethod}/${event.path.slice(1)}`,
    ...event,
    queryStringParameters: event.queryStringParameters ?? {},
    multiValueQueryStringParameters: event.multiValueQueryStringParameters ?? {},
    pathParameters: event.pathParameters ?? {},
    stageVariables: {},
  };
};

/** Who sent a request, as far as its method asks; empty if the method is open. */
export interface Caller {
  /** The authoriser's context and principal, with the milliseconds that the call took. */
  readonly authorizer?: Readonly<Record<string, string | number>>;
  /** The usage identifier, which API Gateway takes for its own key of the client. */
  readonly apiKey?: string;
  /** Ten hexadecimal digits. */
  readonly apiKeyId?: string;
}

/** The event of a Lambda proxy integration, payload format 1.0. */
export const proxyEvent = (event: RequestEvent, { authorizer, ...key }: Caller, body: Buffer) => {
  const { requestContext } = event;
  return {
    ...event,
    requestContext: {
      ...requestContext,
      ...(authorizer && { authorizer }),
      identity: { ...requestContext.identity, ...key },
    },
    // The API declares all media types binary.
    body: body.length === 0 ? null : body.toString('base64'),
    isBase64Encoded: body.length > 0,
  };
};

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

/** Names, each with its values. They are the client's: made from entries, `__proto__` is a name like any other. */
type Entries = readonly (readonly [name: string, values: string[]])[];

const lastOf = (entries: Entries): Record<string, string> =>
  Object.fromEntries(entries.map(([name, values]) => [name, values.at(-1) ?? '']));

/** `24/Nov/2026:09:05:00 +0000` */
const accessLogTime = (epochMilliseconds: number): string => {
  const [, day, month, year, time] = new Date(epochMilliseconds).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
};

const hopByHop = new Set([...connectionHeaders, 'expect']);

/**
 * The client's headers, two spellings of one name taken together, and those that API Gateway adds. A client's own
 * `X-Forwarded` headers are not believed.
 */
const forwardedHeaders = (
  rawHeaders: readonly string[],
  sourceIp: string,
  port: number,
  requestId: string,
): Entries => {
  const headers = new Map<string, [name: string, values: string[]]>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    const lowerCaseName = name.toLowerCase();
    if (hopByHop.has(lowerCaseName)) continue;
    const header = headers.get(lowerCaseName);
    if (header === undefined) headers.set(lowerCaseName, [name, [value]]);
    else header[1].push(value);
  }
  const set = (name: string, value: string) => headers.set(name.toLowerCase(), [name, [value]]);
  const earlier = headers.get('x-forwarded-for')?.[1] ?? [];
  set('X-Forwarded-For', [...earlier, sourceIp].join(', '));
  set('X-Forwarded-Port', String(port));
  set('X-Forwarded-Proto', 'http');
  // X-Ray's form: 8 and 24 hexadecimal digits, here those of the request's UUID.
  const [root, ...rest] = requestId.split('-');
  if (!headers.has('x-amzn-trace-id')) set('X-Amzn-Trace-Id', `Root=1-${root}-${rest.join('')}`);
  return [...headers.values()];
};

export interface QueryParameters {
  /** Decoded, each name with all of its values; null if there are none. */
  readonly parameters: Entries | null;
  /** Message for the client if the percent-encoding does not decode. There are no parameters then. */
  readonly fault?: string;
}

export const parseQueryString = (rawQuery: string): QueryParameters => {
  const parameters = new Map<string, string[]>();
  for (const part of rawQuery.split('&')) {
    if (part === '') continue;
    const [name, value] = cut(part, '=').map(decode);
    if (name === undefined || value === undefined) return { parameters: null, fault: faultIn(name) };
    const values = parameters.get(name);
    if (values === undefined) parameters.set(name, [value]);
    else values.push(value);
  }
  return { parameters: parameters.size === 0 ? null : [...parameters] };
};

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
};

/** No other text of a client is repeated to it. */
const harmlessName = /^[\w.:[\]-]{1,120}$/;

const faultIn = (name = ''): string =>
  harmlessName.test(name)
    ? `${name}: is not valid percent-encoded UTF-8`
    : 'The query string is not valid percent-encoded UTF-8.';

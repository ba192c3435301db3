import type { IncomingMessage } from 'node:http';
import { percentDecoded, splitOnce } from '../http/request-target.ts';
import { localAccount, localRegion } from '../template/physical-names.ts';
import type { RestApi } from '../template/rest-api.ts';
import type { Route } from './routes.ts';

interface RequestFacts extends Route {
  readonly requestId: string;
  readonly extendedRequestId: string;
  readonly requestTimeEpoch: number;
  /** Path as the client sent it. */
  readonly path: string;
  readonly query: QueryParameters;
}

/** Builds the part that the authoriser's and the integration's events share. Local paths do not contain the stage. */
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
      // There is only one deployment here. API Gateway's deployment ids have six letters and digits.
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

/** Builds the event of a REQUEST authoriser, which has empty maps where the integration's event has null. */
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

/** Client that sent a request. Empty if the method needs no key. */
export interface Caller {
  /** Context and principal from the authoriser, and the duration of the call in milliseconds. */
  readonly authorizer?: Readonly<Record<string, string | number>>;
  /** Usage identifier, which API Gateway treats as the client's API Gateway key. */
  readonly apiKey?: string;
  /** Id of the API Gateway key: ten hexadecimal digits. */
  readonly apiKeyId?: string;
}

/** Builds the event of a Lambda proxy integration, payload format 1.0. */
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

/** Identity fields that only IAM and Cognito callers have. */
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

/** Names with their values. A list, not an object, because clients choose the names and may send `__proto__`. */
type Entries = readonly (readonly [name: string, values: string[]])[];

const lastOf = (entries: Entries): Record<string, string> =>
  Object.fromEntries(entries.map(([name, values]) => [name, values.at(-1) ?? '']));

/** Formats a time as `24/Nov/2026:09:05:00 +0000`. */
const accessLogTime = (epochMilliseconds: number): string => {
  const [, day, month, year, time] = new Date(epochMilliseconds).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
};

/** Hop-by-hop headers, which the gateway does not forward in either direction. */
export const connectionHeaders =
  'connection keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' ');
const hopByHop = new Set([...connectionHeaders, 'expect']);

/**
 * Returns the client's headers, merged case-insensitively, and those that API Gateway adds. The client's own
 * `X-Forwarded` headers are replaced, except that its `X-Forwarded-For` is extended.
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
    const [firstName, values] = headers.get(lowerCaseName) ?? [name, []];
    headers.set(lowerCaseName, [firstName, [...values, value]]);
  }
  const set = (name: string, value: string) => headers.set(name.toLowerCase(), [name, [value]]);
  const previous = headers.get('x-forwarded-for')?.[1] ?? [];
  set('X-Forwarded-For', [...previous, sourceIp].join(', '));
  set('X-Forwarded-Port', String(port));
  set('X-Forwarded-Proto', 'http');
  // X-Ray's format: 8 and 24 hexadecimal digits, here from the request's UUID.
  const [root, ...rest] = requestId.split('-');
  if (!headers.has('x-amzn-trace-id')) set('X-Amzn-Trace-Id', `Root=1-${root}-${rest.join('')}`);
  return [...headers.values()];
};

interface QueryParameters {
  /** Decoded parameters, each name with all its values. Null if there are none. */
  readonly parameters: Entries | null;
  /** Error message if the percent-encoding is invalid. In that case there are no parameters. */
  readonly fault?: string;
}

export const parseQueryString = (rawQuery: string): QueryParameters => {
  const parameters = new Map<string, string[]>();
  for (const part of rawQuery.split('&')) {
    if (part === '') continue;
    const [name, value] = splitOnce(part.replaceAll('+', ' '), '=').map(percentDecoded);
    if (name === undefined || value === undefined) return { parameters: null, fault: faultIn(name) };
    parameters.set(name, [...(parameters.get(name) ?? []), value]);
  }
  return { parameters: parameters.size === 0 ? null : [...parameters] };
};

/** Repeats the name only if it is harmless. */
const faultIn = (name = ''): string =>
  /^[\w.:[\]-]{1,120}$/.test(name)
    ? `${name}: is not valid percent-encoded UTF-8`
    : 'The query string is not valid percent-encoded UTF-8.';

import { randomUUID } from 'node:crypto';
import { parseQueryString } from '../../../infra/local/gateway/proxy-event.ts';
import { services } from '../../../shared/domain/access/service.ts';
import type { TargetRequest } from '../targets/api-target.ts';

/** Authoriser context of a key, or null if the request did not pass the authoriser. */
export type KeyContext = Readonly<Record<string, string>> | null;

type Entries = readonly (readonly [name: string, values: readonly string[]])[];

const lastOf = (entries: Entries) =>
  Object.fromEntries(entries.map(([name, values]) => [name, values.at(-1) ?? '']));

/** Builds the REST proxy event (payload format 1.0) of a request. The key has all scopes by default. */
export const gatewayEventOf = (
  { method = 'GET', path: target, headers = {}, body }: TargetRequest,
  resource: string,
  pathParameters: Readonly<Record<string, string>>,
  context: KeyContext = {},
) => {
  const [path = '', ...query] = target.split('?');
  const { parameters } = parseQueryString(query.join('?'));
  const sent = Object.entries(headers).map(([name, value]) => [name, [value].flat()] as const);
  return {
    resource,
    path,
    httpMethod: method,
    headers: lastOf(sent),
    multiValueHeaders: Object.fromEntries(sent),
    queryStringParameters: parameters && lastOf(parameters),
    multiValueQueryStringParameters: parameters && Object.fromEntries(parameters),
    pathParameters: Object.keys(pathParameters).length > 0 ? pathParameters : null,
    stageVariables: null,
    requestContext: {
      requestId: randomUUID(),
      ...(context && {
        authorizer: { client: 'contract-tests', keyId: 'test', scopes: services.join(','), ...context },
      }),
    },
    body: body === undefined ? null : body.toString(Buffer.isBuffer(body) ? 'base64' : undefined),
    isBase64Encoded: Buffer.isBuffer(body),
  };
};

/** Builds the event for a request to a path without parameters, with the authoriser context of the request's key. */
export const keyEvent = (request: TargetRequest, context: KeyContext) =>
  gatewayEventOf(request, request.path, {}, context);

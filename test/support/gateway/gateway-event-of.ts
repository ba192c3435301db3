import { randomUUID } from 'node:crypto';
import { services } from '../../../shared/domain/access/service.ts';
import type { TargetRequest } from '../targets/api-target.ts';

/** Authoriser context of a key, or null if the request did not pass the authoriser. */
export type KeyContext = Readonly<Record<string, string>> | null;

const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

const valuesByName = (pairs: readonly (readonly [string, string])[]) => {
  const values = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries([...values].map(([name, group]) => [name, group.map(([, value]) => value)]));
};

const pairsOf = (query: string) =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return [decode(name), decode(rest.join('='))] as const;
    });

/** Builds the REST proxy event (payload format 1.0) of a request. The key has all scopes by default. */
export const gatewayEventOf = (
  { method = 'GET', path: target, headers = {}, body }: TargetRequest,
  resource: string,
  pathParameters: Readonly<Record<string, string>>,
  context: KeyContext = {},
) => {
  const [path = '', ...query] = target.split('?');
  const pairs = pairsOf(query.join('?'));
  const headerPairs = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each): readonly [string, string] => [name, each]),
  );
  return {
    resource,
    path,
    httpMethod: method,
    headers: Object.fromEntries(headerPairs),
    multiValueHeaders: valuesByName(headerPairs),
    queryStringParameters: pairs.length > 0 ? Object.fromEntries(pairs) : null,
    multiValueQueryStringParameters: pairs.length > 0 ? valuesByName(pairs) : null,
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

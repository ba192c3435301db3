import type { IncomingMessage } from 'node:http';
import type { KnownOfRequest } from './known-of-request.ts';
import type { RequestFacts } from './proxy-event.ts';
import { parseQueryString } from './query-string.ts';
import type { RequestIds } from './request-ids.ts';
import type { RequestTarget } from './request-target.ts';
import type { Route, RouteMatch } from './resource-tree.ts';
import type { SentHeaders } from './sent-headers.ts';

/** A request that reached a method of the API. */
export interface GatewayRequest {
  readonly facts: RequestFacts;
  readonly route: Route;
  /** What is wrong with a query that does not decode; the request is refused once the key is known. */
  readonly queryFault: string | undefined;
  readonly headers: SentHeaders;
  /** What has become known of it, for the access log. */
  readonly known: KnownOfRequest;
}

/** Where a request is aimed, and when it came. */
export interface Aim extends RequestTarget {
  readonly httpMethod: string;
  readonly receivedAt: number;
}

/** Reads the head of a request for its method. */
export const gatewayRequestOf = (
  { socket, httpVersion }: IncomingMessage,
  headers: SentHeaders,
  { requestId, extendedRequestId }: RequestIds,
  { httpMethod, path, rawQuery, receivedAt }: Aim,
  { route, pathParameters }: RouteMatch,
  known: KnownOfRequest,
): GatewayRequest => ({
  facts: {
    route: route.facts,
    pathParameters,
    httpMethod,
    path,
    rawQuery,
    rawHeaders: headers.raw,
    protocol: `HTTP/${httpVersion}`,
    sourceIp: socket.remoteAddress ?? '',
    port: socket.localPort ?? 0,
    receivedAt,
    requestId,
    extendedRequestId,
  },
  route,
  queryFault: rawQuery.includes('%') ? parseQueryString(rawQuery).fault : undefined,
  headers,
  known,
});

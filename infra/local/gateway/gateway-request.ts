import type { IncomingMessage } from 'node:http';
import type { KnownOfRequest } from './known-of-request.ts';
import type { RequestFacts } from './proxy-event.ts';
import { parseQueryString } from './query-string.ts';
import { headerValues } from './request-headers.ts';
import type { RequestIds } from './request-ids.ts';
import type { RequestTarget } from './request-target.ts';
import type { Route, RouteMatch } from './resource-tree.ts';
import { sameHeadersOf } from './same-headers.ts';

/** A request that reached a method of the API. */
export interface GatewayRequest {
  readonly facts: RequestFacts;
  readonly route: Route;
  /** The percent-encoding of its query does not decode: to be refused once the key is known. */
  readonly isQueryMalformed: boolean;
  /** All values of a header, by lower-case name. */
  headerValues(lowerCaseName: string): readonly string[];
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
  { socket, rawHeaders, httpVersion }: IncomingMessage,
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
    rawHeaders: sameHeadersOf(socket, rawHeaders),
    protocol: `HTTP/${httpVersion}`,
    sourceIp: socket.remoteAddress ?? '',
    port: socket.localPort ?? 0,
    receivedAt,
    requestId,
    extendedRequestId,
  },
  route,
  isQueryMalformed: rawQuery.includes('%') && parseQueryString(rawQuery).isMalformed === true,
  headerValues: (lowerCaseName) => headerValues(rawHeaders, lowerCaseName),
  known,
});

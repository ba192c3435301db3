import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseQueryString, type QueryParameters } from './query-string.ts';
import { collectHeaders, type RequestHeaders } from './request-headers.ts';
import type { RequestTarget } from './request-target.ts';
import type { RouteMatch } from './resource-tree.ts';

/** The ids a request is known by, in its event, its answer and the log. */
export interface RequestIds {
  readonly requestId: string;
  readonly extendedRequestId: string;
}

/** A request that reached a method of the API. */
export interface GatewayRequest extends RequestIds, RouteMatch {
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly httpMethod: string;
  readonly protocol: string;
  /** As the client wrote it. */
  readonly path: string;
  readonly query: QueryParameters;
  readonly headers: RequestHeaders;
  readonly sourceIp: string;
  /** What has become known of it, for the access log. */
  readonly known: Map<string, string>;
}

/** Where a request is aimed, and when it came. */
export interface Aim extends RequestTarget {
  readonly httpMethod: string;
  readonly receivedAt: number;
}

export const newRequestIds = (): RequestIds => ({
  requestId: randomUUID(),
  extendedRequestId: randomBytes(11).toString('base64'),
});

/** Reads the head of a request for its method. */
export const gatewayRequestOf = (
  { socket, rawHeaders, httpVersion }: IncomingMessage,
  ids: RequestIds,
  target: Aim,
  match: RouteMatch,
  known: Map<string, string>,
): GatewayRequest => {
  const sourceIp = socket.remoteAddress ?? '';
  return {
    ...ids,
    ...match,
    receivedAt: target.receivedAt,
    httpMethod: target.httpMethod,
    protocol: `HTTP/${httpVersion}`,
    path: target.path,
    query: parseQueryString(target.rawQuery),
    headers: collectHeaders(rawHeaders, {
      sourceIp,
      port: socket.localPort ?? 0,
      requestId: ids.requestId,
    }),
    sourceIp,
    known,
  };
};

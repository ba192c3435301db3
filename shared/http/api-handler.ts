import middy from '@middy/core';
import type { StreamifyHandler } from 'aws-lambda';
import { countServerError } from '../observability/request-metrics.ts';
import { checkOrigin } from './browser-origin.ts';
import { clientHeaders } from './client-headers.ts';
import { ApiError, type ErrorContract, invalidKeyDetail, toErrorResult, unknownPath } from './errors.ts';
import { endsWithSlash, type GatewayEvent, gatewayEvent, headerOf, headerValuesOf } from './gateway-event.ts';
import type { Headers } from './headers.ts';
import { Representation, selectResponse } from './representation.ts';
import { type ApiRequest, queryNamesOf, type RequestSchema, requestParser } from './request.ts';
import {
  notModified,
  type ProxyResult,
  type StreamedResult,
  sendStreamed,
  toProxyResult,
  toStreamedResult,
} from './response.ts';
import { ignoredHeader, throwSimulatedError } from './sandbox.ts';

/** Contract of a service: its errors, its own headers, and a hook for successful responses. */
export interface ServiceContract extends ErrorContract {
  /** Whether a key with these scopes (comma-separated) may call the operation at this API path. */
  readonly allows: (scopes: string, path: string) => boolean;
  /** API paths of the operations that need no key (default: none). */
  readonly openPaths?: readonly string[];
  /** Error code of responses while a store that the service needs is down. */
  readonly outage: 'SERVICE_UNAVAILABLE' | 'INTERNAL_SERVER_ERROR';
  /**
   * Returns the service's own headers. Called after the response has been created. `version` is the version of the
   * catalogue that the body comes from; undefined for errors and for bodies that do not come from a catalogue.
   */
  readonly headers?: (version?: string) => Headers;
  /** Called for each successful request, but not for rejected or failed ones, nor for a 304. */
  readonly onSuccess?: () => void;
}

/**
 * Handles a parsed request, and returns a Representation, an ApiResponse, or the body of a 200 that must not be stored.
 * Errors that it throws become the contract's error responses.
 */
type Respond<S extends RequestSchema> = (request: ApiRequest<S>) => Promise<object>;

/**
 * Creates handlers for buffered responses. They parse the event with the operation's schema, call `respond`, serialise
 * its result and map errors.
 */
export const apiHandlerOf =
  (contract: ServiceContract) =>
  <S extends RequestSchema>(schema: S, respond: Respond<S>) =>
    chain(contract, schema, respond, toProxyResult);

/**
 * Creates handlers for responses that may exceed the 6 MB limit of a buffered response. The body (see `Streamed`) is
 * sent while it is generated, and is compressed for clients that accept gzip.
 */
export const streamingApiHandlerOf =
  (contract: ServiceContract) =>
  <S extends RequestSchema>(schema: S, respond: Respond<S>) => {
    const handle = chain(contract, schema, respond, toStreamedResult);
    return streamifyResponse(async (event, stream, context) => {
      await sendStreamed(await handle(event, context), stream);
    });
  };

/** Creates the middy chain of an operation, which turns any error into a response. */
const chain = <S extends RequestSchema, R extends StreamedResult>(
  contract: ServiceContract,
  schema: S,
  respond: Respond<S>,
  toResult: (response: object | string, acceptEncoding?: string, headers?: Headers) => R,
) => {
  const parse = requestParser(schema);
  const parameters = queryNamesOf(schema);
  /** Adds the headers for the service, the client's plan and its key. */
  const withHeaders = <T extends StreamedResult>(
    result: T,
    event: GatewayEvent | undefined,
    version?: string,
  ): T => ({
    ...result,
    headers: {
      ...result.headers,
      ...contract.headers?.(version),
      ...(event && { ...clientHeaders(event), ...ignoredHeader(event, parameters) }),
    },
  });
  const toResultOf = (response: object, request: ApiRequest<S>, event: GatewayEvent): ProxyResult | R => {
    const acceptEncoding = headerOf(event, 'accept-encoding');
    if (!(response instanceof Representation)) return toResult(response, acceptEncoding);
    const { body, headers } = selectResponse(response, request, event);
    return body === undefined ? notModified(headers) : toResult(body, acceptEncoding, headers);
  };
  return middy<unknown, ProxyResult | R>({ timeoutEarlyInMillis: 0 })
    .onError((request) => {
      const { data: event } = gatewayEvent.safeParse(request.event);
      const requestId = event?.requestContext.requestId ?? 'unknown';
      request.response = withHeaders(toErrorResult(request.error, contract, requestId), event);
    })
    .handler(async (given: unknown) => {
      const event = gatewayEvent.parse(given);
      if (endsWithSlash(event)) throw unknownPath();
      if (!contract.openPaths?.includes(event.resource)) {
        checkKey(event, contract);
        checkOrigin(event);
      }
      throwSimulatedError(event, contract.outage);
      const request = parse(event);
      const response = await respond(request);
      const result = toResultOf(response, request, event);
      // No search runs for a 304.
      if (result.statusCode !== 304) contract.onSuccess?.();
      // An operation may return a 5xx itself, as health does.
      if (result.statusCode >= 500) countServerError();
      const version = response instanceof Representation ? response.content.catalogue?.version : undefined;
      return withHeaders(result, event, version);
    });
};

/**
 * Throws ApiError unless the authoriser has identified a client whose scopes cover the operation. The authoriser's
 * policy already denies other keys. This second check protects an operation that was deployed without its authoriser.
 * Also rejects several keys, because a cached authorisation was for only one of them.
 */
const checkKey = (event: GatewayEvent, { allows }: ServiceContract): void => {
  const { client, scopes } = event.requestContext.authorizer ?? {};
  if (!client || scopes === undefined || !allows(scopes, event.resource)) throw new ApiError('FORBIDDEN');
  if (headerValuesOf(event, 'auth-key').length > 1)
    throw new ApiError('UNAUTHORIZED', [{ detail: invalidKeyDetail }]);
};

/** Marks a handler as streaming. Does nothing outside Lambda, where files are loaded only for their request schemas. */
const streamifyResponse = (handler: StreamifyHandler): StreamifyHandler =>
  typeof globalThis.awslambda?.streamifyResponse === 'function'
    ? awslambda.streamifyResponse(handler)
    : handler;

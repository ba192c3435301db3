import middy from '@middy/core';
import type { StreamifyHandler } from 'aws-lambda';
import { countFailedAnswer } from '../observability/request-metrics.ts';
import { ApiError, type ErrorContract, toErrorResult } from './errors.ts';
import { type GatewayEvent, gatewayEvent, headerOf } from './gateway-event.ts';
import { type Headers, rateLimitHeader } from './headers.ts';
import { type ApiRequest, type RequestSchema, requestParser } from './request.ts';
import {
  type ProxyResult,
  type StreamedResult,
  sendStreamed,
  toProxyResult,
  toStreamedResult,
} from './response.ts';
import { throwSimulatedError } from './sandbox.ts';

/** Contract of a service: its errors, its own headers, and a hook for each response. */
export interface ServiceContract extends ErrorContract {
  /** Whether a key with these scopes (comma-separated) may call the operation at this path of the API. */
  readonly opens: (scopes: string, path: string) => boolean;
  /** Error code of responses while a store that the service needs is down. */
  readonly outage: 'SERVICE_UNAVAILABLE' | 'INTERNAL_SERVER_ERROR';
  /** Called once the response exists, so that the headers can name the data it was made from. */
  readonly headers?: () => Headers;
  /** Called for each request that succeeds, but not for refused or failed ones. */
  readonly onAnswered?: () => void;
}

/** Handles a request that the schema has parsed. Errors that it throws become responses of the contract. */
type Respond<S extends RequestSchema> = (request: ApiRequest<S>) => Promise<object>;

/**
 * Creates handlers for buffered responses: parses the event with the operation's schema, calls `respond`, serialises,
 * maps errors. `respond` returns the body of a 200, or an ApiResponse.
 */
export const apiHandlerOf =
  (contract: ServiceContract) =>
  <S extends RequestSchema>(schema: S, respond: Respond<S>) =>
    chain(contract, schema, respond, toProxyResult);

/**
 * Creates handlers for responses that may exceed the 6 MB of a buffered one: `respond` returns the body of a 200, see
 * `Streamed`. It is sent as it is made, and compressed for clients that accept it.
 */
export const streamingApiHandlerOf =
  (contract: ServiceContract) =>
  <S extends RequestSchema>(schema: S, respond: Respond<S>) => {
    const handle = chain(contract, schema, respond, (body, event) =>
      toStreamedResult(body, headerOf(event, 'accept-encoding')),
    );
    return streamifyResponse(async (event, stream, context) => {
      await sendStreamed(await handle(event, context), stream);
    });
  };

/** The middy chain of every operation; any error becomes a response. */
const chain = <S extends RequestSchema, R extends StreamedResult>(
  contract: ServiceContract,
  schema: S,
  respond: Respond<S>,
  toResult: (response: object, event: GatewayEvent) => R,
) => {
  const parse = requestParser(schema);
  return middy<unknown, ProxyResult | R>({ timeoutEarlyInMillis: 0 })
    .onError((request) => {
      const { data: event } = gatewayEvent.safeParse(request.event);
      const requestId = event?.requestContext.requestId ?? 'unknown';
      request.response = withHeaders(toErrorResult(request.error, contract, requestId), event, contract);
    })
    .handler(async (given: unknown) => {
      const event = gatewayEvent.parse(given);
      checkScopes(event, contract);
      throwSimulatedError(event, contract.outage);
      const result = toResult(await respond(parse(event)), event);
      contract.onAnswered?.();
      // An operation may itself respond with 5xx, as health does.
      if (result.statusCode >= 500) countFailedAnswer();
      return withHeaders(result, event, contract);
    });
};

/**
 * Throws ApiError if the key's scopes do not open the operation. The authoriser's policy has refused such keys already;
 * this is a second check. Scopes are absent if the operation needs no key.
 */
const checkScopes = ({ resource, requestContext }: GatewayEvent, { opens }: ServiceContract): void => {
  const scopes = requestContext.authorizer?.scopes;
  if (scopes !== undefined && !opens(scopes, resource)) throw new ApiError('FORBIDDEN');
};

/** Adds the headers of the service and of the client's plan. */
const withHeaders = <R extends StreamedResult>(
  result: R,
  event: GatewayEvent | undefined,
  { headers }: ServiceContract,
): R => {
  const ratePerSecond = event?.requestContext.authorizer?.ratePerSecond;
  return {
    ...result,
    headers: { ...result.headers, ...headers?.(), ...rateLimitHeader(ratePerSecond) },
  };
};

/** Marks a handler as a streaming one. Outside Lambda a handler's file is loaded for its request schema only. */
const streamifyResponse = (handler: StreamifyHandler): StreamifyHandler =>
  typeof globalThis.awslambda?.streamifyResponse === 'function'
    ? awslambda.streamifyResponse(handler)
    : handler;

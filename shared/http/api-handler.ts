import middy from '@middy/core';
import type { StreamifyHandler } from 'aws-lambda';
import { countFailedAnswer } from '../observability/request-metrics.ts';
import { forbidden } from './api-error.ts';
import { type ApiRequest, type RequestSchema, requestParser } from './api-request.ts';
import { type ErrorContract, toErrorResult, toSimulatedResult } from './error-response.ts';
import { type GatewayEvent, gatewayEvent, headerOf } from './gateway-event.ts';
import { type Headers, rateLimitHeader } from './headers.ts';
import {
  type ProxyResult,
  type StreamedResult,
  sendStreamed,
  toProxyResult,
  toStreamedResult,
} from './response.ts';
import { simulatedError } from './sandbox.ts';

/** Contract of a service: its errors, its own headers, and a hook for each answer. */
export interface ServiceContract extends ErrorContract {
  /** Whether a key with these scopes (comma-separated) may call the operation at this path of the API. */
  readonly opens: (scopes: string, path: string) => boolean;
  /** Error code of answers while a store that the service needs is down. */
  readonly outage: 'SERVICE_UNAVAILABLE' | 'INTERNAL_SERVER_ERROR';
  /** Called once the answer exists, so that the headers can name the data it was made from. */
  readonly headers?: () => Headers;
  /** Called for each request that is answered, but not for refused or failed ones. */
  readonly onAnswered?: () => void;
}

type Respond<S extends RequestSchema, Answer> = (request: ApiRequest<S>) => Promise<Answer>;

type Result = ProxyResult | StreamedResult;

/** Adds the headers of the service and of the client's plan to a result made for this request alone. */
const withHeaders = <R extends Result>(
  result: R,
  event: GatewayEvent | undefined,
  contract: ServiceContract,
): R => {
  const ratePerSecond = event?.requestContext.authorizer?.ratePerSecond;
  return {
    ...result,
    headers: { ...result.headers, ...contract.headers?.(), ...rateLimitHeader(ratePerSecond) },
  };
};

/**
 * Counts failures and adds headers. Every answer passes here, as an operation may itself answer 5xx, as health does.
 */
const answerOfService = <R extends Result>(
  result: R,
  event: GatewayEvent | undefined,
  contract: ServiceContract,
): R => {
  if (result.statusCode >= 500) countFailedAnswer();
  return withHeaders(result, event, contract);
};

const answered = <R extends Result>(result: R, event: GatewayEvent, contract: ServiceContract): R => {
  contract.onAnswered?.();
  return answerOfService(result, event, contract);
};

/** Returns the simulated error that a sandbox key asks for. It counts neither as a failure nor as a search. */
const simulatedAnswer = (event: GatewayEvent, contract: ServiceContract): ProxyResult | undefined => {
  const error = simulatedError(event, contract.outage);
  return (
    error && withHeaders(toSimulatedResult(error, contract, event.requestContext.requestId), event, contract)
  );
};

/**
 * Parses the event and checks that the key's scopes open the operation. The authoriser's policy has refused other keys
 * already; this is a second check. Scopes are absent if the operation needs no key. Throws ApiError.
 */
const admitted = (event: unknown, { opens }: ServiceContract): GatewayEvent => {
  const request = gatewayEvent.parse(event);
  const scopes = request.requestContext.authorizer?.scopes;
  if (scopes !== undefined && !opens(scopes, request.resource)) throw forbidden();
  return request;
};

interface Failed {
  readonly event: unknown;
  readonly error: unknown;
}

const toFailure = ({ event, error }: Failed, contract: ServiceContract): ProxyResult => {
  const { data } = gatewayEvent.safeParse(event);
  const requestId = data?.requestContext.requestId ?? 'unknown';
  return answerOfService(toErrorResult(error, contract, requestId), data, contract);
};

/** How an operation handles an event, and how its answer becomes a result. */
interface Answering<S extends RequestSchema, Answer, R extends Result> {
  readonly schema: S;
  readonly respond: Respond<S, Answer>;
  readonly toResult: (answer: Answer, event: GatewayEvent) => R;
}

/**
 * Middy chain of every operation; any error becomes an answer. The steps are one function, because a promise for each
 * would weigh on the hot path.
 */
const answering = <S extends RequestSchema, Answer, R extends Result>(
  contract: ServiceContract,
  { schema, respond, toResult }: Answering<S, Answer, R>,
) => {
  const parse = requestParser(schema);
  return middy<unknown, ProxyResult | R>({ timeoutEarlyInMillis: 0 })
    .onError((request) => {
      request.response = toFailure(request, contract);
    })
    .handler(async (event: unknown) => {
      const request = admitted(event, contract);
      const simulated = simulatedAnswer(request, contract);
      if (simulated) return simulated;
      return answered(toResult(await respond(parse(request)), request), request, contract);
    });
};

/**
 * Creates handlers for buffered answers: parses the event with the operation's schema, calls `respond`, serialises,
 * maps errors. `respond` returns the body of a 200, or an ApiResponse.
 */
export const apiHandlerOf =
  (contract: ServiceContract) =>
  <S extends RequestSchema>(schema: S, respond: Respond<S, object>) =>
    answering(contract, { schema, respond, toResult: toProxyResult });

/**
 * Creates handlers for answers that may exceed the 6 MB of a buffered response: `respond` returns the body
 * of a 200, see `Streamed`, which is sent as it is made and compressed for clients that accept it.
 */
export const streamingApiHandlerOf =
  (contract: ServiceContract) =>
  <S extends RequestSchema>(schema: S, respond: Respond<S, object>) => {
    const toResult = (body: object, event: GatewayEvent) =>
      toStreamedResult(body, headerOf(event, 'accept-encoding'));
    const answer = answering(contract, { schema, respond, toResult });
    return streamifyResponse(async (event, stream, context) => {
      await sendStreamed(await answer(event, context), stream);
    });
  };

/** Marks a handler as a streaming one. Outside Lambda a handler's file is loaded for its request schema only. */
const streamifyResponse = (handler: StreamifyHandler): StreamifyHandler =>
  typeof globalThis.awslambda?.streamifyResponse === 'function'
    ? awslambda.streamifyResponse(handler)
    : handler;

import middy from '@middy/core';
import { countFailedAnswer } from '../observability/request-metrics.ts';
import { forbidden } from './api-error.ts';
import { type ApiRequest, type RequestSchema, requestParser } from './api-request.ts';
import { type ProxyResult, toProxyResult } from './api-response.ts';
import { type ErrorContract, toErrorResult, toSimulatedResult } from './error-response.ts';
import { type GatewayEvent, gatewayEvent } from './gateway-event.ts';
import { type Headers, headersJoiner } from './joined-headers.ts';
import type { BodyInPieces } from './pieces.ts';
import { readEvent } from './read-event.ts';
import { simulatedError } from './sandbox.ts';
import { sendStreamed } from './send-streamed.ts';
import { type StreamedResult, streamText } from './streamed-response.ts';

/** A service's contract, the headers that its answers carry beside the common ones, and who is told of them. */
export interface ServiceContract extends ErrorContract {
  /** Whether a key with these scopes (comma-separated) may call the operation at this path of the API. */
  readonly opens: (scopes: string, path: string) => boolean;
  /** How it answers while a store that it needs is down. */
  readonly outage: 'SERVICE_UNAVAILABLE' | 'INTERNAL_SERVER_ERROR';
  /** Asked once the answer is there, so that it can say what the answer was made from. */
  readonly headers?: () => Headers;
  /** Told of each request that has an answer, and of none that was refused or failed. */
  readonly onAnswered?: () => void;
}

type Respond<S extends RequestSchema, Answer> = (request: ApiRequest<S>) => Promise<Answer>;

type Result = ProxyResult | StreamedResult;

const joinHeaders = headersJoiner();

/** The same result, which was made for this one request, with the headers of its service and of the client's plan. */
const withHeaders = <R extends Result>(
  result: R,
  event: GatewayEvent | undefined,
  contract: ServiceContract,
): R => {
  const ratePerSecond = event?.requestContext.authorizer?.ratePerSecond;
  result.headers = joinHeaders(result.headers, contract.headers?.(), ratePerSecond);
  return result;
};

/** What every answer comes by, whether it was made from an error or by an operation that tells of one, as health does. */
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

/** The answer that a sandbox key asks for. It is neither counted as a failure nor as a search. */
const simulatedAnswer = (event: GatewayEvent, contract: ServiceContract): ProxyResult | undefined => {
  const error = simulatedError(event, contract.outage);
  return (
    error && withHeaders(toSimulatedResult(error, contract, event.requestContext.requestId), event, contract)
  );
};

/**
 * The event of a request that its key opens the operation for. The gateway refuses the others by the authoriser's
 * policy: this one is the second lock. Nothing is known of scopes where no key is asked for, nor while an older
 * authoriser is still deployed. Throws ApiError.
 */
const admitted = (event: unknown, { opens }: ServiceContract): GatewayEvent => {
  const request = readEvent(event);
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

/** What an operation does with an event, and how its answer is sent. */
interface Answering<S extends RequestSchema, Answer, R extends Result> {
  readonly schema: S;
  readonly respond: Respond<S, Answer>;
  readonly toResult: (answer: Answer, event: GatewayEvent) => R;
}

/**
 * The middy chain of every operation: what was thrown becomes an answer, whichever kind the others are. Its steps are
 * one function, as each that promises something takes longer than most of what is done in it.
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
 * The chain of an operation that answers in one piece: parses the event with the operation's schema, calls
 * `respond`, serialises, maps errors. `respond` returns the body of a 200, or an ApiResponse.
 */
export const apiHandlerOf =
  (contract: ServiceContract) =>
  <S extends RequestSchema>(schema: S, respond: Respond<S, object>) =>
    answering(contract, { schema, respond, toResult: toProxyResult });

/**
 * The same chain for an operation whose answer may exceed the 6 MB of a buffered function response: `respond`
 * returns the body's text, or its pieces, which are sent as they are made; compressed for clients that accept it.
 */
export const streamingApiHandlerOf =
  (contract: ServiceContract) =>
  <S extends RequestSchema>(schema: S, respond: Respond<S, BodyInPieces>) => {
    const answer = answering(contract, { schema, respond, toResult: streamText });
    return awslambda.streamifyResponse<unknown>(async (event, stream, context) => {
      await sendStreamed(await answer(event, context), stream);
    });
  };

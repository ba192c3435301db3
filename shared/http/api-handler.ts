import middy from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import { countFailedAnswer } from '../observability/request-metrics.ts';
import { type ApiRequest, type RequestSchema, requestParser } from './api-request.ts';
import { type ProxyResult, toProxyResult } from './api-response.ts';
import { type ErrorContract, toErrorResult } from './error-response.ts';
import { gatewayEvent } from './gateway-event.ts';
import { type StreamedResult, streamText } from './streamed-response.ts';

/** A service's contract, the headers that its answers carry beside the common ones, and who is told of them. */
export interface ServiceContract extends ErrorContract {
  /** Asked once the answer is there, so that it can say what the answer was made from. */
  readonly headers?: () => Readonly<Record<string, string>>;
  /** Told of each request that has an answer, and of none that was refused or failed. */
  readonly onAnswered?: () => void;
}

type Respond<S extends RequestSchema, Answer> = (request: ApiRequest<S>) => Promise<Answer>;

/** What every answer comes by, whether it was made from an error or by an operation that tells of one, as health does. */
const answerOfService = <R extends ProxyResult | StreamedResult>(result: R, contract: ServiceContract): R => {
  if (result.statusCode >= 500) countFailedAnswer();
  return { ...result, headers: { ...result.headers, ...contract.headers?.() } };
};

const answered = <R extends ProxyResult | StreamedResult>(result: R, contract: ServiceContract): R => {
  contract.onAnswered?.();
  return answerOfService(result, contract);
};

const requestIdOf = (event: unknown): string => {
  const parsed = gatewayEvent.safeParse(event);
  return parsed.success ? parsed.data.requestContext.requestId : 'unknown';
};

interface Failed {
  readonly event: unknown;
  readonly error: unknown;
}

const toFailure = ({ event, error }: Failed, contract: ServiceContract): ProxyResult =>
  answerOfService(toErrorResult(error, contract, requestIdOf(event)), contract);

/**
 * The middy chain of every operation that answers in one piece: parses the event with the operation's schema, calls
 * `respond`, serialises, maps errors. `respond` returns the body of a 200, or an ApiResponse.
 */
export const apiHandlerOf =
  (contract: ServiceContract) =>
  <S extends RequestSchema>(schema: S, respond: Respond<S, object>) => {
    const parse = requestParser(schema);
    return middy<unknown, ProxyResult>({ timeoutEarlyInMillis: 0 })
      .onError((request) => {
        request.response = toFailure(request, contract);
      })
      .handler(async (event: unknown) =>
        answered(toProxyResult(await respond(parse(gatewayEvent.parse(event)))), contract),
      );
  };

/**
 * The same chain for an operation whose answer may exceed the 6 MB of a buffered function response: `respond`
 * returns the body's text in pieces, which are sent (compressed for clients that accept it) as they are made.
 */
export const streamingApiHandlerOf =
  (contract: ServiceContract) =>
  <S extends RequestSchema>(schema: S, respond: Respond<S, Iterable<string>>) => {
    const parse = requestParser(schema);
    return middy<unknown, ProxyResult | StreamedResult>({
      timeoutEarlyInMillis: 0,
      executionMode: executionModeStreamifyResponse,
    })
      .onError((request) => {
        request.response = toFailure(request, contract);
      })
      .handler(async (event: unknown) => {
        const request = gatewayEvent.parse(event);
        return answered(streamText(await respond(parse(request)), request), contract);
      });
  };

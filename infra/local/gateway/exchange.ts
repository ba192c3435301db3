import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RestApi } from '../template/rest-api.ts';
import { accessLog, type Log } from './access-log.ts';
import { type Answer, byteLengthOf } from './answer.ts';
import { type GatewayRequest, gatewayRequestOf } from './gateway-request.ts';
import type { GatewayResponder } from './gateway-response.ts';
import { type KnownOfRequest, knownByIds } from './known-of-request.ts';
import type { LogMalformed } from './malformed-request.ts';
import type { ReadBody } from './method-execution.ts';
import { Refusal } from './refusal.ts';
import { ClientGone, readRequestBody } from './request-body.ts';
import { checkRequestHead } from './request-checks.ts';
import { newRequestIds, type RequestIds } from './request-ids.ts';
import type { RequestLimits } from './request-limits.ts';
import { parseRequestTarget } from './request-target.ts';
import { resourceTree } from './resource-tree.ts';
import { sendAnswer } from './send-answer.ts';
import { type SentHeaders, sentHeadersOf } from './sent-headers.ts';

interface Parts {
  readonly api: RestApi;
  readonly limits: RequestLimits;
  readonly execute: (request: GatewayRequest, readBody: ReadBody) => Promise<Answer>;
  readonly refuse: GatewayResponder;
  readonly log: Log | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds of a clock that never goes back. */
  readonly steadyNow: () => number;
}

/** What the server knows of a request beside its message. */
export interface Arrival {
  /** The client holds its body back until it is asked for it. */
  readonly expectsContinue: boolean;
}

const asRefusal = (error: unknown): Refusal =>
  error instanceof Refusal
    ? error
    : new Refusal('DEFAULT_5XX', {
        reason: `gateway failed: ${error instanceof Error ? error.stack : error}`,
      });

/** A request that reads its body only when its method needs it, and tells a waiting client to send it then. */
const bodyReader = (
  response: ServerResponse<IncomingMessage>,
  headers: SentHeaders,
  limits: RequestLimits,
  arrival: Arrival,
) => {
  let isHeldBack = arrival.expectsContinue;
  return {
    isHeldBack: () => isHeldBack,
    read: () => {
      if (isHeldBack) response.writeContinue();
      isHeldBack = false;
      return readRequestBody(response.req, headers, limits);
    },
  };
};

/** A client that was not asked for its body may send it yet, or another request: only a new connection is clear. */
const settled = (answer: Answer, { isHeldBack }: ReturnType<typeof bodyReader>): Answer =>
  answer.kind === 'buffered' && isHeldBack() ? { ...answer, closesConnection: true } : answer;

/** What became of a request. */
interface Outcome {
  /** Absent where the client went away before there was one. */
  readonly answer?: Answer;
  readonly refusal?: Refusal;
}

/** Adds what the log says of an outcome. */
const tellOutcome = (known: KnownOfRequest, { answer, refusal }: Outcome, milliseconds: number): void => {
  known.status = answer?.statusCode;
  if (answer?.kind === 'buffered') known.responseLength = byteLengthOf(answer);
  if (refusal) known['error.responseType'] = refusal.type;
  known.responseLatency = Math.round(milliseconds);
};

type Answering = Pick<Parts, 'api' | 'limits' | 'execute' | 'refuse' | 'now'>;

const answering = ({ api, limits, execute, refuse, now }: Answering) => {
  const findRoute = resourceTree(api);

  const toGatewayRequest = (
    request: IncomingMessage,
    headers: SentHeaders,
    ids: RequestIds,
    known: KnownOfRequest,
  ) => {
    const httpMethod = request.method ?? '';
    const receivedAt = now();
    known.httpMethod = httpMethod;
    known.requestTimeEpoch = receivedAt;
    checkRequestHead(request, headers, limits);
    const target = parseRequestTarget(request.url ?? '/');
    const match = findRoute(httpMethod, target.path);
    if (match === undefined) throw new Refusal('MISSING_AUTHENTICATION_TOKEN');
    known.resourcePath = match.route.method.path;
    return gatewayRequestOf(request, headers, ids, { httpMethod, ...target, receivedAt }, match, known);
  };

  return async (
    response: ServerResponse<IncomingMessage>,
    ids: RequestIds,
    known: KnownOfRequest,
    arrival: Arrival,
  ): Promise<Outcome> => {
    const headers = sentHeadersOf(response.req);
    const body = bodyReader(response, headers, limits, arrival);
    try {
      const answer = await execute(toGatewayRequest(response.req, headers, ids, known), body.read);
      return { answer: settled(answer, body) };
    } catch (error) {
      if (error instanceof ClientGone) return {};
      const refusal = asRefusal(error);
      return { refusal, answer: settled(refuse(refusal, ids), body) };
    }
  };
};

/** Creates a function that logs malformed requests, so that support finds them by their id like any other. */
export const malformedRequestLog = (api: RestApi, log: Log | undefined, now: () => number): LogMalformed => {
  const entryOf = accessLog(api);
  return ({ requestId, extendedRequestId }, refusal, statusCode) => {
    const known = knownByIds(requestId, extendedRequestId);
    known.requestTimeEpoch = now();
    known.status = statusCode;
    known['error.responseType'] = refusal.type;
    log?.(entryOf(known, { reason: refusal.reason, isBroken: false }));
  };
};

/** Answers one HTTP request, whatever happens; never rejects. */
export const exchange = (parts: Parts) => {
  const { api, limits, log, steadyNow } = parts;
  const answerTo = answering(parts);
  const entryOf = accessLog(api);

  return async (response: ServerResponse<IncomingMessage>, arrival: Arrival): Promise<void> => {
    const startedAt = steadyNow();
    const ids = newRequestIds();
    const known = knownByIds(ids.requestId, ids.extendedRequestId);
    const outcome = await answerTo(response, ids, known, arrival);
    let isBroken = outcome.answer === undefined;
    if (outcome.answer !== undefined) {
      try {
        const sending = sendAnswer(response, outcome.answer, ids.requestId, limits.lingerMilliseconds);
        if (sending !== undefined) await sending;
      } catch {
        isBroken = true;
        response.destroy();
      }
    }
    if (log === undefined) return;
    tellOutcome(known, outcome, steadyNow() - startedAt);
    log(entryOf(known, { reason: outcome.refusal?.reason, isBroken }));
  };
};

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RestApi } from '../template/deployment.ts';
import { accessEntry, type Log } from './access-log.ts';
import type { Answer } from './answer.ts';
import { type GatewayRequest, gatewayRequestOf, newRequestIds, type RequestIds } from './gateway-request.ts';
import type { GatewayResponder } from './gateway-response.ts';
import { Refusal } from './refusal.ts';
import { ClientGone, readRequestBody } from './request-body.ts';
import { checkRequestHead } from './request-checks.ts';
import type { RequestLimits } from './request-limits.ts';
import { parseRequestTarget, type RequestTarget } from './request-target.ts';
import { resourceTree } from './resource-tree.ts';
import { sendAnswer } from './send-answer.ts';

interface Parts {
  readonly api: RestApi;
  readonly limits: RequestLimits;
  readonly execute: (request: GatewayRequest, readBody: () => Promise<Buffer>) => Promise<Answer>;
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
const bodyReader = (response: ServerResponse<IncomingMessage>, limits: RequestLimits, arrival: Arrival) => {
  let isHeldBack = arrival.expectsContinue;
  return {
    isHeldBack: () => isHeldBack,
    read: () => {
      if (isHeldBack) response.writeContinue();
      isHeldBack = false;
      return readRequestBody(response.req, limits);
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
  readonly resourcePath?: string;
}

type Answering = Pick<Parts, 'api' | 'limits' | 'execute' | 'refuse' | 'now'>;

const answering = ({ api, limits, execute, refuse, now }: Answering) => {
  const findRoute = resourceTree(api.methods);

  const toGatewayRequest = (request: IncomingMessage, target: RequestTarget, ids: RequestIds) => {
    checkRequestHead(request, limits);
    const httpMethod = request.method ?? '';
    const match = findRoute(httpMethod, target.path);
    if (match === undefined) throw new Refusal('MISSING_AUTHENTICATION_TOKEN');
    return gatewayRequestOf(request, ids, { httpMethod, ...target, receivedAt: now() }, match);
  };

  return async (
    response: ServerResponse<IncomingMessage>,
    target: RequestTarget,
    ids: RequestIds,
    arrival: Arrival,
  ): Promise<Outcome> => {
    const body = bodyReader(response, limits, arrival);
    let request: GatewayRequest | undefined;
    try {
      request = toGatewayRequest(response.req, target, ids);
      const answer = await execute(request, body.read);
      return { answer: settled(answer, body), resourcePath: request.route.method.path };
    } catch (error) {
      const resource = request && { resourcePath: request.route.method.path };
      if (error instanceof ClientGone) return { ...resource };
      const refusal = asRefusal(error);
      return { ...resource, refusal, answer: settled(refuse(refusal, ids), body) };
    }
  };
};

/** Answers one HTTP request, whatever happens; never rejects. */
export const exchange = (parts: Parts) => {
  const { limits, log, steadyNow } = parts;
  const answerTo = answering(parts);

  return async (response: ServerResponse<IncomingMessage>, arrival: Arrival): Promise<void> => {
    const startedAt = steadyNow();
    const ids = newRequestIds();
    const target = parseRequestTarget(response.req.url ?? '/');
    const outcome = await answerTo(response, target, ids, arrival);
    let isBroken = outcome.answer === undefined;
    if (outcome.answer !== undefined) {
      await sendAnswer(response, outcome.answer, ids.requestId, limits.lingerMilliseconds).catch(() => {
        isBroken = true;
        response.destroy();
      });
    }
    log?.(
      accessEntry({
        ...outcome,
        requestId: ids.requestId,
        httpMethod: response.req.method ?? '',
        isBroken,
        milliseconds: steadyNow() - startedAt,
      }),
    );
  };
};

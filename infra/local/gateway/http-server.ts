import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerMalformedRequests, type LatestResponses } from '../http/malformed-requests.ts';
import type { AnswerPage } from '../portal/portal.ts';
import type { Arrival } from './exchange.ts';
import type { GatewayResponder } from './gateway-response.ts';
import { type LogMalformed, malformedRequestAnswer } from './malformed-request.ts';
import { Refusal } from './refusal.ts';
import { newRequestIds } from './request-ids.ts';
import type { RequestLimits } from './request-limits.ts';
import { sendAnswer } from './send-answer.ts';

type Response = ServerResponse<IncomingMessage>;
type Answer = (response: Response, arrival: Arrival) => Promise<void>;

const checkMilliseconds = 500;

const newServer = (limits: RequestLimits): Server => {
  const server = createServer({
    insecureHTTPParser: false,
    maxHeaderSize: limits.headerBlockBytes,
    // Node's own answers to a missing Host have no body: ours are given by the checks of a request's head.
    requireHostHeader: false,
    headersTimeout: limits.headersMilliseconds,
    requestTimeout: limits.requestMilliseconds,
    keepAliveTimeout: limits.keepAliveMilliseconds,
    connectionsCheckingInterval: Math.min(checkMilliseconds, limits.headersMilliseconds),
  });
  // Node drops headers beyond its maximum in silence; they are counted and refused instead.
  server.maxHeadersCount = 0;
  server.timeout = limits.silenceMilliseconds;
  return server;
};

/**
 * An HTTP server that answers by `answer`, pages by `answerPage`, and by `refuse` what never becomes a request, which
 * `logMalformed` logs.
 */
export const httpServer = (
  limits: RequestLimits,
  answer: Answer,
  refuse: GatewayResponder,
  logMalformed: LogMalformed,
  answerPage?: AnswerPage,
): Server => {
  const latest: LatestResponses = new WeakMap();
  const server = newServer(limits);

  const respond = (request: IncomingMessage, response: Response, expectsContinue: boolean) => {
    latest.set(request.socket, response);
    if (answerPage?.(request, response)) return;
    void answer(response, { expectsContinue });
  };
  server.on('request', (request, response) => respond(request, response, false));
  server.on('checkContinue', (request, response) => respond(request, response, true));
  server.on('checkExpectation', (request, response) => {
    latest.set(request.socket, response);
    const ids = newRequestIds();
    const refusal = new Refusal('DEFAULT_4XX', {
      statusCode: 417,
      message: 'The expectation cannot be met.',
      closesConnection: true,
    });
    void sendAnswer(response, refuse(refusal, ids), ids.requestId, limits.lingerMilliseconds);
  });
  answerMalformedRequests(
    server,
    latest,
    malformedRequestAnswer(refuse, logMalformed),
    limits.lingerMilliseconds,
  );
  return server;
};

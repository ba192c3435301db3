import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { drain, listen } from '../http/listening.ts';
import { answerMalformedRequests } from '../http/malformed-requests.ts';
import { type Expectation, type HandlerSettings, requestHandler } from './handle-request.ts';
import { apiGatewayLimits, type RequestLimits } from './read-request.ts';

export interface GatewaySettings extends HandlerSettings {
  /** 0 takes any free port. */
  readonly port: number;
  readonly limits?: Partial<RequestLimits>;
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** Serves a REST API over HTTP/1.1 as API Gateway does, from its description, on 127.0.0.1. Throws PortTaken. */
export const startGateway = async (settings: GatewaySettings) => {
  const limits = { ...apiGatewayLimits, ...settings.limits };
  const { handle, refuseMalformed, flushAuthoriserCache } = requestHandler(settings, limits);

  const server = newServer(limits);
  const respond =
    (expectation: Expectation) => (_: IncomingMessage, response: ServerResponse<IncomingMessage>) =>
      void handle(response, expectation);
  server.on('request', respond('none'));
  server.on('checkContinue', respond('100-continue'));
  server.on('checkExpectation', respond('unknown'));
  answerMalformedRequests(server, refuseMalformed, limits.lingerMilliseconds);

  const url = await listen(server, settings.port, '127.0.0.1');
  let closed: Promise<void> | undefined;
  return {
    url,
    /** Makes the next request with each key call the authoriser, as a flush of the stage's authoriser cache does. */
    flushAuthoriserCache,
    /** Stops accepting, waits a limited time for running requests, then cuts them. */
    close: (): Promise<void> => {
      closed ??= drain(server, limits.closeMilliseconds);
      return closed;
    },
  };
};

const newServer = (limits: RequestLimits): Server => {
  const server = createServer({
    insecureHTTPParser: false,
    maxHeaderSize: limits.headerBlockBytes,
    // Node answers a missing Host without a body, so `checkHead` does it instead.
    requireHostHeader: false,
    headersTimeout: limits.headersMilliseconds,
    requestTimeout: limits.requestMilliseconds,
    keepAliveTimeout: limits.keepAliveMilliseconds,
    connectionsCheckingInterval: Math.min(500, limits.headersMilliseconds),
  });
  // Node drops headers beyond its maximum without a word; `checkHead` counts and refuses them instead.
  server.maxHeadersCount = 0;
  server.timeout = limits.silenceMilliseconds;
  return server;
};

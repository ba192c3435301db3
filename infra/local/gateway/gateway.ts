import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FunctionHost } from '../functions/function-host.ts';
import { type Answer, answerOf, type BufferedAnswer, sendAnswer } from '../http/answer.ts';
import { drain, listen } from '../http/listening.ts';
import { parseRequestTarget } from '../http/request-target.ts';
import type { AnswerPage } from '../portal/portal.ts';
import type { RestApi } from '../template/rest-api.ts';
import { authorisation } from './authoriser.ts';
import { integrate } from './function-integration.ts';
import { answerMalformedRequests } from './malformed-requests.ts';
import { parseQueryString, requestEvent } from './proxy-event.ts';
import { apiGatewayLimits, ClientGone, checkHead, type RequestLimits, readBody } from './read-request.ts';
import { badRequest, type ContextVariables, gatewayResponses, Refusal, renderContext } from './refusal.ts';
import { routeTable } from './routes.ts';
import { throttles } from './throttles.ts';

export interface GatewaySettings {
  /** TCP port, or 0 for any free port. */
  readonly port: number;
  readonly limits?: Partial<RequestLimits>;
  readonly api: RestApi;
  readonly functions: FunctionHost;
  readonly answerPage?: AnswerPage | undefined;
  /** Receives an access log entry for each request: a line of JSON, without a line break. */
  readonly log?: (line: string) => void;
  /** Returns the time in epoch milliseconds (default: from the machine's clocks). */
  readonly now?: () => number;
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** Serves a REST API over HTTP/1.1 on 127.0.0.1. Processes requests in API Gateway's order. Throws PortTaken. */
export const startGateway = async (settings: GatewaySettings) => {
  const limits = { ...apiGatewayLimits, ...settings.limits };
  const { api, functions, answerPage, log, now = Date.now } = settings;
  // Expiry needs a monotonic clock, because setting the clock back would revive a revoked key.
  const steadyNow = settings.now ?? (() => performance.now());
  const findRoute = routeTable(api.methods);
  const { authorise, flush } = authorisation(functions, steadyNow);
  const { admitClient, admitToMethod } = throttles(api, steadyNow);
  const refuse = gatewayResponses(api);

  const begin = () => {
    const ids = {
      requestId: randomUUID(),
      extendedRequestId: randomBytes(11).toString('base64'),
      requestTimeEpoch: now(),
    };
    const known = { ...ids, apiId: api.id, stage: api.stageName };
    return { ids, context: new Map<string, string | number>(Object.entries(known)) };
  };

  /** Returns the response to a request. Throws Refusal, ClientGone. */
  const answerTo = async (
    request: IncomingMessage,
    { ids, context }: ReturnType<typeof begin>,
  ): Promise<Answer> => {
    const { method: httpMethod = '', url = '/' } = request;
    context.set('httpMethod', httpMethod);
    const target = parseRequestTarget(url);
    const { path, rawQuery } = target;
    const page = await answerPage?.(request, target);
    if (page) {
      // Paths of pages contain no client secrets.
      context.set('resourcePath', path);
      return page;
    }

    checkHead(request, limits);
    const route = findRoute(httpMethod, path);
    if (route === undefined) throw new Refusal('MISSING_AUTHENTICATION_TOKEN');
    const { apiKeyRequired, integration } = route.method;
    context.set('resourcePath', route.method.path);
    const query = parseQueryString(rawQuery);
    const event = requestEvent(api, request, { ...ids, ...route, path, query });

    const caller = await authorise(route.method, request, event, context);
    if (apiKeyRequired) admitClient(route.method, caller.apiKey);
    admitToMethod(route.method);
    if (query.fault !== undefined) throw badRequest(query.fault);

    if (integration.kind === 'mock') return answerOf(integration.statusCode, integration.headers);
    const body = await readBody(request, limits);
    const startedAt = steadyNow();
    try {
      const answer = await integrate(functions, integration, { event, caller, body, context });
      context.set('integration.status', answer.statusCode);
      return answer;
    } finally {
      context.set('integrationLatency', Math.round(steadyNow() - startedAt));
    }
  };

  /**
   * Writes an access log entry in the template's format, with the reason for a refusal, and whether the response broke
   * off.
   */
  const writeEntry = (context: ContextVariables, reason: string | undefined, isBroken: boolean): void => {
    const members = Object.entries(api.accessLogFormat ?? {}).map(
      ([name, template]) => [name, renderContext(template, context, '-')] as const,
    );
    log?.(JSON.stringify({ ...Object.fromEntries(members), reason, ...(isBroken && { broken: true }) }));
  };

  /** Responds to a request exactly once, whatever happens, and logs it. Never rejects. */
  const handle = async (response: ServerResponse<IncomingMessage>): Promise<void> => {
    const startedAt = steadyNow();
    const begun = begin();
    const { context } = begun;
    let refusal: Refusal | undefined;
    let isBroken = false;
    try {
      const answer = await answerTo(response.req, begun).catch((error: unknown) => {
        if (error instanceof ClientGone) throw error;
        refusal =
          error instanceof Refusal
            ? error
            : new Refusal('DEFAULT_5XX', {
                reason: `gateway failed: ${error instanceof Error ? error.stack : error}`,
              });
        return refuse(refusal, context);
      });
      context.set('status', answer.statusCode);
      if (Buffer.isBuffer(answer.body)) context.set('responseLength', answer.body.length);
      const closesAfter = refusal?.details.closesConnection ? limits.lingerMilliseconds : undefined;
      await sendAnswer(response, withId(answer, begun.ids), closesAfter);
    } catch {
      isBroken = true;
      response.destroy();
    }
    context.set('responseLatency', Math.round(steadyNow() - startedAt));
    writeEntry(context, refusal?.details.reason, isBroken);
  };

  /** Logs a request that is not valid HTTP, and returns a 400 response. `code` is the parser's error code. */
  const refuseMalformed = (code = ''): BufferedAnswer => {
    const { ids, context } = begin();
    const message = malformedMessages[code] ?? 'The request is not valid HTTP.';
    const refusal = badRequest(message, { reason: code || 'malformed request' });
    const answer = refuse(refusal, context);
    context.set('status', answer.statusCode);
    writeEntry(context, refusal.details.reason, false);
    return withId(answer, ids);
  };

  const server = createServer({
    insecureHTTPParser: false,
    maxHeaderSize: limits.headerBlockBytes,
    // Node's response to a missing Host has no body, so `checkHead` rejects such requests instead.
    requireHostHeader: false,
    headersTimeout: limits.headersMilliseconds,
    requestTimeout: limits.requestMilliseconds,
    keepAliveTimeout: limits.keepAliveMilliseconds,
    connectionsCheckingInterval: Math.min(500, limits.headersMilliseconds),
  });
  // Node silently drops headers beyond its maximum, so `checkHead` counts and rejects them instead.
  server.maxHeadersCount = 0;
  server.timeout = limits.silenceMilliseconds;
  server.on('request', (_, response) => void handle(response));
  server.on('checkExpectation', (_, response) => void handle(response));
  answerMalformedRequests(server, refuseMalformed, limits.lingerMilliseconds);

  const url = await listen(server, settings.port, '127.0.0.1');
  return {
    url,
    /** Empties the authoriser cache, like API Gateway's FlushStageAuthorizersCache. */
    flushAuthoriserCache: flush,
    /** Stops accepting connections, waits a limited time for running requests, then closes all connections. */
    close: () => drain(server, limits.closeMilliseconds),
  };
};

const withId = <A extends Answer>(answer: A, { requestId }: { readonly requestId: string }): A => ({
  ...answer,
  headers: [...answer.headers, ['x-amzn-requestid', requestId]],
});

const malformedMessages: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The URL or a header is too long.',
  HPE_INVALID_METHOD: 'Unknown HTTP method.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

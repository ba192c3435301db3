import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../../../infra/local/http/listening.ts';

export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  /** Name of the S3 or DynamoDB operation, such as PutObject or Query. */
  readonly operation: string;
}

export type Fault =
  /** Accepts the request but never responds, until the client gives up or the proxy stops. */
  | { readonly kind: 'hang' }
  /** Forwards the request after a delay, which varies randomly within the spread. */
  | { readonly kind: 'delay'; readonly milliseconds: number; readonly spread?: number }
  /** Forwards the request once the promise is resolved. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> }
  /** Resets the connection as soon as the request's headers have arrived. */
  | { readonly kind: 'reset' }
  /** Forwards only this many bytes of a whole request's body, then closes both connections. Forwards shorter ones. */
  | { readonly kind: 'cut request'; readonly afterBytes: number }
  /** Closes the connection after this many bytes of the response's body. Shorter responses are forwarded. */
  | { readonly kind: 'cut response'; readonly afterBytes: number }
  /** Closes the connection without a response, after the store has processed the request. */
  | { readonly kind: 'lose answer' }
  /** Responds instead of the store, which does not receive the request. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    };

/** Selects the requests to which a fault applies (default: all). */
interface FaultTerms {
  readonly when?: (request: ProxiedRequest) => boolean;
  readonly times?: number;
  /** Fraction of the requests, from 0 to 1, chosen at random with the proxy's seed. */
  readonly chance?: number;
}

/** Starts a proxy on 127.0.0.1 in front of a store's endpoint. It has no faults at first. */
export const startFaultProxy = async (target: string, seed = 1) => {
  const store = new URL(target);
  const draw = seededDraws(seed);
  let faults: (Required<FaultTerms> & { readonly fault: Fault; left: number })[] = [];
  const received: string[] = [];
  const faulted: string[] = [];
  const waiting = new Set<(request: ProxiedRequest) => void>();

  const faultFor = (request: ProxiedRequest): Fault | undefined => {
    const found = faults.find(
      ({ left, when, chance }) => left > 0 && when(request) && (chance === 1 || draw() < chance),
    );
    if (found === undefined) return undefined;
    found.left -= 1;
    faulted.push(request.operation);
    return found.fault;
  };

  // No timeout, because tests may delay requests indefinitely.
  const server = createServer({ requestTimeout: 0 }, (message, response) => {
    const request = proxiedRequest(message);
    received.push(request.operation);
    for (const look of waiting) look(request);
    // If the exchange ends early, both connections close.
    befall(faultFor(request), store, message, response).catch(() => {
      message.destroy();
      response.destroy();
    });
  });
  const endpoint = await listen(server, 0, '127.0.0.1');
  const port = Number(new URL(endpoint).port);

  const refuse = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };

  return {
    endpoint,
    /** Applies a fault to matching requests from now on. If several faults match, the one injected first applies. */
    inject: (fault: Fault, terms: FaultTerms = {}): void => {
      const { when = () => true, times = Number.POSITIVE_INFINITY, chance = 1 } = terms;
      faults.push({ fault, when, times, chance, left: times });
    },
    /** Removes all faults. Hanging requests continue to hang. */
    pass: (): void => {
      faults = [];
    },
    refuse,
    /** Listens again on the same port. */
    accept: async (): Promise<void> => {
      if (!server.listening) await listen(server, port, '127.0.0.1');
    },
    /** Resolves with the next matching request before it is handled. */
    next: (when: (request: ProxiedRequest) => boolean): Promise<ProxiedRequest> =>
      new Promise((resolve) => {
        const look = (request: ProxiedRequest) => {
          if (!when(request)) return;
          waiting.delete(look);
          resolve(request);
        };
        waiting.add(look);
      }),
    received: (operation?: string): number => countOf(received, operation),
    faulted: (operation?: string): number => countOf(faulted, operation),
    [Symbol.asyncDispose]: refuse,
  };
};
/** Proxy in front of a store. A test controls its faults while clients use it. */
export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

const countOf = (operations: readonly string[], operation: string | undefined): number =>
  operations.filter((each) => operation === undefined || each === operation).length;

/** Returns a generator of pseudo-random numbers from 0 to 1, which depend only on the seed. */
const seededDraws = (seed: number) => {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32BE() / 2 ** 32;
  };
};

const s3Operation = (method: string, path: string): string => {
  const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
  if (/^\/[^/]+\/./.test(pathname)) return `${method.charAt(0)}${method.slice(1).toLowerCase()}Object`;
  return method === 'GET' && searchParams.has('list-type') ? 'ListObjectsV2' : `${method} ${pathname}`;
};

const proxiedRequest = ({ method = '', url: path = '/', headers }: IncomingMessage): ProxiedRequest => {
  const target = headers['x-amz-target'];
  if (typeof target !== 'string') return { method, path, operation: s3Operation(method, path) };
  return { method, path, operation: target.slice(target.indexOf('.') + 1) };
};

const durationOf = ({ milliseconds, spread = 0 }: Extract<Fault, { kind: 'delay' }>): number =>
  milliseconds + spread * (2 * Math.random() - 1);

/** Applies a fault to a request, or forwards the request. Rejects if the exchange ends early. */
const befall = async (
  fault: Fault | undefined,
  target: URL,
  message: IncomingMessage,
  response: ServerResponse,
) => {
  switch (fault?.kind) {
    case 'hang':
      return once(response, 'close');
    case 'reset':
      return message.socket.resetAndDestroy();
    case 'answer':
      // Some clients do not read the response until they have sent the whole request.
      message.resume();
      response.writeHead(fault.status, { ...fault.headers }).end(fault.body);
      return once(response, 'close');
    case 'delay':
    case 'hold': {
      const released = fault.kind === 'hold' ? fault.until : pause(durationOf(fault));
      await Promise.race([released, once(response, 'close')]);
      return response.destroyed ? undefined : forward(fault, target, message, response);
    }
    default:
      return forward(fault, target, message, response);
  }
};

const ofOneConnection = new Set(['connection', 'keep-alive', 'proxy-connection']);

/** Returns the received headers, except those of the connection. Host is included, because it is signed. */
const passedOn = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter((_, index) => !ofOneConnection.has(rawHeaders[index - (index % 2)]?.toLowerCase() ?? ''));

/** Writes the beginning of a body, and flushes it, because closing the connection would drop pending data. */
const writeCut = (to: Pick<ServerResponse, 'write'>, body: Buffer, bytes: number): Promise<never> =>
  new Promise((_, reject) => {
    to.write(body.subarray(0, bytes), () => reject(new Error('cut off')));
  });

/** Forwards a request and its response, unless the fault cuts them. Rejects if either ends early or is cut. */
const forward = async (
  fault: Fault | undefined,
  target: URL,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const sent = await buffer(message);
  const upstream = sendRequest({
    hostname: target.hostname,
    port: target.port,
    method: message.method,
    path: message.url,
    headers: [...passedOn(message.rawHeaders), 'connection', 'close'],
    agent: false,
  });
  response.once('close', () => upstream.destroy());
  const answered = once(upstream, 'response');
  // Errors reject `answered`. Later ones also end the response's stream.
  upstream.on('error', () => undefined);
  answered.catch(() => undefined);
  if (fault?.kind === 'cut request' && sent.length > fault.afterBytes)
    await writeCut(upstream, sent, fault.afterBytes);
  upstream.end(sent);
  const answer: IncomingMessage = (await answered)[0];
  const body = await buffer(answer);
  if (fault?.kind === 'lose answer') throw new Error('the response is lost');
  response.writeHead(answer.statusCode ?? 502, passedOn(answer.rawHeaders));
  if (fault?.kind === 'cut response' && body.length > fault.afterBytes)
    await writeCut(response, body, fault.afterBytes);
  response.end(body);
};

const s3Error = (status: number, code: string): Fault => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'application/xml', 'x-amz-request-id': 'FAULT' },
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>fault</Message></Error>`,
});
export const slowDown = s3Error(503, 'SlowDown');
export const s3InternalError = s3Error(500, 'InternalError');

const dynamoDbError = (status: number, type: string, message = 'fault'): Fault => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': 'FAULT' },
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message }),
});
export const throughputExceeded = dynamoDbError(400, 'ProvisionedThroughputExceededException');
export const throttling = dynamoDbError(400, 'ThrottlingException');
export const dynamoDbAccessDenied = dynamoDbError(400, 'AccessDeniedException', 'not for you');
export const dynamoDbInternalError = dynamoDbError(500, 'InternalServerError');

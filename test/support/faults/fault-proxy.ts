import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../../../infra/local/http/listening.ts';
import type { Fault } from './fault-proxy-fault.ts';

export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  /** Name of the S3 or DynamoDB operation, such as PutObject or Query. */
  readonly operation: string;
}

/** Selects the requests to which a fault applies (default: all). */
interface FaultTerms {
  readonly when?: (request: ProxiedRequest) => boolean;
  readonly times?: number;
  /** Fraction of the requests, from 0 to 1, chosen at random with the proxy's seed. */
  readonly chance?: number;
}

/** Proxy in front of a store. A test controls its faults while clients use it. */
export interface FaultProxy extends AsyncDisposable {
  readonly endpoint: string;
  /** Applies a fault to matching requests from now on. If several faults match, the one injected first applies. */
  inject(fault: Fault, terms?: FaultTerms): void;
  /** Removes all faults. Hanging requests continue to hang. */
  pass(): void;
  refuse(): Promise<void>;
  /** Listens again on the same port. */
  accept(): Promise<void>;
  /** Resolves with the next matching request before it is handled. */
  next(when: (request: ProxiedRequest) => boolean): Promise<ProxiedRequest>;
  received(operation?: string): number;
  faulted(operation?: string): number;
}

/** Starts a proxy on 127.0.0.1 in front of a store's endpoint. It has no faults at first. */
export const startFaultProxy = async (target: string, seed = 1): Promise<FaultProxy> => {
  const store = new URL(target);
  const draw = seededDraws(seed);
  let faults: Injected[] = [];
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
    // If the exchange ends early, the client sees its connection close.
    befall(faultFor(request), store, message, response).catch(() => undefined);
  });
  const endpoint = await listen(server, 0, '127.0.0.1');
  const port = Number(new URL(endpoint).port);

  const refuse = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };

  return {
    endpoint,
    inject: (fault, { when = () => true, times = Number.POSITIVE_INFINITY, chance = 1 } = {}) => {
      faults.push({ fault, when, chance, left: times });
    },
    pass: () => {
      faults = [];
    },
    refuse,
    accept: async () => {
      if (!server.listening) await listen(server, port, '127.0.0.1');
    },
    next: (when) =>
      new Promise((resolve) => {
        const look = (request: ProxiedRequest) => {
          if (!when(request)) return;
          waiting.delete(look);
          resolve(request);
        };
        waiting.add(look);
      }),
    received: (operation) => countOf(received, operation),
    faulted: (operation) => countOf(faulted, operation),
    [Symbol.asyncDispose]: refuse,
  };
};

interface Injected extends Required<Omit<FaultTerms, 'times'>> {
  readonly fault: Fault;
  left: number;
}

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

/** Applies a fault to a request, or forwards the request. Rejects if the exchange ends early. */
const befall = async (
  fault: Fault | undefined,
  target: URL,
  message: IncomingMessage,
  response: ServerResponse,
) => {
  switch (fault?.kind) {
    case undefined:
      return forward(target, message, response);
    case 'hang':
      return once(response, 'close');
    case 'delay': {
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const { milliseconds, spread = 0 } = fault;
      const later = milliseconds + spread * (2 * Math.random() - 1);
      await pause(later, undefined, { signal: gone.signal });
      return forward(target, message, response);
    }
    case 'hold':
      await fault.until;
      return forward(target, message, response);
    case 'reset':
      message.socket.resetAndDestroy();
      return;
    case 'cut request':
      return forward(target, message, response, { requestAfterBytes: fault.afterBytes });
    case 'cut response':
      return forward(target, message, response, { responseAfterBytes: fault.afterBytes });
    case 'lose answer':
      return forward(target, message, response, { losesAnswer: true });
    case 'answer':
      // Some clients do not read the response until they have sent the whole request.
      message.resume();
      response.writeHead(fault.status, { ...fault.headers }).end(fault.body);
      return once(response, 'close');
  }
};

/** Numbers of bytes after which a forwarded request or response is truncated. If absent, it is forwarded completely. */
interface Cuts {
  readonly requestAfterBytes?: number;
  readonly responseAfterBytes?: number;
  readonly losesAnswer?: boolean;
}

const ofOneConnection = new Set(['connection', 'keep-alive', 'proxy-connection']);

/** Returns the received headers, except those of the connection. Host is included, because it is signed. */
const passedOn = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter((_, index) => !ofOneConnection.has(rawHeaders[index - (index % 2)]?.toLowerCase() ?? ''));

class CutOff extends Error {
  override readonly name = 'CutOff';
}

const upTo = (maxBytes: number) =>
  async function* (pieces: AsyncIterable<Buffer>) {
    let left = maxBytes;
    for await (const piece of pieces) {
      if (piece.length > left) {
        yield piece.subarray(0, left);
        throw new CutOff();
      }
      left -= piece.length;
      yield piece;
    }
  };

const written = (response: ServerResponse, piece: Buffer) =>
  new Promise<void>((resolve, reject) => {
    response.write(piece, (error) => (error ? reject(error) : resolve()));
  });

/** Sends chunks up to the limit, and flushes each one, because closing the connection would drop pending data. */
const sendCut = async (answer: IncomingMessage, response: ServerResponse, maxBytes: number) => {
  response.flushHeaders();
  for await (const piece of upTo(maxBytes)(answer)) await written(response, piece);
  response.end();
};

/** Forwards a request and its response. If either ends early or is cut, closes both connections and rejects. */
const forward = async (
  target: URL,
  message: IncomingMessage,
  response: ServerResponse,
  { requestAfterBytes = Number.POSITIVE_INFINITY, responseAfterBytes, losesAnswer = false }: Cuts = {},
): Promise<void> => {
  const upstream = sendRequest({
    hostname: target.hostname,
    port: target.port,
    method: message.method,
    path: message.url,
    headers: [...passedOn(message.rawHeaders), 'connection', 'close'],
    agent: false,
  });
  // The error needs no handling, because the response's stream also reports a lost connection.
  upstream.on('error', () => undefined);
  const answered = once(upstream, 'response');
  const sent = pipeline(message, upTo(requestAfterBytes), upstream);
  // A store may respond before it has read the whole request. The client may then stop sending.
  sent.catch(() => undefined);
  response.once('close', () => upstream.destroy());
  try {
    const answer: IncomingMessage = (await answered)[0];
    if (losesAnswer) {
      await answer.resume().toArray();
      throw new CutOff();
    }
    response.writeHead(answer.statusCode ?? 502, passedOn(answer.rawHeaders));
    if (responseAfterBytes === undefined) await pipeline(answer, response);
    else await sendCut(answer, response, responseAfterBytes);
  } catch (error) {
    upstream.destroy();
    message.destroy();
    response.destroy();
    throw error;
  }
};

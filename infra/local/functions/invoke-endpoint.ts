import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { drain, listen } from '../http/listening.ts';
import type { FunctionHost } from './function-host.ts';
import { UnknownFunction } from './threaded-function-host.ts';

/** Lambda's own limit of a synchronous invocation's event. */
const largestEventBytes = 6 * 1024 * 1024;

const invocationPath = /^\/2015-03-31\/functions\/([A-Za-z0-9_-]+)\/invocations$/;

export interface InvokeEndpoint {
  readonly functions: FunctionHost;
  /** The stores' secret key, which only the data directory's owner can read: sent as a bearer token. */
  readonly secret: string;
}

const answer = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const isSecret = (given: string | undefined, secret: string): boolean => {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(`Bearer ${secret}`)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** The event of an invocation; undefined where it is larger than Lambda takes. Throws SyntaxError. */
const eventOf = async (request: IncomingMessage): Promise<{ event: unknown } | undefined> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > largestEventBytes) return undefined;
    pieces.push(piece);
  }
  return { event: JSON.parse(Buffer.concat(pieces).toString('utf8')) };
};

const invoke = async (
  { functions, secret }: InvokeEndpoint,
  request: IncomingMessage,
  response: ServerResponse,
) => {
  const name = invocationPath.exec(request.url ?? '')?.[1];
  if (name === undefined || request.method !== 'POST') {
    return answer(response, 404, { Message: 'Only POST …/functions/NAME/invocations is offered here.' });
  }
  // Functions trust what the gateway says of a request: nobody else on this machine may speak for it.
  if (!isSecret(request.headers.authorization, secret)) {
    return answer(response, 403, { Message: "The stack's own secret is needed." });
  }
  try {
    const read = await eventOf(request);
    if (!read)
      return answer(response, 413, { Message: `The event has more than ${largestEventBytes} bytes.` });
    const outcome = await functions.invoke(name, read.event);
    if (outcome.kind === 'result') return answer(response, 200, outcome.payload);
    const failure =
      outcome.kind === 'timed-out'
        ? { errorType: 'Sandbox.Timedout', errorMessage: 'Task timed out' }
        : outcome;
    return answer(response, 200, failure, { 'x-amz-function-error': 'Unhandled' });
  } catch (error) {
    if (error instanceof UnknownFunction) return answer(response, 404, { Message: error.message });
    if (error instanceof SyntaxError) return answer(response, 400, { Message: 'The event is not JSON.' });
    throw error;
  }
};

/** Offers Lambda's Invoke operation on the loopback address, for the operator's command line. */
export const startInvokeEndpoint = async (settings: InvokeEndpoint) => {
  const server = createServer((request, response) => {
    invoke(settings, request, response).catch(() => response.destroy());
  });
  return {
    endpoint: await listen(server, 0, '127.0.0.1'),
    // An invocation may take a quarter of an hour: a stack that ends does not wait for it.
    close: () => drain(server, 0),
  };
};

import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { type FunctionHost, UnknownFunction } from '../functions/function-host.ts';
import { drain, listen } from '../http/listening.ts';
import type { Jobs } from '../jobs/jobs.ts';

interface ControlSettings {
  readonly functions: FunctionHost;
  /** Evicts all results that the gateway has cached from its authoriser. */
  readonly flushAuthoriserCache: () => void;
  readonly deadLetters: Pick<Jobs, 'redrive' | 'dropDeadLetters'>;
  /** Secret key of the stores, which only the owner of the data directory can read. Sent as a bearer token. */
  readonly secret: string;
}

/** A response in the format of the AWS service that has the operation. */
interface ControlResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Serves the operations of Lambda and API Gateway that the command line needs, in the format of these services, on the
 * loopback address. POST /dead-letters redrives dead letters, and DELETE discards them.
 */
export const startControlEndpoint = async (settings: ControlSettings) => {
  const server = createServer((request, response) => {
    respondTo(settings, request).then(
      ({ status, body, headers }) =>
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(body)),
      () => response.destroy(),
    );
  });
  return {
    endpoint: await listen(server, 0, '127.0.0.1'),
    // A stopping stack does not wait for invocations, which may take 15 minutes.
    close: () => drain(server, 0),
  };
};

const respondTo = async (settings: ControlSettings, request: IncomingMessage): Promise<ControlResponse> => {
  const operation = operationOf(settings, request);
  if (!operation) {
    const offered =
      'Only POST …/functions/NAME/invocations, DELETE …/stages/NAME/cache/authorizers, and POST and DELETE /dead-letters are offered here.';
    return { status: 404, body: { Message: offered } };
  }
  // Functions trust the gateway's description of a request, so nobody else on this machine may invoke them.
  return isSecret(request.headers.authorization, settings.secret)
    ? operation()
    : { status: 403, body: { Message: "The stack's secret is required as a bearer token." } };
};

const isSecret = (given: string | undefined, secret: string): boolean => {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(`Bearer ${secret}`)];
  return one.length === other.length && timingSafeEqual(one, other);
};

const invocationPath = /^\/2015-03-31\/functions\/([A-Za-z0-9_-]+)\/invocations$/;
const authoriserCachePath = /^\/restapis\/[^/]+\/stages\/[^/]+\/cache\/authorizers$/;

const operationOf = (
  { functions, flushAuthoriserCache, deadLetters }: ControlSettings,
  request: IncomingMessage,
): (() => ControlResponse | Promise<ControlResponse>) | undefined => {
  const { method, url = '' } = request;
  const name = invocationPath.exec(url)?.[1];
  if (name !== undefined && method === 'POST') return () => invokeFunction(functions, name, request);
  if (url === '/dead-letters' && method === 'POST')
    return () => ({ status: 200, body: deadLetters.redrive(Date.now()) });
  if (url === '/dead-letters' && method === 'DELETE')
    return () => ({ status: 200, body: { deleted: deadLetters.dropDeadLetters(Date.now()) } });
  if (method !== 'DELETE' || !authoriserCachePath.test(url)) return undefined;
  return () => {
    flushAuthoriserCache();
    return { status: 202, body: {} };
  };
};

/** Lambda's limit for the event of a synchronous invocation. */
const maxEventBytes = 6 * 1024 * 1024;

const invokeFunction = async (
  functions: FunctionHost,
  name: string,
  request: IncomingMessage,
): Promise<ControlResponse> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > maxEventBytes)
      return { status: 413, body: { Message: `The event has more than ${maxEventBytes} bytes.` } };
    chunks.push(chunk);
  }
  try {
    const outcome = await functions.invoke(name, JSON.parse(Buffer.concat(chunks).toString('utf8')));
    if (outcome.kind === 'result') return { status: 200, body: outcome.payload };
    if (outcome.kind === 'throttled') {
      const body = { Type: 'User', Reason: 'ConcurrentInvocationLimitExceeded', message: 'Rate Exceeded.' };
      return { status: 429, body, headers: { 'x-amzn-errortype': 'TooManyRequestsException' } };
    }
    const timedOut = { errorType: 'Sandbox.Timedout', errorMessage: 'Task timed out' };
    const body = outcome.kind === 'timed-out' ? timedOut : outcome;
    return { status: 200, body, headers: { 'x-amz-function-error': 'Unhandled' } };
  } catch (error) {
    if (error instanceof UnknownFunction) return { status: 404, body: { Message: error.message } };
    if (error instanceof SyntaxError) return { status: 400, body: { Message: 'The event is not JSON.' } };
    throw error;
  }
};

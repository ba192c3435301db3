import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { FunctionHost } from '../functions/function-host.ts';
import { drain, listen } from '../http/listening.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type ControlAnswer, sendControlAnswer } from './control-answer.ts';
import { invokeFunction } from './invoke-function.ts';

const invocationPath = /^\/2015-03-31\/functions\/([A-Za-z0-9_-]+)\/invocations$/;
const deadLettersPath = '/dead-letters';
const authoriserCachePath = /^\/restapis\/[^/]+\/stages\/[^/]+\/cache\/authorizers$/;

export interface ControlEndpoint {
  readonly functions: FunctionHost;
  /** Has the gateway ask its authoriser anew for every key. */
  readonly flushAuthoriserCache: () => void;
  readonly deadLetters: Pick<Jobs, 'redrive' | 'dropDeadLetters'>;
  /** The stores' secret key, which only the data directory's owner can read: sent as a bearer token. */
  readonly secret: string;
}

const isSecret = (given: string | undefined, secret: string): boolean => {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(`Bearer ${secret}`)];
  return one.length === other.length && timingSafeEqual(one, other);
};

type Operation = (request: IncomingMessage) => ControlAnswer | Promise<ControlAnswer>;

const operationOf = (
  { functions, flushAuthoriserCache, deadLetters }: ControlEndpoint,
  { method, url = '' }: IncomingMessage,
): Operation | undefined => {
  const name = invocationPath.exec(url)?.[1];
  if (name !== undefined && method === 'POST') return (request) => invokeFunction(functions, name, request);
  if (url === deadLettersPath && method === 'POST')
    return () => ({ status: 200, body: { redriven: deadLetters.redrive(Date.now()) } });
  if (url === deadLettersPath && method === 'DELETE')
    return () => ({ status: 200, body: { deleted: deadLetters.dropDeadLetters(Date.now()) } });
  if (method !== 'DELETE' || !authoriserCachePath.test(url)) return undefined;
  return () => {
    flushAuthoriserCache();
    return { status: 202, body: {} };
  };
};

const answerTo = async (settings: ControlEndpoint, request: IncomingMessage): Promise<ControlAnswer> => {
  const operation = operationOf(settings, request);
  if (!operation) {
    const offered =
      'Only POST …/functions/NAME/invocations, DELETE …/stages/NAME/cache/authorizers, and POST and DELETE /dead-letters are offered here.';
    return { status: 404, body: { Message: offered } };
  }
  // Functions trust what the gateway says of a request: nobody else on this machine may speak for it.
  return isSecret(request.headers.authorization, settings.secret)
    ? operation(request)
    : { status: 403, body: { Message: "The stack's own secret is needed." } };
};

/**
 * Offers the operations of Lambda and API Gateway that the operator's command line needs, in the form of these
 * services, on the loopback address. POST /dead-letters redrives what was given up, and DELETE discards it.
 */
export const startControlEndpoint = async (settings: ControlEndpoint) => {
  const server = createServer((request, response) => {
    answerTo(settings, request).then(
      (answer) => sendControlAnswer(response, answer),
      () => response.destroy(),
    );
  });
  return {
    endpoint: await listen(server, 0, '127.0.0.1'),
    // An invocation may take a quarter of an hour: a stack that ends does not wait for it.
    close: () => drain(server, 0),
  };
};

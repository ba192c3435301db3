import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { drain, listen } from '../http/listening.ts';
import type { FunctionHost } from './function-host.ts';
import { UnknownFunction } from './threaded-function-host.ts';

const invocationPath = /^\/2015-03-31\/functions\/([A-Za-z0-9_-]+)\/invocations$/;

const answer = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const invoke = async (functions: FunctionHost, request: IncomingMessage, response: ServerResponse) => {
  const name = invocationPath.exec(request.url ?? '')?.[1];
  if (name === undefined || request.method !== 'POST') {
    return answer(response, 404, { Message: 'Only POST …/functions/NAME/invocations is offered here.' });
  }
  // A web page cannot send this content type to another origin unasked.
  if (request.headers['content-type'] !== 'application/json') {
    return answer(response, 415, { Message: 'The event must be application/json.' });
  }
  try {
    const outcome = await functions.invoke(name, await json(request));
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
export const startInvokeEndpoint = async (functions: FunctionHost) => {
  const server = createServer((request, response) => {
    invoke(functions, request, response).catch(() => response.destroy());
  });
  return {
    endpoint: await listen(server, 0, '127.0.0.1'),
    // An invocation may take a quarter of an hour: a stack that ends does not wait for it.
    close: () => drain(server, 0),
  };
};

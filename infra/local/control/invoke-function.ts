import type { IncomingMessage } from 'node:http';
import type { FunctionHost } from '../functions/function-host.ts';
import { UnknownFunction } from '../functions/threaded-function-host.ts';
import type { ControlAnswer } from './control-answer.ts';

/** Lambda's own limit of a synchronous invocation's event. */
const largestEventBytes = 6 * 1024 * 1024;

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

const outcomeOf = async (functions: FunctionHost, name: string, event: unknown): Promise<ControlAnswer> => {
  const outcome = await functions.invoke(name, event);
  if (outcome.kind === 'result') return { status: 200, body: outcome.payload };
  if (outcome.kind === 'throttled') {
    const body = { Type: 'User', Reason: 'ConcurrentInvocationLimitExceeded', message: 'Rate Exceeded.' };
    return { status: 429, body, headers: { 'x-amzn-errortype': 'TooManyRequestsException' } };
  }
  const body =
    outcome.kind === 'timed-out'
      ? { errorType: 'Sandbox.Timedout', errorMessage: 'Task timed out' }
      : outcome;
  return { status: 200, body, headers: { 'x-amz-function-error': 'Unhandled' } };
};

/** Lambda's operation Invoke. */
export const invokeFunction = async (
  functions: FunctionHost,
  name: string,
  request: IncomingMessage,
): Promise<ControlAnswer> => {
  try {
    const read = await eventOf(request);
    return read
      ? await outcomeOf(functions, name, read.event)
      : { status: 413, body: { Message: `The event has more than ${largestEventBytes} bytes.` } };
  } catch (error) {
    if (error instanceof UnknownFunction) return { status: 404, body: { Message: error.message } };
    if (error instanceof SyntaxError) return { status: 400, body: { Message: 'The event is not JSON.' } };
    throw error;
  }
};

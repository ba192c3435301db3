import { randomUUID } from 'node:crypto';
import type { FunctionHost, Invocation, InvocationSettings } from '../functions/function-host.ts';
import type { FunctionIntegration, RestApi } from '../template/rest-api.ts';
import { type BufferedAnswer, headerValue, type StreamedAnswer } from './answer.ts';
import { compression } from './compression.ts';
import { parseFunctionResponse } from './function-response.ts';
import type { GatewayRequest } from './gateway-request.ts';
import { isBinary } from './media-type.ts';
import { preludes } from './prelude.ts';
import { type Caller, proxyEvent } from './proxy-event.ts';
import { Refusal } from './refusal.ts';

type Failure = Exclude<Invocation, { kind: 'result' }>;

const refusalOf = (failure: Failure): Refusal => {
  switch (failure.kind) {
    case 'timed-out':
      return new Refusal('INTEGRATION_TIMEOUT');
    case 'throttled':
      // API Gateway does not hand Lambda's 429 on: to it, the integration failed.
      return new Refusal('INTEGRATION_FAILURE', { statusCode: 500, reason: 'function throttled' });
    default:
      return new Refusal('DEFAULT_5XX', { statusCode: 502, reason: `function failed: ${failure.errorType}` });
  }
};

const hostFailed = (): Failure => ({ kind: 'failed', errorType: 'FunctionHost', errorMessage: '' });

type Bodied = BufferedAnswer | StreamedAnswer;

/** What a call of a function is made by. */
interface Call {
  readonly functionName: string;
  readonly event: object;
  readonly settings: InvocationSettings;
}

/** Answers by functions that stream. The answer throws Refusal. */
const streamedAnswers = (functions: FunctionHost) => {
  const parsePrelude = preludes();
  return async ({ functionName, event, settings }: Call): Promise<Bodied> => {
    const invocation = await functions
      .invokeStreaming(functionName, event, settings)
      .catch((): Failure => hostFailed());
    if (invocation.kind === 'whole') {
      const { statusCode, headers } = parsePrelude(invocation.prelude);
      return { kind: 'buffered', statusCode, headers, body: invocation.body };
    }
    if (invocation.kind !== 'streaming') throw refusalOf(invocation);
    const { prelude, body } = invocation;
    try {
      return { kind: 'streamed', ...parsePrelude(prelude), body };
    } catch (error) {
      body.on('error', () => {}).destroy();
      throw error;
    }
  };
};

type IsBinary = ReturnType<typeof isBinary>;

/** Answers by functions that return theirs in one piece. The answer throws Refusal. */
const bufferedAnswers = (functions: FunctionHost, isBinaryType: IsBinary, minimumBytes?: number) => {
  const compressed = compression(minimumBytes);
  return async (
    { functionName, event, settings }: Call,
    { headers: sent }: GatewayRequest,
  ): Promise<BufferedAnswer> => {
    const invocation = await functions
      .invoke(functionName, event, settings)
      .catch((): Failure => hostFailed());
    if (invocation.kind !== 'result') throw refusalOf(invocation);
    const { statusCode, headers, text, isBase64Encoded } = parseFunctionResponse(invocation.payload);
    const isBytes =
      isBase64Encoded &&
      (isBinaryType(headerValue(headers, 'content-type')) || isBinaryType(sent.values('accept').at(-1)));
    const body = Buffer.from(text, isBytes ? 'base64' : 'utf8');
    return compressed({ kind: 'buffered', statusCode, headers, body }, sent.values('accept-encoding'));
  };
};

const eventOf = (
  { facts, headers }: GatewayRequest,
  caller: Caller,
  bytes: Buffer,
  isBinaryType: IsBinary,
): object => {
  const isBase64Encoded = bytes.length > 0 && isBinaryType(headers.values('content-type').at(-1));
  const body = bytes.length === 0 ? null : bytes.toString(isBase64Encoded ? 'base64' : 'utf8');
  return proxyEvent({ request: facts, caller, body, isBase64Encoded });
};

/** Runs the function behind a method and makes its result an answer. */
export const functionIntegration = (api: RestApi, functions: FunctionHost) => {
  const isBinaryType = isBinary(api.binaryMediaTypes);
  const streamed = streamedAnswers(functions);
  const buffered = bufferedAnswers(functions, isBinaryType, api.minimumCompressionSize);

  /** Throws Refusal. */
  return (
    { functionName, timeoutMilliseconds, streamed: isStreamed }: FunctionIntegration,
    request: GatewayRequest,
    caller: Caller,
    bytes: Buffer,
  ): Promise<Bodied> => {
    const event = eventOf(request, caller, bytes, isBinaryType);
    const requestId = randomUUID();
    request.known['integration.requestId'] = requestId;
    const call = { functionName, event, settings: { timeoutMilliseconds, requestId } };
    return isStreamed ? streamed(call) : buffered(call, request);
  };
};

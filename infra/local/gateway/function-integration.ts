import { randomUUID } from 'node:crypto';
import type { FunctionHost, Invocation, InvocationSettings } from '../functions/function-host.ts';
import type { FunctionIntegration, RestApi } from '../template/deployed-api.ts';
import { type BufferedAnswer, headerValue, type StreamedAnswer } from './answer.ts';
import { compression } from './compression.ts';
import { parseFunctionResponse } from './function-response.ts';
import type { GatewayRequest } from './gateway-request.ts';
import { isBinary } from './media-type.ts';
import { preludes } from './prelude.ts';
import { ProxyCall } from './proxy-call.ts';
import type { Caller } from './proxy-event.ts';
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

/** Runs the function behind a method and makes its result an answer. */
export const functionIntegration = (api: RestApi, functions: FunctionHost) => {
  const isBinaryType = isBinary(api.binaryMediaTypes);
  const compressed = compression(api.minimumCompressionSize);
  const parsePrelude = preludes();

  const streamedAnswer = async (
    { functionName }: FunctionIntegration,
    event: object,
    settings: InvocationSettings,
  ): Promise<BufferedAnswer | StreamedAnswer> => {
    const invocation = await functions
      .invokeStreaming(functionName, event, settings)
      .catch((): Failure => hostFailed());
    if (invocation.kind === 'whole') {
      return { kind: 'buffered', ...parsePrelude(invocation.prelude), body: invocation.body };
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

  const bufferedAnswer = async (
    { functionName }: FunctionIntegration,
    request: GatewayRequest,
    event: object,
    settings: InvocationSettings,
  ): Promise<BufferedAnswer> => {
    const invocation = await functions
      .invoke(functionName, event, settings)
      .catch((): Failure => hostFailed());
    if (invocation.kind !== 'result') throw refusalOf(invocation);
    const { statusCode, headers, text, isBase64Encoded } = parseFunctionResponse(invocation.payload);
    const isBytes =
      isBase64Encoded &&
      (isBinaryType(headerValue(headers, 'content-type')) ||
        isBinaryType(request.headerValues('accept').at(-1)));
    const body = Buffer.from(text, isBytes ? 'base64' : 'utf8');
    return compressed(
      { kind: 'buffered', statusCode, headers, body },
      request.headerValues('accept-encoding'),
    );
  };

  /** Throws Refusal. */
  return (
    integration: FunctionIntegration,
    request: GatewayRequest,
    caller: Caller,
    bytes: Buffer,
  ): Promise<BufferedAnswer | StreamedAnswer> => {
    const isBinaryBody = bytes.length > 0 && isBinaryType(request.headerValues('content-type').at(-1));
    const event = new ProxyCall({
      request: request.facts,
      caller,
      body: bytes.length === 0 ? null : bytes.toString(isBinaryBody ? 'base64' : 'utf8'),
      isBase64Encoded: isBinaryBody,
    });
    const requestId = randomUUID();
    request.known['integration.requestId'] = requestId;
    const settings = { timeoutMilliseconds: integration.timeoutMilliseconds, requestId };
    return integration.streamed
      ? streamedAnswer(integration, event, settings)
      : bufferedAnswer(integration, request, event, settings);
  };
};

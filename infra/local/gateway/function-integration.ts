import { randomUUID } from 'node:crypto';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { Readable } from 'node:stream';
import * as z from 'zod';
import type { FunctionHost, Invocation } from '../functions/function-host.ts';
import { type Answer, type HeaderField, headerValue, isBodiless } from '../http/answer.ts';
import type { FunctionIntegration } from '../template/rest-api.ts';
import { type Caller, connectionHeaders, proxyEvent, type RequestEvent } from './proxy-event.ts';
import { type ContextVariables, Refusal } from './refusal.ts';

interface Call {
  readonly event: RequestEvent;
  readonly caller: Caller;
  readonly body: Buffer;
  readonly context: ContextVariables;
}

/** Runs the function of a method, and converts its result to a response. Throws Refusal. */
export const integrate = async (
  functions: FunctionHost,
  { functionName, timeoutMilliseconds, streamed }: FunctionIntegration,
  { event, caller, body, context }: Call,
): Promise<Answer> => {
  const requestId = randomUUID();
  context.set('integration.requestId', requestId);
  const proxied = proxyEvent(event, caller, body);
  const settings = { timeoutMilliseconds, requestId, streamed };
  const invocation = await functions.invoke(functionName, proxied, settings);
  if (invocation.kind === 'streamed') {
    try {
      const { statusCode, headers } = parseResult(JSON.parse(invocation.prelude));
      return { statusCode, headers, body: invocation.body };
    } catch (error) {
      if (invocation.body instanceof Readable) invocation.body.on('error', () => {}).destroy();
      throw error;
    }
  }
  if (invocation.kind !== 'result') throw refusalOf(invocation);
  const { statusCode, headers, body: text, isBase64Encoded } = parseResult(invocation.payload);
  return { statusCode, headers, body: Buffer.from(text ?? '', isBase64Encoded ? 'base64' : 'utf8') };
};

type Failure = Exclude<Invocation, { kind: 'result' | 'streamed' }>;

const refusalOf = (failure: Failure): Refusal => {
  switch (failure.kind) {
    case 'timed-out':
      return new Refusal('INTEGRATION_TIMEOUT');
    case 'throttled':
      // API Gateway does not forward Lambda's 429, but reports a failed integration.
      return new Refusal('INTEGRATION_FAILURE', { statusCode: 500, reason: 'function throttled' });
    default:
      return new Refusal('DEFAULT_5XX', { statusCode: 502, reason: `function failed: ${failure.errorType}` });
  }
};

/** Result of a function. The prelude of a streamed response has the same form, but no body. */
const proxyResult = z.strictObject({
  statusCode: z.int().min(200).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/** Headers that functions cannot set, because they belong to the connection or the gateway. */
const gatewayOwned = new Set([
  ...connectionHeaders,
  'content-length',
  'date',
  'server',
  'x-amzn-requestid',
  'x-powered-by',
]);

/** Parses a result, without decoding its body. Throws Refusal if it is not a valid response. */
const parseResult = (payload: unknown) => {
  const { data } = proxyResult.safeParse(payload);
  const headers = Object.entries(data?.headers ?? {}).filter(
    ([name]) => !gatewayOwned.has(name.toLowerCase()),
  );
  if (data === undefined || !headers.every(isSendable)) {
    throw new Refusal('DEFAULT_5XX', { statusCode: 502, reason: 'Malformed Lambda proxy response' });
  }
  if (headerValue(headers, 'content-type') === undefined && !isBodiless(data.statusCode))
    headers.unshift(['content-type', 'application/json']);
  return { ...data, headers };
};

const isSendable = ([name, text]: HeaderField): boolean => {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, text);
    return true;
  } catch {
    return false;
  }
};

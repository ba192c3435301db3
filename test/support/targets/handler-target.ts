import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import type { Route } from '../../../infra/routes/route.ts';
import { gatewayEventOf, type KeyContext } from '../gateway/gateway-event-of.ts';
import { isStreaming, type LambdaFunction, runStreaming } from '../streaming-runtime.ts';
import type { ApiTarget, TargetResponse } from './api-target.ts';

export interface HandledPath {
  readonly path: string;
  readonly handler: LambdaFunction;
}

const head = z.object({ statusCode: z.int(), headers: z.record(z.string(), z.string()) });
const whole = head.extend({ body: z.string(), isBase64Encoded: z.boolean().optional() });

const invoke = async (handler: LambdaFunction, event: unknown): Promise<TargetResponse> => {
  if (!isStreaming(handler)) {
    const result = whole.parse(await Reflect.apply(handler, undefined, [event, {}]));
    return responseOf(result, Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8'));
  }
  const { prelude, body } = await runStreaming(handler, event);
  return responseOf(head.parse(prelude), body);
};

const responseOf = ({ statusCode, headers }: z.output<typeof head>, sent: Buffer): TargetResponse => {
  const body = headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
  return { status: statusCode, headers, body: body.toString('utf8') };
};

/** Calls handlers directly, with the events that API Gateway would send for a key with this context. */
export const handlerTarget = (handled: readonly HandledPath[], context: KeyContext = {}): ApiTarget => {
  const preferred = handled.toSorted((one, other) => byPrecedence(one.path, other.path));
  return {
    async send(request) {
      const [path = ''] = request.path.split('?');
      for (const { path: template, handler } of preferred) {
        const parameters = matchTemplate(template, path);
        if (parameters) return invoke(handler, gatewayEventOf(request, template, parameters, context));
      }
      throw new Error(`No handler is given for ${request.path}`);
    },
  };
};

export type HandlersByOperation = Readonly<Record<string, LambdaFunction>>;

/** Returns a target of these operations of the route table. Throws an Error if an operation has no handler. */
export const routeTarget = (
  routes: readonly Route[],
  handlers: HandlersByOperation,
  context: KeyContext,
): ApiTarget =>
  handlerTarget(
    routes.map(({ operationId, path }) => {
      const handler = handlers[operationId];
      if (handler === undefined) throw new Error(`${operationId} has no handler`);
      return { path, handler };
    }),
    context,
  );

/** Returns the raw values of a template's `{name}` segments in a path, or undefined if the path does not match. */
export const matchTemplate = (
  template: string,
  path: string,
): Readonly<Record<string, string>> | undefined => {
  const wanted = template.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    if (name === undefined ? segment !== value : value === '') return undefined;
    if (name !== undefined) values[name] = value;
  }
  return values;
};

const isVariable = (segment: string | undefined) => segment?.startsWith('{') ?? false;

/** Compares templates by API Gateway's precedence, in which fixed segments come before variables. */
export const byPrecedence = (one: string, other: string): number => {
  const others = other.split('/');
  for (const [index, segment] of one.split('/').entries()) {
    const difference = Number(isVariable(segment)) - Number(isVariable(others[index]));
    if (difference !== 0) return difference;
  }
  return 0;
};

import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import type { Route } from '../../../infra/routes/route.ts';
import { byCodeUnit } from '../../../shared/domain/code-unit-order.ts';
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
  const find = routeFinder(handled);
  return {
    async send(request) {
      const found = find(request.path);
      if (found === undefined) throw new Error(`No handler is given for ${request.path}`);
      const { route, parameters } = found;
      return invoke(route.handler, gatewayEventOf(request, route.path, parameters, context));
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

/**
 * Returns a function that finds the route of a path as API Gateway does, with the raw values of its `{name}` segments.
 * Fixed segments come before variables.
 */
export const routeFinder = <Route extends { readonly path: string }>(routes: readonly Route[]) => {
  const rankOf = (path: string) => path.replaceAll(/[^/{]+/g, '').replaceAll('{', '~');
  const preferred = routes
    .toSorted((one, other) => byCodeUnit(rankOf(one.path), rankOf(other.path)))
    .map((route) => {
      const pattern = route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
      return { route, pattern: new RegExp(`^${pattern}$`) };
    });
  return (target: string) => {
    const [path = ''] = target.split('?');
    for (const { route, pattern } of preferred) {
      const match = pattern.exec(path);
      if (match) return { route, parameters: { ...match.groups } };
    }
    return undefined;
  };
};

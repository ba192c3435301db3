import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { gatewayEventOf, type KeyContext } from '../gateway/gateway-event-of.ts';
import { isStreaming, type LambdaFunction, runStreaming } from '../streaming-runtime.ts';
import type { ApiTarget, TargetResponse } from './api-target.ts';
import { matchTemplate, mostFixedFirst } from './path-template.ts';

/** Handler behind a path template such as `/locations/v2/points/{location_code}`. */
export interface HandledPath {
  readonly path: string;
  readonly handler: LambdaFunction;
}

const head = z.object({ statusCode: z.int(), headers: z.record(z.string(), z.string()) });
const whole = head.extend({ body: z.string() });

const invoke = async (handler: LambdaFunction, event: unknown): Promise<TargetResponse> => {
  if (!isStreaming(handler)) {
    const { statusCode, headers, body } = whole.parse(await Reflect.apply(handler, undefined, [event, {}]));
    return { status: statusCode, headers, body };
  }
  const { prelude, body } = await runStreaming(handler, event);
  const { statusCode, headers } = head.parse(prelude);
  const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
  return { status: statusCode, headers, body: text.toString('utf8') };
};

/**
 * Creates a target that calls handlers directly, with the events that API Gateway would send for this key; it has no
 * gateway responses.
 */
export const handlerTarget = (handled: readonly HandledPath[], context: KeyContext = {}): ApiTarget => {
  const preferred = handled.toSorted((one, other) => mostFixedFirst(one.path, other.path));
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

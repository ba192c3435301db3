import type { Route } from '../../../infra/routes/route.ts';
import type { KeyContext } from '../gateway/gateway-event-of.ts';
import type { LambdaFunction } from '../streaming-runtime.ts';
import type { ApiTarget } from './api-target.ts';
import { handlerTarget } from './handler-target.ts';

/** Handlers by operation id, as routes name them. */
export type HandlersByOperation = Readonly<Record<string, LambdaFunction>>;

/** Creates a target of these operations of the route table. Throws Error where one has no handler. */
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

import type { FunctionHost } from '../functions/function-host.ts';
import { drain, listen } from '../http/listening.ts';
import type { AnswerPage } from '../portal/portal.ts';
import type { RestApi } from '../template/rest-api.ts';
import type { Log } from './access-log.ts';
import { exchange, malformedRequestLog } from './exchange.ts';
import { gatewayResponder } from './gateway-response.ts';
import { httpServer } from './http-server.ts';
import { methodExecution } from './method-execution.ts';
import { apiGatewayLimits, type RequestLimits } from './request-limits.ts';
import type { PlanOf } from './usage-throttle.ts';

export interface GatewaySettings {
  readonly api: RestApi;
  readonly functions: FunctionHost;
  /** 0 takes any free port. */
  readonly port: number;
  /** 127.0.0.1 unless another is named. */
  readonly host?: string;
  /** Names the usage plan of a client by the usage identifier its authoriser gave. */
  readonly planOf: PlanOf;
  /** Takes one entry a request. */
  readonly log?: Log;
  /** Epoch milliseconds; the machine's clocks unless another is given. */
  readonly now?: () => number;
  readonly limits?: Partial<RequestLimits>;
  /** Answers what is not the API's. */
  readonly answerPage?: AnswerPage | undefined;
}

export interface Gateway {
  readonly url: string;
  /** Asks the authoriser again for every key, as a flush of the stage's authoriser cache does. */
  flushAuthoriserCache(): void;
  /** Stops to accept, waits for running requests for a bounded time, then cuts them. */
  close(): Promise<void>;
}

/** Serves a REST API over HTTP/1.1 as API Gateway does: by its description alone. Throws PortTaken. */
export const startGateway = async (settings: GatewaySettings): Promise<Gateway> => {
  const { api, functions, planOf, port, host = '127.0.0.1', log } = settings;
  const limits = { ...apiGatewayLimits, ...settings.limits };
  const now = settings.now ?? Date.now;
  // What expires goes by a clock that nobody sets back: a revoked key must not come to life again with it.
  const steadyNow = settings.now ?? (() => performance.now());
  const { execute, flush } = methodExecution({ api, functions, planOf, steadyNow });
  const refuse = gatewayResponder(api);
  const answer = exchange({ api, limits, execute, refuse, log, now, steadyNow });
  const logMalformed = malformedRequestLog(api, log, now);
  const server = httpServer(limits, answer, refuse, logMalformed, settings.answerPage);
  const url = await listen(server, port, host);
  let closed: Promise<void> | undefined;
  return {
    url,
    flushAuthoriserCache: flush,
    close: () => {
      closed ??= drain(server, limits.closeMilliseconds);
      return closed;
    },
  };
};

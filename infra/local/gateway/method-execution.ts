import type { FunctionHost } from '../functions/function-host.ts';
import type { RestApi } from '../template/rest-api.ts';
import type { Answer } from './answer.ts';
import { authorisation } from './authorisation.ts';
import { callerOf } from './caller.ts';
import { functionIntegration } from './function-integration.ts';
import type { GatewayRequest } from './gateway-request.ts';
import { methodThrottle } from './method-throttle.ts';
import { mockAnswer } from './mock-integration.ts';
import { badRequest } from './refusal.ts';
import { type PlanOf, usageThrottle } from './usage-throttle.ts';

interface Execution {
  readonly api: RestApi;
  readonly functions: FunctionHost;
  readonly planOf: PlanOf;
  /** Milliseconds of a clock that never goes back. */
  readonly steadyNow: () => number;
}

/** Reads the body of a request, which is there at once where it is empty. */
export type ReadBody = () => Buffer | Promise<Buffer>;

/** Runs a request through its method, in API Gateway's order: authoriser, usage plan, throttle of the method, integration. */
export const methodExecution = ({ api, functions, planOf, steadyNow }: Execution) => {
  const { authorise, flush } = authorisation(functions, steadyNow);
  const { admit } = usageThrottle(api.usagePlans, planOf, steadyNow);
  const admitToMethod = methodThrottle(api.methodThrottle, steadyNow);
  const integrate = functionIntegration(api, functions);

  /**
   * Throws Refusal, and what `readBody` throws. What is there already is not waited for: each wait takes its share of a
   * request.
   */
  const execute = async (request: GatewayRequest, readBody: ReadBody): Promise<Answer> => {
    const { authoriser, apiKeyRequired, integration } = request.route.method;
    const authorising = authoriser && authorise(authoriser, request);
    const authorised = authorising instanceof Promise ? await authorising : authorising;
    const caller = callerOf(authorised, apiKeyRequired);
    if (caller.apiKeyId) request.known['identity.apiKeyId'] = caller.apiKeyId;
    if (apiKeyRequired) admit(caller.apiKey);
    admitToMethod(request.route.method);
    if (request.queryFault !== undefined) throw badRequest(request.queryFault);
    if (integration.kind === 'mock') return mockAnswer(integration);
    const reading = readBody();
    const body = reading instanceof Promise ? await reading : reading;
    const startedAt = steadyNow();
    try {
      const answer = await integrate(integration, request, caller, body);
      request.known['integration.status'] = answer.statusCode;
      return answer;
    } finally {
      request.known.integrationLatency = Math.round(steadyNow() - startedAt);
    }
  };

  return { execute, flush };
};

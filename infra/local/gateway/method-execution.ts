import type { FunctionHost } from '../functions/function-host.ts';
import type { RestApi } from '../template/deployed-api.ts';
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

/** Runs a request through its method, in API Gateway's order: authoriser, usage plan, throttle of the method, integration. */
export const methodExecution = ({ api, functions, planOf, steadyNow }: Execution) => {
  const { authorise, flush } = authorisation(functions, steadyNow);
  const { admit } = usageThrottle(api.usagePlans, planOf, steadyNow);
  const admitToMethod = methodThrottle(api.methodThrottle, steadyNow);
  const integrate = functionIntegration(api, functions);

  /** Throws Refusal, and what `readBody` throws. */
  const execute = async (request: GatewayRequest, readBody: () => Promise<Buffer>): Promise<Answer> => {
    const { authoriser, apiKeyRequired, integration } = request.route.method;
    const authorised = authoriser && (await authorise(authoriser, request));
    const caller = callerOf(authorised, apiKeyRequired);
    if (caller.apiKeyId) request.known['identity.apiKeyId'] = caller.apiKeyId;
    if (apiKeyRequired) admit(caller.apiKey);
    admitToMethod(request.route.method);
    if (request.isQueryMalformed) throw badRequest('The query string is not percent-encoded UTF-8.');
    if (integration.kind === 'mock') return mockAnswer(integration);
    const body = await readBody();
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

import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { type RefusalType, refusalDefaults } from '../../../../infra/local/gateway/refusal.ts';
import type { RestApi } from '../../../../infra/local/template/rest-api.ts';
import {
  authKey,
  authorised,
  failed,
  integrationOf,
  method,
  ok,
  result,
  startTestGateway,
} from './gateway-under-test.ts';

type Responses = RestApi['gatewayResponses'];
type Outcomes = { readonly authorise?: Invocation; readonly operation?: Invocation };

/** Sends a request through a gateway that has an authoriser, a function and these gateway responses. */
export const refused = async (
  gatewayResponses: Responses,
  { authorise = authorised(), operation = ok('') }: Outcomes,
  [line = '', ...headers]: readonly string[] = ['GET /a', 'AUTH-KEY: k'],
) => {
  await using gateway = await startTestGateway(
    [
      method('GET', '/a', integrationOf('operation'), { authoriser: authKey }),
      method('GET', '/planned', integrationOf('operation'), { authoriser: authKey, apiKeyRequired: true }),
    ],
    {
      functions: { authorise: () => authorise, operation: () => operation },
      api: {
        gatewayResponses,
        methodThrottles:
          line === 'GET /a?throttled' ? new Map([['/*/*', { ratePerSecond: 0, burst: 0 }]]) : new Map(),
      },
    },
  );
  return await gateway.send(line, headers);
};

export const timedOut = { kind: 'timed-out' } as const;
const throttled = { kind: 'throttled' } as const;
export const key = 'AUTH-KEY: k';

/** Default status of each gateway response type, and a request that triggers it. */
export const refusals: Readonly<Record<RefusalType, [number, Outcomes, string[]?]>> = {
  ACCESS_DENIED: [403, { authorise: authorised({}, 'Allow', []) }],
  AUTHORIZER_CONFIGURATION_ERROR: [500, { authorise: result(null) }],
  AUTHORIZER_FAILURE: [500, { authorise: throttled }],
  BAD_REQUEST_PARAMETERS: [400, {}, ['GET /a?x=%', key]],
  DEFAULT_5XX: [502, { operation: failed('the table of keys', 'Runtime.ExitError') }],
  INTEGRATION_FAILURE: [500, { operation: throttled }],
  INTEGRATION_TIMEOUT: [504, { operation: timedOut }],
  INVALID_API_KEY: [403, {}, ['GET /planned', key]],
  MISSING_AUTHENTICATION_TOKEN: [403, {}, ['GET /nowhere']],
  REQUEST_TOO_LARGE: [413, {}, ['GET /a', `Content-Length: ${11 * 1024 * 1024}`]],
  THROTTLED: [429, {}, ['GET /a?throttled', key]],
  UNAUTHORIZED: [401, {}, ['GET /a']],
};
export const refusalTypes = Object.keys(refusalDefaults) as RefusalType[];

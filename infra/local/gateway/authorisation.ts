import type { FunctionHost } from '../functions/function-host.ts';
import type { RequestAuthoriser } from '../template/rest-api.ts';
import { authoriserCache } from './authoriser-cache.ts';
import { authoriserResult } from './authoriser-result.ts';
import type { Authorised } from './caller.ts';
import type { GatewayRequest } from './gateway-request.ts';
import { methodArnOf, type RequestFacts, requestFields } from './proxy-event.ts';
import { Refusal, type RefusalType, refusalDefaults } from './refusal.ts';
import { type RememberedAuthorisation, rememberedAuthorisation } from './remembered-authorisation.ts';
import type { SentHeaders } from './sent-headers.ts';

type Outcome =
  | { readonly kind: 'decided'; readonly result: RememberedAuthorisation }
  | { readonly kind: 'refused'; readonly type: RefusalType; readonly reason: string };

/** Status of an authoriser's answer, as access logs have it. */
const statusOf = (outcome: Outcome): number =>
  outcome.kind === 'decided' ? 200 : refusalDefaults[outcome.type].statusCode;

/** All values of the identity headers: by the last alone, `bad, good` would pass for `good`. */
const identityOf = ({ identityHeaders }: RequestAuthoriser, headers: SentHeaders): string => {
  const identity = identityHeaders.map((name) => headers.values(name));
  if (identity.some((values) => values.length === 0 || values.includes(''))) {
    throw new Refusal('UNAUTHORIZED', { reason: 'identity header missing' });
  }
  return JSON.stringify(identity);
};

/**
 * Names what an authoriser says of headers, where it is remembered. The name throws Refusal where there is no
 * identity.
 */
const authorisationNames = () => {
  const names = new WeakMap<SentHeaders, Map<RequestAuthoriser, string>>();
  return (authoriser: RequestAuthoriser, headers: SentHeaders): string => {
    const ofHeaders = names.get(headers) ?? new Map<RequestAuthoriser, string>();
    const known = ofHeaders.get(authoriser);
    if (known !== undefined) return known;
    const name = `${authoriser.functionName} ${identityOf(authoriser, headers)}`;
    names.set(headers, ofHeaders.set(authoriser, name));
    return name;
  };
};

const requestEvent = (request: RequestFacts, methodArn: string) => {
  const fields = requestFields(request);
  return {
    type: 'REQUEST',
    methodArn,
    ...fields,
    // Where the integration's event has null, the authoriser's has an empty map.
    queryStringParameters: fields.queryStringParameters ?? {},
    multiValueQueryStringParameters: fields.multiValueQueryStringParameters ?? {},
    pathParameters: fields.pathParameters ?? {},
    stageVariables: {},
  };
};

const invokeAuthoriser = async (
  functions: FunctionHost,
  functionName: string,
  event: object,
): Promise<Outcome> => {
  const refused = (type: RefusalType, reason: string): Outcome => ({ kind: 'refused', type, reason });
  const invocation = await functions
    .invoke(functionName, event)
    .catch(() => ({ kind: 'failed', errorType: 'FunctionHost', errorMessage: '' }) as const);
  if (invocation.kind === 'timed-out') return refused('AUTHORIZER_FAILURE', 'authoriser timed out');
  if (invocation.kind === 'throttled') return refused('AUTHORIZER_FAILURE', 'authoriser throttled');
  if (invocation.kind === 'failed') {
    return invocation.errorMessage === 'Unauthorized'
      ? refused('UNAUTHORIZED', 'authoriser said Unauthorized')
      : refused('AUTHORIZER_FAILURE', `authoriser failed: ${invocation.errorType}`);
  }
  const parsed = authoriserResult.safeParse(invocation.payload);
  return parsed.success
    ? { kind: 'decided', result: rememberedAuthorisation(parsed.data) }
    : refused('AUTHORIZER_CONFIGURATION_ERROR', 'result of the authoriser has the wrong form');
};

/** Lets a request pass by what its authoriser said, or throws Refusal. */
const judge = (
  outcome: Outcome,
  { known }: GatewayRequest,
  methodArn: string,
  milliseconds: number,
): Authorised => {
  known['authorizer.status'] = statusOf(outcome);
  known['authorizer.latency'] = milliseconds;
  if (outcome.kind === 'refused') throw new Refusal(outcome.type, { reason: outcome.reason });
  const { variables, verdictOn, authorised } = outcome.result;
  known.authoriserContext = variables;
  known['authorizer.integrationLatency'] = milliseconds;
  const verdict = verdictOn(methodArn);
  if (verdict === 'denied') throw new Refusal('ACCESS_DENIED');
  if (verdict === 'explicitly-denied') {
    throw new Refusal('ACCESS_DENIED', {
      message: 'User is not authorized to access this resource with an explicit deny',
    });
  }
  return authorised(milliseconds);
};

/** Asks a method's authoriser, or its cached result, whether a request may pass. */
export const authorisation = (functions: FunctionHost, now: () => number) => {
  const cache = authoriserCache<Outcome>(({ kind }) => kind === 'decided', now);
  const nameOf = authorisationNames();

  /** Throws Refusal, at once or later. */
  const authorise = (
    authoriser: RequestAuthoriser,
    request: GatewayRequest,
  ): Authorised | Promise<Authorised> => {
    const { functionName, cacheSeconds } = authoriser;
    const name = nameOf(authoriser, request.headers);
    const methodArn = methodArnOf(request.facts);
    // 0 where the answer was remembered.
    let milliseconds = 0;
    const outcome = cache.get(name, cacheSeconds, async () => {
      const startedAt = now();
      const made = await invokeAuthoriser(functions, functionName, requestEvent(request.facts, methodArn));
      milliseconds = Math.round(now() - startedAt);
      return made;
    });
    return outcome instanceof Promise
      ? outcome.then((made) => judge(made, request, methodArn, milliseconds))
      : judge(outcome, request, methodArn, 0);
  };

  return { authorise, flush: cache.flush };
};

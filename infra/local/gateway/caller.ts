import { createHash } from 'node:crypto';
import type { Caller } from './proxy-event.ts';

/** Whom an authoriser found a request to come from: the same objects for as long as its answer is remembered. */
export interface Authorised {
  readonly caller: Caller;
  /** With API Gateway's own key of that client, where the authoriser named one. */
  readonly callerWithKey: Caller;
}

/** Ids of API Gateway's keys have ten letters and digits. */
const usageKeyIdOf = (usageIdentifierKey: string): string =>
  createHash('sha256').update(usageIdentifierKey).digest('hex').slice(0, 10);

/** `context` is the integration's `requestContext.authorizer`. */
export const authorisedBy = (
  context: Readonly<Record<string, string | number>>,
  usageIdentifierKey: string | undefined,
): Authorised => {
  const caller = { authorizer: context };
  return {
    caller,
    callerWithKey:
      usageIdentifierKey === undefined
        ? caller
        : { ...caller, apiKey: usageIdentifierKey, apiKeyId: usageKeyIdOf(usageIdentifierKey) },
  };
};

const nobody: Caller = {};

export const callerOf = (authorised: Authorised | undefined, apiKeyRequired: boolean): Caller => {
  if (authorised === undefined) return nobody;
  return apiKeyRequired ? authorised.callerWithKey : authorised.caller;
};

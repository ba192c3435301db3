import { createHash } from 'node:crypto';
import type { Caller } from './proxy-event.ts';

/** What an authoriser found out: `context` is the integration's `requestContext.authorizer`. */
export interface Authorised {
  readonly context: Readonly<Record<string, string | number>>;
  readonly usageIdentifierKey: string | undefined;
  /** The id of API Gateway's own key of that client. */
  readonly usageKeyId: string | undefined;
}

/** Ids of API Gateway's keys have ten letters and digits. */
export const usageKeyIdOf = (usageIdentifierKey: string): string =>
  createHash('sha256').update(usageIdentifierKey).digest('hex').slice(0, 10);

const nobody: Caller = {};

export const callerOf = (authorised: Authorised | undefined, apiKeyRequired: boolean): Caller => {
  if (authorised === undefined) return nobody;
  const { context: authorizer, usageIdentifierKey: apiKey, usageKeyId: apiKeyId } = authorised;
  return apiKeyRequired && apiKey !== undefined && apiKeyId !== undefined
    ? { authorizer, apiKey, apiKeyId }
    : { authorizer };
};

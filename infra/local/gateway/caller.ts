import { createHash } from 'node:crypto';

/** What an authoriser found out: `context` is the integration's `requestContext.authorizer`. */
export interface Authorised {
  readonly context: Readonly<Record<string, string | number>>;
  readonly usageIdentifierKey: string | undefined;
}

/** Who sent a request, as far as its method asks; nothing of it where the method is open. */
export interface Caller {
  /** The event's `requestContext.authorizer`. */
  readonly authorizer?: Authorised['context'];
  /** The usage identifier, which API Gateway takes for its own key of the client. */
  readonly apiKey?: string;
  /** The id of that key, of ten letters and digits. */
  readonly apiKeyId?: string;
}

export const callerOf = (authorised: Authorised | undefined, apiKeyRequired: boolean): Caller => {
  const { context, usageIdentifierKey } = authorised ?? {};
  return {
    ...(context && { authorizer: context }),
    ...(apiKeyRequired &&
      usageIdentifierKey !== undefined && {
        apiKey: usageIdentifierKey,
        apiKeyId: createHash('sha256').update(usageIdentifierKey).digest('hex').slice(0, 10),
      }),
  };
};

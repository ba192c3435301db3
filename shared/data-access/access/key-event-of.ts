import { randomBytes } from 'node:crypto';
import type { ApiKey } from '../../domain/access/api-key.ts';
import type { ApiKeyEvent } from '../../domain/access/api-key-event.ts';
import { toCrockford } from '../../domain/crockford-base32.ts';
import { type KeyChange, keyChange } from './key-request.ts';

/** 80 random bits, so that two entries of a key never share a name, whatever the clock says. */
const randomSize = 10;

/** Action on a key and its time; the rest of an entry follows from the key and the actor. */
export interface KeyHappening extends Pick<ApiKeyEvent, 'action'> {
  readonly at: Date;
  readonly details?: ApiKeyEvent['details'];
}

/** Builds the trail entry of an action on a key. Throws ZodError for a change without an actor. */
export const keyEventOf = (
  { keyId, client }: Pick<ApiKey, 'keyId' | 'client'>,
  { action, at: instant, details = {} }: KeyHappening,
  change: KeyChange,
): ApiKeyEvent => {
  const at = instant.toISOString();
  const event = `${at}#${toCrockford(randomBytes(randomSize)).toLowerCase()}`;
  return { keyId, event, at, action, ...keyChange.parse(change), details: { client, ...details } };
};

/** Details of the entry of an issued key. */
export const grantedTo = ({
  scopes,
  plan,
  expiresAt = 'never',
  sandbox = false,
}: ApiKey): ApiKeyEvent['details'] => ({ scopes, plan, expiresAt, sandbox });

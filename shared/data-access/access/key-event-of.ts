import { randomBytes } from 'node:crypto';
import type { ApiKey } from '../../domain/access/api-key.ts';
import type { ApiKeyEvent } from '../../domain/access/api-key-event.ts';
import { toCrockford } from '../../domain/crockford-base32.ts';
import { type KeyChange, keyChange } from './key-request.ts';

/** 80 bits: no two entries of a key have one name, whatever its clock says. */
const randomSize = 10;

/** What happened to a key, and when: the rest of an entry follows from the key and from who did it. */
export interface KeyHappening extends Pick<ApiKeyEvent, 'action'> {
  readonly at: Date;
  readonly details?: ApiKeyEvent['details'];
}

/** The entry of the trail for what happened to a key. Throws ZodError for a change that nobody answers for. */
export const keyEventOf = (
  { keyId, client }: Pick<ApiKey, 'keyId' | 'client'>,
  { action, at: instant, details = {} }: KeyHappening,
  change: KeyChange,
): ApiKeyEvent => {
  const at = instant.toISOString();
  const event = `${at}#${toCrockford(randomBytes(randomSize)).toLowerCase()}`;
  return { keyId, event, at, action, ...keyChange.parse(change), details: { client, ...details } };
};

/** What an entry says of a key that was issued. */
export const grantedTo = ({
  scopes,
  plan,
  expiresAt = 'never',
  sandbox = false,
}: ApiKey): ApiKeyEvent['details'] => ({ scopes, plan, expiresAt, sandbox });

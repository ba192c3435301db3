import type { ApiKey } from './api-key.ts';

/** Whether the key has expired; an expiry that cannot be read counts as past. */
export const hasExpired = ({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== undefined && !(now.getTime() < Date.parse(expiresAt));

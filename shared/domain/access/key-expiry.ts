import type { ApiKey } from './api-key.ts';

/** Whether the key's time is over; an expiry that cannot be read counts as over. */
export const hasExpired = ({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== undefined && !(now.getTime() < Date.parse(expiresAt));

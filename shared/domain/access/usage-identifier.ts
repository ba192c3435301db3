import { createHash } from 'node:crypto';
import { type ApiKey, type Plan, plan } from './api-key.ts';

/**
 * Returns the identifier by which a usage plan counts requests: one for all keys of a client in a plan, so that a
 * client gains nothing by several keys and loses nothing by rotation. API Gateway takes 20 to 128 characters and a
 * client's name may be any text, so the name is hashed.
 */
export const usageIdentifierOf = (key: Pick<ApiKey, 'client' | 'plan'>): string =>
  `${key.plan}-${createHash('sha256').update(key.client).digest('hex')}`;

/** Returns the plan of a usage identifier; undefined for any other text. */
export const planOfUsageIdentifier = (text: string): Plan | undefined =>
  plan.safeParse(/^(?<plan>[a-z]+)-[0-9a-f]{64}$/.exec(text)?.groups?.plan).data;

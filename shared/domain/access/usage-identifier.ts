import { createHash } from 'node:crypto';
import { type ApiKey, type Plan, plan } from './api-key.ts';

/**
 * What a usage plan counts by: the same for all keys of a client in a plan, so that a client cannot gain by having
 * several, and loses nothing when they rotate. API Gateway takes 20 to 128 characters; a client's name may be any
 * text, so that only its hash goes in.
 */
export const usageIdentifierOf = (key: Pick<ApiKey, 'client' | 'plan'>): string =>
  `${key.plan}-${createHash('sha256').update(key.client).digest('hex')}`;

/** The plan of a usage identifier; nothing for text that is none. */
export const planOfUsageIdentifier = (text: string): Plan | undefined =>
  plan.safeParse(/^(?<plan>[a-z]+)-[0-9a-f]{64}$/.exec(text)?.groups?.plan).data;

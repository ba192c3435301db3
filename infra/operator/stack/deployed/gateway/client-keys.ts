import {
  type APIGatewayClient,
  paginateGetApiKeys,
  paginateGetUsagePlanKeys,
} from '@aws-sdk/client-api-gateway';
import * as z from 'zod';
import { type Plan, planOfUsageIdentifier } from '../../../../../shared/domain/access/api-key.ts';
import { pageSize } from './usage-plans.ts';

const describedAs = 'Waypost: ';

/** What a client's key is described as, for people who look at it in the console. */
export const descriptionOf = (clientName: string): string => `${describedAs}${clientName}`;

const gatewayKey = z.object({
  id: z.string().min(1),
  value: z.string().min(1),
  description: z.string().optional(),
  enabled: z.boolean().default(true),
  createdDate: z.date().optional(),
});

/** A key of API Gateway that stands for a client under a plan: its value is the client's usage identifier. */
export interface ClientKey {
  readonly id: string;
  readonly identifier: string;
  readonly plan: Plan;
  readonly client?: string;
  readonly enabled: boolean;
  readonly createdAt?: Date;
}

/** A key as API Gateway shows it; nothing where it is none of ours. */
const toClientKey = (shown: unknown): ClientKey | undefined => {
  const { data } = gatewayKey.safeParse(shown);
  const plan = data && planOfUsageIdentifier(data.value);
  if (!data || !plan) return undefined;
  const { id, value: identifier, description, enabled, createdDate: createdAt } = data;
  const client = description?.startsWith(describedAs) ? description.slice(describedAs.length) : undefined;
  return { id, identifier, plan, enabled, ...(client && { client }), ...(createdAt && { createdAt }) };
};

/**
 * The keys of the account and region that stand for clients, of whatever stage, by their identifier: all of them, or
 * those whose name begins so.
 */
export const readClientKeys = async (
  client: APIGatewayClient,
  nameQuery?: string,
): Promise<ReadonlyMap<string, ClientKey>> => {
  const keys = new Map<string, ClientKey>();
  const asked = { includeValues: true, ...(nameQuery !== undefined && { nameQuery }) };
  for await (const { items = [] } of paginateGetApiKeys({ client, pageSize }, asked)) {
    for (const key of items.map(toClientKey)) if (key) keys.set(key.identifier, key);
  }
  return keys;
};

/** The ids of the keys that belong to a usage plan. */
export const readMembers = async (
  client: APIGatewayClient,
  usagePlanId: string,
): Promise<ReadonlySet<string>> => {
  const members = new Set<string>();
  for await (const { items = [] } of paginateGetUsagePlanKeys({ client, pageSize }, { usagePlanId })) {
    for (const { id } of items) if (id !== undefined) members.add(id);
  }
  return members;
};

import {
  APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  DeleteUsagePlanKeyCommand,
  FlushStageAuthorizersCacheCommand,
  GetUsagePlansCommand,
  paginateGetApiKeys,
  paginateGetUsagePlanKeys,
  paginateGetUsagePlans,
  UpdateApiKeyCommand,
} from '@aws-sdk/client-api-gateway';
import * as z from 'zod';
import { type Plan, planOfUsageIdentifier, plans } from '../../../shared/domain/access/api-key.ts';
import { usagePlanName } from '../../stages/stage-names.ts';
import type { StageName } from '../../stages/stage-settings.ts';
import { OperatorError } from '../errors.ts';
import { callAws, errorName } from './aws-failure.ts';
import type { ClientGateway, GatewayDifference, PlanClient } from './operated-stack.ts';

/** Maximum number of attempts. API Gateway allows only a few changes per second per account. */
const maxAttempts = 10;
/** Maximum page size that API Gateway allows. */
const pageSize = 500;
/** Maximum milliseconds for which an authoriser call is pending: its timeout of 10 s, plus 1 s for the response. */
const maxPendingMilliseconds = 11_000;

/**
 * A stage's gateway. It admits only usage identifiers that are the value of an API Gateway key in one of its usage plans,
 * so each client has one such key for each of its plans. Stages in the same account and region share these keys.
 */
export const apiGateway = (
  stage: StageName,
  restApiId: string,
  region: string | undefined,
): ClientGateway => {
  const client = new APIGatewayClient({ region, maxAttempts });
  return {
    maxPendingMilliseconds,
    differences: (readWanted) =>
      reconciling(async () => {
        const usagePlans = await readUsagePlans(client, stage);
        // Read after the members of the plans, so that a key created in the meantime is recognised as new.
        const keys = await readKeys(client);
        return [...findDifferences(client, usagePlans, keys, await readWanted())];
      }),
    evictKeys: () =>
      callAws("evicting API Gateway's cached keys", async () => {
        await client.send(new FlushStageAuthorizersCacheCommand({ restApiId, stageName: stage }));
      }),
  };
};

const reconciling = <T>(call: () => Promise<T>): Promise<T> =>
  callAws('reconciling the clients of API Gateway', call);

/** Usage plans of a stage, with the ids of the keys in each. */
type UsagePlans = Readonly<
  Record<Plan, { readonly id: string; readonly members: ReadonlySet<string | undefined> }>
>;

const readUsagePlans = async (client: APIGatewayClient, stage: StageName): Promise<UsagePlans> => {
  const ids = new Map<string | undefined, string | undefined>();
  for await (const { items = [] } of paginateGetUsagePlans({ client, pageSize }, {}))
    for (const { id, name } of items) ids.set(name, id);
  const read = async (plan: Plan) => {
    const name = usagePlanName({ name: stage }, plan);
    const id = ids.get(name);
    if (id === undefined)
      throw new OperatorError(`API Gateway has no usage plan ${name}`, {
        remedy: `To deploy it: npm run deploy -- ${stage}`,
      });
    const members = new Set<string | undefined>();
    for await (const { items = [] } of paginateGetUsagePlanKeys({ client, pageSize }, { usagePlanId: id }))
      for (const key of items) members.add(key.id);
    return { id, members };
  };
  return {
    standard: await read('standard'),
    partner: await read('partner'),
    unlimited: await read('unlimited'),
    browser: await read('browser'),
  };
};

const descriptionPrefix = 'Waypost: ';

const gatewayKey = z.object({
  id: z.string().min(1),
  value: z.string().min(1),
  description: z.string().default(''),
  enabled: z.boolean().default(true),
  createdDate: z.date().optional(),
});

/** API Gateway key of a client in a plan. Its value is the usage identifier. */
type ClientKey = z.infer<typeof gatewayKey> & { readonly plan: Plan; readonly client: string | undefined };

/** Reads all clients' keys in the account and region, by usage identifier. `nameQuery` is an optional name prefix. */
const readKeys = async (
  client: APIGatewayClient,
  nameQuery?: string,
): Promise<ReadonlyMap<string, ClientKey>> => {
  const keys = new Map<string, ClientKey>();
  const request = { includeValues: true, nameQuery };
  for await (const { items = [] } of paginateGetApiKeys({ client, pageSize }, request))
    for (const item of items) {
      const { data: key } = gatewayKey.safeParse(item);
      const plan = key && planOfUsageIdentifier(key.value);
      if (plan) keys.set(key.value, { ...key, plan, client: clientOf(key.description) });
    }
  return keys;
};

const clientOf = (description: string): string | undefined =>
  description.startsWith(descriptionPrefix) ? description.slice(descriptionPrefix.length) : undefined;

/** Maximum milliseconds between adding a client to the gateway and then storing its key. */
const issueMilliseconds = 60 * 60_000;

/**
 * Compares the gateway with the wanted clients. Yields removals from wrong plans before additions to the right ones,
 * because API Gateway allows a key in only one plan per stage. Ignores keys in none of these plans, which belong to other
 * stages.
 */
function* findDifferences(
  gateway: APIGatewayClient,
  usagePlans: UsagePlans,
  keys: ReadonlyMap<string, ClientKey>,
  wanted: ReadonlyMap<string, PlanClient>,
): Generator<GatewayDifference> {
  for (const [identifier, { id: keyId, client, plan, createdDate }] of keys)
    for (const each of plans) {
      const { id: planId, members } = usagePlans[each];
      if (!members.has(keyId)) continue;
      const isWrong = each !== plan;
      const isNew = createdDate && Date.now() - createdDate.getTime() < issueMilliseconds;
      if (!isWrong && (wanted.has(identifier) || isNew)) continue;
      const repair = () => reconciling(() => leavePlan(gateway, planId, keyId, !isWrong));
      yield { client, plan: each, identifier, kind: isWrong ? 'in another plan' : 'left over', repair };
    }
  for (const [identifier, { client, plan }] of wanted) {
    const key = keys.get(identifier);
    const { id: planId, members } = usagePlans[plan];
    const join = async () =>
      joinPlan(gateway, planId, key?.id ?? (await createKey(gateway, identifier, client)));
    const difference = { client, plan, identifier, repair: () => reconciling(join) };
    if (!key) yield { ...difference, kind: 'unknown' };
    if (key?.enabled === false)
      yield { ...difference, kind: 'disabled', repair: () => reconciling(() => enableKey(gateway, key.id)) };
    if (key && !members.has(key.id)) yield { ...difference, kind: 'outside its plan' };
  }
}

const leavePlan = async (
  client: APIGatewayClient,
  usagePlanId: string,
  keyId: string,
  thenDelete: boolean,
): Promise<void> => {
  await unlessGone(client.send(new DeleteUsagePlanKeyCommand({ usagePlanId, keyId })));
  // Another stage may share the key.
  if (thenDelete && (await plansWith(client, keyId)).length === 0)
    await unlessGone(client.send(new DeleteApiKeyCommand({ apiKey: keyId })));
};

const enableKey = async (client: APIGatewayClient, apiKey: string): Promise<void> => {
  const patchOperations = [{ op: 'replace', path: '/enabled', value: 'true' } as const];
  await client.send(new UpdateApiKeyCommand({ apiKey, patchOperations }));
};

const createKey = async (client: APIGatewayClient, identifier: string, clientName: string) => {
  const description = `${descriptionPrefix}${clientName}`;
  const key = { name: identifier, value: identifier, description, enabled: true };
  try {
    return gatewayKey.parse(await client.send(new CreateApiKeyCommand(key))).id;
  } catch (error) {
    // Another operator may have created the key in the meantime, or an earlier attempt whose response was lost.
    const id = isConflict(error) && (await readKeys(client, identifier)).get(identifier)?.id;
    if (id) return id;
    throw error;
  }
};

/** Adds a key to a usage plan. Does nothing if it is already in the plan. */
const joinPlan = async (client: APIGatewayClient, usagePlanId: string, keyId: string): Promise<void> => {
  try {
    await client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' }));
  } catch (error) {
    // API Gateway returns the same error for a key in another plan of the stage.
    if (!isConflict(error) || !(await plansWith(client, keyId)).includes(usagePlanId)) throw error;
  }
};

const plansWith = async (client: APIGatewayClient, keyId: string) => {
  const { items = [] } = await client.send(new GetUsagePlansCommand({ keyId, limit: pageSize }));
  return items.map(({ id }) => id);
};

const isConflict = (error: unknown): boolean => errorName(error) === 'ConflictException';

/** Waits for a removal. Ignores the error for a key that another operator has already removed. */
const unlessGone = async (sent: Promise<unknown>): Promise<void> => {
  await sent.catch((error: unknown) => {
    if (errorName(error) !== 'NotFoundException') throw error;
  });
};

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
import {
  type Plan,
  planOfUsageIdentifier,
  plans,
  usageIdentifierOf,
} from '../../../shared/domain/access/api-key.ts';
import { usagePlanName } from '../../stages/stage-names.ts';
import type { StageName } from '../../stages/stage-settings.ts';
import { OperatorError } from '../errors.ts';
import { awsFailure, errorName } from './aws-failure.ts';
import type {
  ClientGateway,
  GatewayDifference,
  PlanClient,
  Reconciliation,
  WantedClients,
} from './operated-stack.ts';

/** API Gateway accepts a few changes a second for a whole account; throttled ones are retried. */
const maxAttempts = 10;
/** Maximum page size of API Gateway. */
const pageSize = 500;
/** Lambda ends the authoriser after 10 seconds; one more for its response to arrive. */
const respondsWithin = 11_000;

/**
 * The gateway of a stage. API Gateway rejects requests whose usage identifier is not the value of an API key of its own in
 * a usage plan of the stage. So it has one such key for each client and plan, which stages in one account and region
 * share.
 */
export const apiGateway = (
  stage: StageName,
  restApiId: string,
  region: string | undefined,
): ClientGateway => {
  const withClient = async <T>(doing: string, use: (client: APIGatewayClient) => Promise<T>): Promise<T> => {
    const client = new APIGatewayClient({ region, maxAttempts });
    try {
      return await use(client);
    } catch (error) {
      throw awsFailure(doing, error);
    } finally {
      client.destroy();
    }
  };
  return {
    respondsWithin,
    reconcile: (request) =>
      withClient('reconciling the clients of API Gateway', (client) => reconcile(client, stage, request)),
    forgetKeys: () =>
      withClient('evicting the keys that API Gateway has cached', async (client) => {
        await client.send(new FlushStageAuthorizersCacheCommand({ restApiId, stageName: stage }));
      }),
  };
};

const reconcile = async (
  client: APIGatewayClient,
  stage: StageName,
  { wanted: readWanted, only, check = false, onRepaired }: Reconciliation,
): Promise<readonly GatewayDifference[]> => {
  const planIds = await readPlanIds(client, stage);
  const state = await readState(client, planIds);
  const { byIdentifier } = await readWanted();
  const differences = findDifferences(state, byIdentifier, new Date()).filter(
    ({ identifier }) => !only || identifier === usageIdentifierOf(only),
  );
  if (check) return differences;
  for (const [index, difference] of differences.entries()) {
    const left = difference.kind === 'left over' ? reasonToStay(difference, await readWanted()) : undefined;
    if (!left) await repair(client, planIds, state, difference);
    onRepaired?.(difference, left, `${index + 1} of ${differences.length}`);
  }
  return differences;
};

/**
 * Returns why a client stays that was left over a moment ago: keys are issued, rotated and extended meanwhile, and all
 * keys of a removed client are rejected.
 */
const reasonToStay = ({ identifier }: GatewayDifference, { byIdentifier, unreadable }: WantedClients) => {
  if (byIdentifier.has(identifier)) return 'works';
  return unreadable > 0 ? 'unreadable' : undefined;
};

type PlanIds = Readonly<Record<Plan, string>>;

const readPlanIds = async (client: APIGatewayClient, stage: StageName): Promise<PlanIds> => {
  const ids = new Map<string, string>();
  for await (const { items = [] } of paginateGetUsagePlans({ client, pageSize }, {}))
    for (const { id, name } of items) if (id !== undefined && name !== undefined) ids.set(name, id);
  const idOf = (plan: Plan): string => {
    const name = usagePlanName({ name: stage }, plan);
    const id = ids.get(name);
    if (id !== undefined) return id;
    throw new OperatorError(`API Gateway has no usage plan ${name}`, {
      remedy: `To deploy it: npm run deploy -- ${stage}`,
    });
  };
  return { standard: idOf('standard'), partner: idOf('partner'), unlimited: idOf('unlimited') };
};

/** An API key of API Gateway that stands for a client in a plan: its value is the usage identifier. */
interface ClientKey {
  readonly id: string;
  readonly identifier: string;
  readonly plan: Plan;
  readonly client?: string;
  readonly enabled: boolean;
  readonly createdAt?: Date;
}

/** Clients that API Gateway knows. */
interface GatewayState {
  /** By usage identifier. */
  readonly keys: ReadonlyMap<string, ClientKey>;
  /** Ids of the keys in each usage plan of the stage. */
  readonly members: Readonly<Record<Plan, ReadonlySet<string>>>;
}

const readState = async (client: APIGatewayClient, planIds: PlanIds): Promise<GatewayState> => {
  const membersOf = async (plan: Plan) => {
    const members = new Set<string>();
    const request = { usagePlanId: planIds[plan] };
    for await (const { items = [] } of paginateGetUsagePlanKeys({ client, pageSize }, request))
      for (const { id } of items) if (id !== undefined) members.add(id);
    return members;
  };
  const members = {
    standard: await membersOf('standard'),
    partner: await membersOf('partner'),
    unlimited: await membersOf('unlimited'),
  };
  // After the members: a key created meanwhile is then known to be new.
  return { members, keys: await readKeys(client) };
};

const plansWith = async (client: APIGatewayClient, keyId: string): Promise<readonly string[]> => {
  const { items = [] } = await client.send(new GetUsagePlansCommand({ keyId, limit: pageSize }));
  return items.flatMap(({ id }) => id ?? []);
};

const shownKey = z.object({
  id: z.string().min(1),
  value: z.string().min(1),
  description: z.string().optional(),
  enabled: z.boolean().default(true),
  createdDate: z.date().optional(),
});

const descriptionPrefix = 'Waypost: ';

/** Reads the API keys that stand for clients, of all stages in the account and region, or those with a name prefix. */
const readKeys = async (
  client: APIGatewayClient,
  nameQuery?: string,
): Promise<ReadonlyMap<string, ClientKey>> => {
  const keys = new Map<string, ClientKey>();
  const request = { includeValues: true, ...(nameQuery !== undefined && { nameQuery }) };
  for await (const { items = [] } of paginateGetApiKeys({ client, pageSize }, request))
    for (const item of items) {
      const { data } = shownKey.safeParse(item);
      const plan = data && planOfUsageIdentifier(data.value);
      if (!plan) continue;
      const { id, value: identifier, description, enabled, createdDate: createdAt } = data;
      const name = description?.startsWith(descriptionPrefix) && description.slice(descriptionPrefix.length);
      keys.set(identifier, {
        id,
        identifier,
        plan,
        enabled,
        ...(name && { client: name }),
        ...(createdAt && { createdAt }),
      });
    }
  return keys;
};

/** Milliseconds for which the gateway may know a client before its key is stored: they are created in this order. */
const issueMilliseconds = 60 * 60_000;

/**
 * Compares the gateway with the wanted clients. A key leaves a wrong plan before it joins its own, because API Gateway
 * allows one plan of a stage for each key. Keys in no plan of the stage belong to other stages.
 */
const findDifferences = (
  { keys, members }: GatewayState,
  wanted: ReadonlyMap<string, PlanClient>,
  now: Date,
): readonly GatewayDifference[] => {
  const found: GatewayDifference[] = [];
  for (const { id, identifier, client, plan, createdAt } of keys.values()) {
    const about = { identifier, ...(client !== undefined && { client }) };
    for (const other of plans)
      if (other !== plan && members[other].has(id))
        found.push({ kind: 'in another plan', plan: other, ...about });
    const isNew = createdAt !== undefined && now.getTime() - createdAt.getTime() < issueMilliseconds;
    if (!wanted.has(identifier) && !isNew && members[plan].has(id))
      found.push({ kind: 'left over', plan, ...about });
  }
  for (const [identifier, { client, plan }] of wanted) {
    const key = keys.get(identifier);
    const about = { client, plan, identifier };
    if (!key) found.push({ kind: 'unknown', ...about });
    else {
      if (!key.enabled) found.push({ kind: 'disabled', ...about });
      if (!members[plan].has(key.id)) found.push({ kind: 'outside its plan', ...about });
    }
  }
  return found;
};

const repair = async (
  client: APIGatewayClient,
  planIds: PlanIds,
  { keys }: GatewayState,
  { kind, client: clientName, plan, identifier }: GatewayDifference,
): Promise<void> => {
  const usagePlanId = planIds[plan];
  const keyId = keys.get(identifier)?.id ?? (await createKey(client, identifier, clientName ?? identifier));
  switch (kind) {
    case 'disabled':
      await client.send(
        new UpdateApiKeyCommand({
          apiKey: keyId,
          patchOperations: [{ op: 'replace', path: '/enabled', value: 'true' }],
        }),
      );
      break;
    case 'unknown':
    case 'outside its plan':
      await joinPlan(client, usagePlanId, keyId);
      break;
    default: {
      await unlessGone(client.send(new DeleteUsagePlanKeyCommand({ usagePlanId, keyId })));
      const isUnused = kind === 'left over' && (await plansWith(client, keyId)).length === 0;
      if (isUnused) await unlessGone(client.send(new DeleteApiKeyCommand({ apiKey: keyId })));
    }
  }
};

const createdKey = z.object({ id: z.string().min(1) });

const createKey = async (
  client: APIGatewayClient,
  identifier: string,
  clientName: string,
): Promise<string> => {
  const command = new CreateApiKeyCommand({
    name: identifier,
    value: identifier,
    description: `${descriptionPrefix}${clientName}`,
    enabled: true,
  });
  try {
    return createdKey.parse(await client.send(command)).id;
  } catch (error) {
    // Another operator may have created it meanwhile, or this command, in a request whose response was lost.
    const id = isConflict(error) && (await readKeys(client, identifier)).get(identifier)?.id;
    if (id) return id;
    throw error;
  }
};

/** Lets a key join a usage plan; nothing changes if it is a member. */
const joinPlan = async (client: APIGatewayClient, usagePlanId: string, keyId: string): Promise<void> => {
  try {
    await client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' }));
  } catch (error) {
    // The same error as for a key in another plan of the stage.
    if (!isConflict(error) || !(await plansWith(client, keyId)).includes(usagePlanId)) throw error;
  }
};

const isConflict = (error: unknown): boolean => errorName(error) === 'ConflictException';

/** Ignores that another operator has removed it meanwhile. */
const unlessGone = async (sent: Promise<unknown>): Promise<void> => {
  await sent.catch((error: unknown) => {
    if (errorName(error) !== 'NotFoundException') throw error;
  });
};

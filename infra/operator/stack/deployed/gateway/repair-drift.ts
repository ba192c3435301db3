import {
  type APIGatewayClient,
  DeleteApiKeyCommand,
  DeleteUsagePlanKeyCommand,
  GetUsagePlansCommand,
  UpdateApiKeyCommand,
} from '@aws-sdk/client-api-gateway';
import type { Plan } from '../../../../../shared/domain/access/api-key.ts';
import { OperatorError } from '../../../operator-error.ts';
import type { GatewayDrift } from '../../operated-stack.ts';
import { errorName } from '../aws-failure.ts';
import { admitClient, joinPlan } from './admit-client.ts';
import { readClientKeys } from './client-keys.ts';

/** Somebody else has mended it meanwhile. */
const unlessGone = async (send: Promise<unknown>): Promise<void> => {
  await send.catch((error: unknown) => {
    if (errorName(error) !== 'NotFoundException') throw error;
  });
};

const leavePlan = (client: APIGatewayClient, usagePlanId: string, keyId: string): Promise<void> =>
  unlessGone(client.send(new DeleteUsagePlanKeyCommand({ usagePlanId, keyId })));

/** Stages of one account and region share the key of a client: it goes with the last of them. */
const removeUnlessShared = async (client: APIGatewayClient, keyId: string): Promise<void> => {
  const { items = [] } = await client.send(new GetUsagePlansCommand({ keyId, limit: 1 }));
  if (items.length === 0) await unlessGone(client.send(new DeleteApiKeyCommand({ apiKey: keyId })));
};

const enable = (client: APIGatewayClient, keyId: string): Promise<unknown> =>
  client.send(
    new UpdateApiKeyCommand({
      apiKey: keyId,
      patchOperations: [{ op: 'replace', path: '/enabled', value: 'true' }],
    }),
  );

/** Mends one thing that the gateway knows otherwise than it should. Throws OperatorError. */
export const repairDrift = async (
  client: APIGatewayClient,
  planIds: Readonly<Record<Plan, string>>,
  { kind, client: clientName, plan, identifier }: GatewayDrift,
): Promise<void> => {
  const usagePlanId = planIds[plan];
  if (kind === 'unknown' && clientName !== undefined)
    return admitClient(client, usagePlanId, { client: clientName, plan });
  const keyId = (await readClientKeys(client, identifier)).get(identifier)?.id;
  if (keyId === undefined) {
    if (kind === 'left over' || kind === 'in another plan') return;
    throw new OperatorError(`API Gateway's key ${identifier} has gone meanwhile. Repeat the command`);
  }
  if (kind === 'disabled') await enable(client, keyId);
  else if (kind === 'outside its plan') await joinPlan(client, usagePlanId, keyId);
  else {
    await leavePlan(client, usagePlanId, keyId);
    if (kind === 'left over') await removeUnlessShared(client, keyId);
  }
};

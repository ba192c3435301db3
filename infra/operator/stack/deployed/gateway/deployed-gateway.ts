import { APIGatewayClient, FlushStageAuthorizersCacheCommand } from '@aws-sdk/client-api-gateway';
import type { StageName } from '../../../../stages/stage-settings.ts';
import type { ClientGateway } from '../../operated-stack.ts';
import { awsFailure } from '../aws-failure.ts';
import { admitClient } from './admit-client.ts';
import { readClientKeys, readMembers } from './client-keys.ts';
import { type GatewayState, gatewayDrift } from './gateway-drift.ts';
import { repairDrift } from './repair-drift.ts';
import { usagePlanIds } from './usage-plans.ts';

/** API Gateway takes a handful of changes a second from a whole account: what it refuses for that is tried again. */
const attempts = 10;

/** Lambda ends the authoriser after 10 seconds; one more is for the way of its answer. */
const answersWithin = 11_000;

const readState = async (client: APIGatewayClient, stage: StageName): Promise<GatewayState> => {
  const ids = await usagePlanIds(client, stage);
  // The keys last: one that was made meanwhile is known, and then known to be new.
  const members = {
    standard: await readMembers(client, ids.standard),
    partner: await readMembers(client, ids.partner),
    unlimited: await readMembers(client, ids.unlimited),
  };
  return { members, keys: await readClientKeys(client) };
};

/**
 * The gateway of a stage. It refuses requests whose usage identifier is not the value of a key of its own that belongs
 * to a usage plan of the stage.
 */
export const deployedGateway = (
  stage: StageName,
  restApiId: string,
  region: string | undefined,
): ClientGateway => {
  const withClient = async <T>(doing: string, use: (client: APIGatewayClient) => Promise<T>): Promise<T> => {
    const client = new APIGatewayClient({ region, maxAttempts: attempts });
    try {
      return await use(client);
    } catch (error) {
      throw awsFailure(doing, error);
    } finally {
      client.destroy();
    }
  };
  return {
    answersWithin,
    admit: (clientName, plan) =>
      withClient(`making ${clientName} known to API Gateway`, async (client) => {
        const ids = await usagePlanIds(client, stage);
        await admitClient(client, ids[plan], { client: clientName, plan });
      }),
    findDrift: (wanted) =>
      withClient('reading the keys of API Gateway', async (client) => {
        const state = await readState(client, stage);
        return gatewayDrift(state, await wanted(), new Date());
      }),
    repair: (drift) =>
      withClient(`mending the key of ${drift.client ?? drift.identifier} at API Gateway`, async (client) => {
        await repairDrift(client, await usagePlanIds(client, stage), drift);
      }),
    forgetKeys: () =>
      withClient('having API Gateway forget the keys that it has seen', async (client) => {
        await client.send(new FlushStageAuthorizersCacheCommand({ restApiId, stageName: stage }));
      }),
  };
};

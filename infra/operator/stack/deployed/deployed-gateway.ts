import {
  APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  FlushStageAuthorizersCacheCommand,
  paginateGetApiKeys,
  paginateGetUsagePlans,
} from '@aws-sdk/client-api-gateway';
import * as z from 'zod';
import type { Plan } from '../../../../shared/domain/access/api-key.ts';
import { usageIdentifierOf } from '../../../../shared/domain/access/usage-identifier.ts';
import { usagePlanName } from '../../../stages/stage-names.ts';
import type { StageName } from '../../../stages/stage-settings.ts';
import { OperatorError } from '../../operator-error.ts';
import type { ClientGateway } from '../operated-stack.ts';
import { awsFailure, errorName } from './aws-failure.ts';

/** The most that API Gateway gives a page. */
const pageSize = 500;

const isConflict = (error: unknown): boolean => errorName(error) === 'ConflictException';

const createdKey = z.object({ id: z.string().min(1) });

const usagePlanId = async (client: APIGatewayClient, stage: StageName, plan: Plan): Promise<string> => {
  const name = usagePlanName({ name: stage }, plan);
  for await (const { items = [] } of paginateGetUsagePlans({ client, pageSize }, {})) {
    const id = items.find((item) => item.name === name)?.id;
    if (id !== undefined) return id;
  }
  throw new OperatorError(`API Gateway has no usage plan ${name}. To deploy it: npm run deploy -- ${stage}`);
};

/** Keys of one account and region have different values, so that stages in one share the key of a client. */
const existingKeyId = async (client: APIGatewayClient, identifier: string): Promise<string> => {
  const named = { nameQuery: identifier, includeValues: true };
  for await (const { items = [] } of paginateGetApiKeys({ client, pageSize }, named)) {
    const id = items.find(({ value }) => value === identifier)?.id;
    if (id !== undefined) return id;
  }
  throw new OperatorError(
    `API Gateway has a key of the value ${identifier} under another name; it must be removed there first`,
  );
};

const idOf = (created: unknown, identifier: string): string => {
  const { data } = createdKey.safeParse(created);
  if (data) return data.id;
  throw new OperatorError(
    `API Gateway made the key ${identifier}, but did not say its id. Repeat the command: it finds the key by its name`,
  );
};

const clientKeyId = async (
  client: APIGatewayClient,
  identifier: string,
  clientName: string,
): Promise<string> => {
  try {
    const created = await client.send(
      new CreateApiKeyCommand({
        name: identifier,
        value: identifier,
        description: `Waypost: ${clientName}`,
        enabled: true,
      }),
    );
    return idOf(created, identifier);
  } catch (error) {
    if (!isConflict(error)) throw error;
    return existingKeyId(client, identifier);
  }
};

const joinPlan = async (client: APIGatewayClient, planId: string, keyId: string): Promise<void> => {
  try {
    await client.send(new CreateUsagePlanKeyCommand({ usagePlanId: planId, keyId, keyType: 'API_KEY' }));
  } catch (error) {
    // It has joined before.
    if (!isConflict(error)) throw error;
  }
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
  const withClient = async (doing: string, use: (client: APIGatewayClient) => Promise<unknown>) => {
    const client = new APIGatewayClient({ region });
    try {
      await use(client);
    } catch (error) {
      throw awsFailure(doing, error);
    } finally {
      client.destroy();
    }
  };
  return {
    admit: (clientName, plan) =>
      withClient(`making ${clientName} known to API Gateway`, async (client) => {
        const planId = await usagePlanId(client, stage, plan);
        const identifier = usageIdentifierOf({ client: clientName, plan });
        await joinPlan(client, planId, await clientKeyId(client, identifier, clientName));
      }),
    forgetKeys: () =>
      withClient('having API Gateway forget the keys that it has seen', (client) =>
        client.send(new FlushStageAuthorizersCacheCommand({ restApiId, stageName: stage })),
      ),
  };
};

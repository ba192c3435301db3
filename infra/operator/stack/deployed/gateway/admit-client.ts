import {
  type APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  GetUsagePlanKeyCommand,
  paginateGetApiKeys,
} from '@aws-sdk/client-api-gateway';
import * as z from 'zod';
import { usageIdentifierOf } from '../../../../../shared/domain/access/api-key.ts';
import { OperatorError } from '../../../operator-error.ts';
import type { AdmittedClient } from '../../operated-stack.ts';
import { errorName } from '../aws-failure.ts';
import { descriptionOf } from './client-keys.ts';
import { pageSize } from './usage-plans.ts';

const isConflict = (error: unknown): boolean => errorName(error) === 'ConflictException';

const createdKey = z.object({ id: z.string().min(1) });

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
        description: descriptionOf(clientName),
        enabled: true,
      }),
    );
    return idOf(created, identifier);
  } catch (error) {
    if (!isConflict(error)) throw error;
    return existingKeyId(client, identifier);
  }
};

const isMember = async (client: APIGatewayClient, usagePlanId: string, keyId: string): Promise<boolean> => {
  try {
    await client.send(new GetUsagePlanKeyCommand({ usagePlanId, keyId }));
    return true;
  } catch (error) {
    if (errorName(error) === 'NotFoundException') return false;
    throw error;
  }
};

/**
 * Lets a key of the gateway join a usage plan; nothing changes where it has joined before. API Gateway refuses in the
 * same words a key that is in another plan of one of the plan's stages. Throws OperatorError for that.
 */
export const joinPlan = async (
  client: APIGatewayClient,
  usagePlanId: string,
  keyId: string,
): Promise<void> => {
  try {
    await client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' }));
  } catch (error) {
    if (!isConflict(error)) throw error;
    if (await isMember(client, usagePlanId, keyId)) return;
    throw new OperatorError(
      `API Gateway refuses its key ${keyId} for the usage plan ${usagePlanId}: it is in another plan of the same stage. To see which: \`aws apigateway get-usage-plans --key-id ${keyId}\`; remove it there and repeat the command`,
      { cause: error },
    );
  }
};

/** Gives a client the key by which the gateway counts it under its plan, unless it has that already. */
export const admitClient = async (
  client: APIGatewayClient,
  usagePlanId: string,
  admitted: AdmittedClient,
): Promise<void> => {
  const identifier = usageIdentifierOf(admitted);
  await joinPlan(client, usagePlanId, await clientKeyId(client, identifier, admitted.client));
};

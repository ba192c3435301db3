import { randomBytes as systemRandomBytes } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type ApiKey, apiKey, plan, scope } from '../../domain/access/api-key.ts';
import { createKeyToken, digestOfKey, keyEnvironments } from '../../domain/access/key-token.ts';
import { byCodeUnit } from '../../domain/code-unit-order.ts';
import type { RandomBytes } from '../../domain/crockford-base32.ts';
import { storeCall } from '../store-failure.ts';
import { readRow } from '../stored-row.ts';
import type { Table } from '../table.ts';
import { dynamoDbApiKeyRegister } from './dynamodb-api-key-register.ts';

/** No key was ever issued under this id. */
export class UnknownApiKey extends Error {
  override readonly name = 'UnknownApiKey';
}

const keyRequest = z.object({
  client: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .regex(/^\P{Cc}*$/u, 'must not have control characters'),
  scopes: z.array(scope).min(1),
  plan,
  /** ISO 8601 with its offset. Never where absent. */
  expiresAt: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text).toISOString())
    .optional(),
  environment: z.enum(keyEnvironments),
});
export type KeyRequest = z.input<typeof keyRequest>;

interface IssuedKey {
  /** The key itself: shown once, kept nowhere. */
  readonly token: string;
  readonly record: ApiKey;
}

/** What an operator does with keys. Each throws StoreUnavailable. */
export interface ApiKeyAdministration {
  /** Throws ZodError for a request that cannot be granted. */
  issue(request: KeyRequest): Promise<IssuedKey>;
  /** All keys ever issued, by client, oldest first. */
  list(): Promise<readonly ApiKey[]>;
  /** Ends a key for good; ending it again changes nothing. Throws UnknownApiKey. */
  revoke(keyId: string): Promise<ApiKey>;
}

/** Where keys are kept; the clock and the random source are the system's where absent. */
export interface ApiKeyAdministrationSettings {
  readonly table: Table;
  readonly now?: () => Date;
  readonly randomBytes?: RandomBytes;
}

const keyed = z.object({ keyId: z.string() });

const conditionFailed = (error: unknown): boolean => error instanceof ConditionalCheckFailedException;

/** Writes the record of a new key. A retry after a lost answer finds the key there already: it is the same one. */
const putRecord = async (table: Table, record: ApiKey): Promise<void> => {
  const put = new PutCommand({
    TableName: table.tableName,
    Item: record,
    ConditionExpression: 'attribute_not_exists(#keyId)',
    ExpressionAttributeNames: { '#keyId': 'keyId' },
  });
  try {
    await storeCall('api keys: issue', () => table.client.send(put), conditionFailed);
  } catch (error) {
    if (!conditionFailed(error)) throw error;
    const stored = await dynamoDbApiKeyRegister(table).find(record.keyId);
    if (stored?.digest !== record.digest) throw error;
  }
};

const listRecords = (table: Table): Promise<ApiKey[]> =>
  storeCall('api keys: list', async () => {
    const records: ApiKey[] = [];
    const scan = { TableName: table.tableName, ConsistentRead: true };
    for await (const { Items = [] } of paginateScan({ client: table.client }, scan)) {
      for (const row of Items) {
        const record = readRow(apiKey, row, keyed.safeParse(row).data?.keyId ?? '');
        if (record) records.push(record);
      }
    }
    return records;
  });

const byClientAndAge = (one: ApiKey, other: ApiKey): number =>
  byCodeUnit(one.client, other.client) || byCodeUnit(one.createdAt, other.createdAt);

const revokeRecord = async (table: Table, keyId: string, revokedAt: string): Promise<ApiKey> => {
  const update = new UpdateCommand({
    TableName: table.tableName,
    Key: { keyId },
    UpdateExpression: 'SET #status = :revoked, #revokedAt = if_not_exists(#revokedAt, :now)',
    ConditionExpression: 'attribute_exists(#keyId)',
    ExpressionAttributeNames: { '#keyId': 'keyId', '#status': 'status', '#revokedAt': 'revokedAt' },
    ExpressionAttributeValues: { ':revoked': 'REVOKED', ':now': revokedAt },
    ReturnValues: 'ALL_NEW',
  });
  try {
    const { Attributes } = await storeCall(
      'api keys: revoke',
      () => table.client.send(update),
      conditionFailed,
    );
    return apiKey.parse(Attributes);
  } catch (error) {
    if (conditionFailed(error)) throw new UnknownApiKey(`There is no key of id ${keyId}.`, { cause: error });
    throw error;
  }
};

/** Issues, lists and ends keys in the table of the authoriser's register. */
export const apiKeyAdministration = ({
  table,
  now = () => new Date(),
  randomBytes = systemRandomBytes,
}: ApiKeyAdministrationSettings): ApiKeyAdministration => ({
  async issue(request) {
    const { environment, scopes, ...granted } = keyRequest.parse(request);
    const { token, keyId } = createKeyToken(environment, randomBytes);
    const record: ApiKey = {
      keyId,
      digest: digestOfKey(token).toString('hex'),
      ...granted,
      scopes: [...new Set(scopes)],
      status: 'ACTIVE',
      createdAt: now().toISOString(),
    };
    await putRecord(table, record);
    return { token, record };
  },
  list: async () => (await listRecords(table)).sort(byClientAndAge),
  revoke: (keyId) => revokeRecord(table, keyId, now().toISOString()),
});

import { authoriseApiKey } from '../../../functions/platform/authorise-api-key.ts';
import { dynamoDbApiKeyRegister } from '../../../shared/data-access/access/dynamodb-api-key-register.ts';
import type { KeyRequest } from '../../../shared/data-access/access/key-request.ts';
import type { ApiKeyRegister } from '../../../shared/domain/access/api-key.ts';
import { keyOperator } from '../key-operator.ts';
import { startEmbeddedTables } from '../tables/embedded-tables.ts';

export const stageArn = 'arn:aws:execute-api:ap-southeast-2:123456789012:abcdef1234/live';

const request: KeyRequest = {
  client: 'Southern Shop',
  scopes: ['locations-v2'],
  plan: 'partner',
  environment: 'live',
};

/** The event of a request with these headers, as API Gateway hands it to its authoriser. */
export const eventWith = (multiValueHeaders: Record<string, string[]> | null) => ({
  type: 'REQUEST',
  methodArn: `${stageArn}/GET/locations/v2/services`,
  multiValueHeaders,
});

export const eventOf = (token: string) => eventWith({ 'AUTH-KEY': [token] });

/** The authoriser on a table of its own, with the means to issue keys and to count what it reads. */
export const startAuthoriser = async () => {
  const { client, tables, close } = await startEmbeddedTables();
  const table = { client, tableName: tables.apiKeys };
  const register = dynamoDbApiKeyRegister(table);
  const keys = keyOperator({ client, tables });
  const uses = { client, tableName: tables.apiKeyUse };
  let reads = 0;
  const counting: ApiKeyRegister = {
    find(keyId) {
      reads += 1;
      return register.find(keyId);
    },
  };
  return {
    issue: (change: Partial<KeyRequest> = {}) => keys.issue({ ...request, ...change }),
    rotate: keys.rotate,
    revoke: keys.revoke,
    reads: () => reads,
    register,
    uses,
    authorise: (event: object, now?: () => Date) => authoriseApiKey(counting, now)(event),
    close,
  };
};
export type AuthoriserUnderTest = Awaited<ReturnType<typeof startAuthoriser>>;

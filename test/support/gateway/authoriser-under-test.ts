import { authoriseApiKey } from '../../../functions/platform/authorise-api-key.ts';
import { keyLookup } from '../../../shared/data-access/access/key-repository.ts';
import type { KeyLookup } from '../../../shared/domain/access/api-key.ts';
import { keyOperator } from '../key-operator.ts';
import { withConsistentReads } from '../tables/consistent-reads.ts';
import { startEmbeddedTables } from '../tables/embedded-tables.ts';

export const stageArn = 'arn:aws:execute-api:ap-southeast-2:123456789012:abcdef1234/live';

export const eventWith = (multiValueHeaders: Record<string, string[]> | null) => ({
  type: 'REQUEST',
  methodArn: `${stageArn}/GET/locations/v2/services`,
  multiValueHeaders,
});

export const eventOf = (token: string) => eventWith({ 'AUTH-KEY': [token] });

/** Starts the authoriser with its own table. Returns it with functions that issue keys and count reads. */
export const startAuthoriser = async () => {
  const { client, tables, engine, close } = withConsistentReads(await startEmbeddedTables());
  const table = { client, tableName: tables.apiKeys };
  const register = keyLookup(table);
  const keys = keyOperator({ client, tables });
  const uses = { client, tableName: tables.apiKeyUse };
  let reads = 0;
  const counting: KeyLookup = {
    find(keyId) {
      reads += 1;
      return register.find(keyId);
    },
  };
  return {
    ...keys,
    reads: () => reads,
    register,
    keys: table,
    endpoint: engine.endpoint,
    uses,
    authorise: (event: object, now?: () => Date) => authoriseApiKey(counting, { ...(now && { now }) })(event),
    close,
  };
};

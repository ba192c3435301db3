import {
  type ApiKeyAdministration,
  apiKeyAdministration,
  UnknownApiKey,
} from '../../../shared/data-access/access/api-key-administration.ts';
import type { Plan, Scope } from '../../../shared/domain/access/api-key.ts';
import { OperatorError } from '../operator-error.ts';
import { runningStack } from '../stack/running-stack.ts';
import { stackDatabase } from '../stack/stack-database.ts';
import { keyListText } from './key-list.ts';

export interface IssueOptions {
  readonly dataDir: string;
  readonly client: string;
  readonly scope: readonly Scope[];
  readonly plan: Plan;
  /** ISO 8601, UTC; never where absent. */
  readonly expires?: string;
}

const withKeys = async <T>(
  dataDirectory: string,
  use: (keys: ApiKeyAdministration) => Promise<T>,
): Promise<T> => {
  const stack = await runningStack(dataDirectory);
  const client = stackDatabase(stack);
  try {
    return await use(apiKeyAdministration({ table: { client, tableName: stack.tables.apiKeys } }));
  } finally {
    client.destroy();
  }
};

/** `waypost keys issue`: the key alone on standard output, so that a script can take it from there. */
export const issueKey = (options: IssueOptions): Promise<void> =>
  withKeys(options.dataDir, async (keys) => {
    const { token } = await keys.issue({
      client: options.client,
      scopes: [...options.scope],
      plan: options.plan,
      environment: 'test',
      ...(options.expires !== undefined && { expiresAt: options.expires }),
    });
    process.stdout.write(`${token}\n`);
    const until = options.expires === undefined ? '' : ` It expires at ${options.expires}.`;
    process.stderr.write(`Keep this key now: it is shown this once and stored nowhere.${until}\n`);
  });

/** `waypost keys list` */
export const listKeys = ({ dataDir, json }: { dataDir: string; json?: boolean }): Promise<void> =>
  withKeys(dataDir, async (keys) => {
    process.stdout.write(`${keyListText(await keys.list(), json ?? false, new Date())}\n`);
  });

/** `waypost keys revoke`. Throws OperatorError where there is no such key. */
export const revokeKey = (keyId: string, { dataDir }: { dataDir: string }): Promise<void> =>
  withKeys(dataDir, async (keys) => {
    try {
      const { client } = await keys.revoke(keyId);
      process.stderr.write(`Key ${keyId} of ${client} is revoked.\n`);
    } catch (error) {
      if (!(error instanceof UnknownApiKey)) throw error;
      throw new OperatorError('there is no key of this id; `waypost keys list` shows which there are', {
        cause: error,
      });
    }
  });

import {
  type ApiKeyAdministration,
  apiKeyAdministration,
  UnknownApiKey,
} from '../../../shared/data-access/access/api-key-administration.ts';
import type { Plan, Scope } from '../../../shared/domain/access/api-key.ts';
import { OperatorError } from '../operator-error.ts';
import { type StackChoice, withStack } from '../stack/open-stack.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { keyListText } from './key-list.ts';

export interface IssueOptions extends StackChoice {
  readonly client: string;
  readonly scope: readonly Scope[];
  readonly plan: Plan;
  /** ISO 8601, UTC; never where absent. */
  readonly expires?: string;
}

const withKeys = <T>(
  choice: StackChoice,
  use: (keys: ApiKeyAdministration, stack: OperatedStack) => Promise<T>,
): Promise<T> =>
  withStack(choice, (stack) =>
    use(apiKeyAdministration({ table: { client: stack.database, tableName: stack.tables.apiKeys } }), stack),
  );

/** `waypost keys issue`: the key alone on standard output, so that a script can take it from there. */
export const issueKey = (options: IssueOptions): Promise<void> =>
  withKeys(options, async (keys, { gateway, keyEnvironment }) => {
    // First, so that no key is issued which the gateway would refuse.
    await gateway.admit(options.client, options.plan);
    const { token } = await keys.issue({
      client: options.client,
      scopes: [...options.scope],
      plan: options.plan,
      environment: keyEnvironment,
      ...(options.expires !== undefined && { expiresAt: options.expires }),
    });
    process.stdout.write(`${token}\n`);
    const until = options.expires === undefined ? '' : ` It expires at ${options.expires}.`;
    process.stderr.write(`Keep this key now: it is shown this once and stored nowhere.${until}\n`);
  });

/** `waypost keys list` */
export const listKeys = (options: StackChoice & { readonly json?: boolean }): Promise<void> =>
  withKeys(options, async (keys) => {
    process.stdout.write(`${keyListText(await keys.list(), options.json ?? false, new Date())}\n`);
  });

/** Throws OperatorError where there is no such key, StoreUnavailable. */
const revoke = async (
  keys: ApiKeyAdministration,
  keyId: string,
  stack: Pick<OperatedStack, 'command'>,
): Promise<string> => {
  try {
    return (await keys.revoke(keyId)).client;
  } catch (error) {
    if (!(error instanceof UnknownApiKey)) throw error;
    throw new OperatorError(
      `there is no key of this id; \`${stack.command('waypost keys list')}\` shows which there are`,
      { cause: error },
    );
  }
};

/** `waypost keys revoke`. Throws OperatorError where there is no such key, or the gateway may go on letting it through. */
export const revokeKey = (keyId: string, choice: StackChoice): Promise<void> =>
  withKeys(choice, async (keys, stack) => {
    const client = await revoke(keys, keyId, stack);
    process.stderr.write(`Key ${keyId} of ${client} is revoked.\n`);
    await stack.gateway.forgetKeys();
  });

import { hasExpired, usageIdentifierOf } from '../../../shared/domain/access/api-key.ts';
import type { Run } from '../command.ts';
import { errorMessage, exitCodes, OperatorError } from '../errors.ts';
import type { GatewayDifference, OperatedStack, PlanClient } from '../stack/operated-stack.ts';
import { say } from '../terminal/output.ts';
import { textTable } from '../terminal/text.ts';
import { type StackKeys, withKeys } from './with-keys.ts';

/**
 * `waypost keys sync`: makes the gateway's clients match the clients that have a valid key. With `check`, only reports
 * differences. The exit code is 1 if differences remain.
 */
export const syncKeys: Run<{ readonly check?: boolean }> = (context, { check = false }) =>
  withKeys(context, async ({ keys, stack }) => {
    const wanted = wantedClients(keys);
    const differences = await stack.gateway.differences(wanted.read);
    if (!check) await repairAll(stack, differences, wanted, say);
    const unreadable = wanted.unreadable();
    const total = differences.length;
    const notes: string[] = [];
    if (check && total > 0)
      notes.push(
        `${total === 1 ? 'This difference is' : `These ${total} differences are`} not fixed. To fix: \`${stack.command('waypost keys sync')}\``,
      );
    if (unreadable > 0)
      notes.push(
        `${unreadable} ${unreadable === 1 ? 'key' : 'keys'} in the table cannot be read; a warning names each. Until the rows are fixed, no client is removed from the gateway. Fix them and run this command again.`,
      );
    return {
      data: { differences, unreadableKeys: unreadable },
      text: syncText(differences, unreadable),
      notes,
      exit: unreadable > 0 || (check && total > 0) ? exitCodes.failed : exitCodes.done,
    };
  });

/**
 * Stores a key, and adds its client to the gateway: before that, so that no valid key is rejected, and again afterwards,
 * because another command may have removed the client while it had no valid key.
 */
export const withAdmittedClient = async <T>(
  stack: OperatedStack,
  client: PlanClient,
  store: () => Promise<T>,
): Promise<T> => {
  await admitClient(stack, client);
  const stored = await store();
  await admitClient(stack, client).catch((error: unknown) => {
    // Not thrown, because a new key is shown only once, after this.
    say(
      `The key is stored, but the gateway may not know its client (${errorMessage(error)}). To fix: ${stack.command('waypost keys sync')}`,
    );
  });
  return stored;
};

const admitClient = async ({ gateway }: OperatedStack, { client, plan }: PlanClient): Promise<void> => {
  const identifier = usageIdentifierOf({ client, plan });
  const differences = await gateway.differences(async () => new Map([[identifier, { client, plan }]]));
  for (const difference of differences) if (difference.identifier === identifier) await difference.repair();
};

/** Removes a client without valid keys in the plan. A failure is harmless, so it is only returned as a note. */
export const removeClient = async ({ stack, keys }: StackKeys, client: PlanClient): Promise<string[]> => {
  try {
    const wanted = wantedClients(keys);
    const differences = await stack.gateway.differences(wanted.read);
    const identifier = usageIdentifierOf(client);
    await repairAll(
      stack,
      differences.filter((each) => each.identifier === identifier),
      wanted,
    );
    return [];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const sync = stack.command('waypost keys sync');
    return [
      `The key is revoked, but its client may remain in the gateway (${errorMessage(error)}). To remove it: ${sync}`,
    ];
  }
};

const wantedClients = (keys: StackKeys['keys']) => {
  let unreadable = 0;
  return {
    /** Returns the clients by usage identifier: one entry for each plan in which a client has a valid key. */
    async read(): Promise<ReadonlyMap<string, PlanClient>> {
      const listed = await keys.list();
      unreadable = Math.max(unreadable, listed.unreadable);
      const now = new Date();
      const valid = listed.keys.filter((key) => key.status === 'ACTIVE' && !hasExpired(key, now));
      return new Map(
        valid.map(({ client, plan }) => [usageIdentifierOf({ client, plan }), { client, plan }]),
      );
    },
    /** Number of unreadable rows. If there are any, any client may still have a key. */
    unreadable: () => unreadable,
  };
};

/**
 * Repairs differences. Does not remove clients that may have a valid key by now, because keys can be issued, rotated or
 * extended in the meantime, and the gateway rejects all keys of a client that it does not know.
 */
const repairAll = async (
  stack: OperatedStack,
  differences: readonly GatewayDifference[],
  wanted: ReturnType<typeof wantedClients>,
  report: (text: string) => void = () => {},
): Promise<void> => {
  for (const [index, difference] of differences.entries()) {
    const isLeftOver = difference.kind === 'left over';
    const readWanted = async () =>
      isLeftOver ? (await wanted.read()).get(difference.identifier) : undefined;
    const isWanted = (await readWanted()) !== undefined;
    const mayBeWanted = isLeftOver && wanted.unreadable() > 0;
    const place = `${index + 1} of ${differences.length}: ${describeClient(difference)}`;
    if (isWanted) report(`Skipped ${place}: the client now has a valid key.`);
    else if (mayBeWanted) report(`Skipped ${place}: one of the unreadable keys may belong to it.`);
    else {
      await difference.repair();
      // Its key may have been stored during the removal.
      const returned = await readWanted();
      if (returned) await admitClient(stack, returned);
      report(`Fixed ${place}.`);
    }
  }
};

const meanings: Readonly<Record<GatewayDifference['kind'], string>> = {
  unknown: 'has keys, but is unknown to the gateway, which rejects all of them',
  disabled: 'is disabled in the gateway, which rejects all its keys',
  'outside its plan': 'is in no usage plan of the stage, so the gateway rejects all its keys',
  'in another plan': 'is in the wrong usage plan',
  'left over': 'no longer has a valid key in this plan, but is still known to the gateway',
};

const describeClient = ({ client, identifier, plan }: GatewayDifference): string =>
  `${client ?? identifier}, ${plan}`;

const syncText = (differences: readonly GatewayDifference[], unreadable: number): string => {
  if (differences.length > 0)
    return textTable(
      differences.map(({ client, plan, identifier, kind }) => ({
        client: client ?? identifier,
        plan,
        whatIsWrong: meanings[kind],
      })),
    );
  return unreadable > 0
    ? 'The gateway knows every client whose valid key can be read.'
    : 'The gateway knows every client that has a valid key, and no other.';
};

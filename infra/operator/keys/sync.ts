import type { Run } from '../command.ts';
import { exitCodes } from '../errors.ts';
import type { GatewayDifference } from '../stack/operated-stack.ts';
import { say } from '../terminal/output.ts';
import { textTable, visible } from '../terminal/text.ts';
import { readWantedClients, withKeys } from './with-keys.ts';

/**
 * `waypost keys sync`: makes the gateway know exactly the clients that have a valid key. With `check` it only reports
 * differences. The exit code is 1 if differences remain, or keys cannot be read.
 */
export const syncKeys: Run<{ readonly check?: boolean }> = (context, { check = false }) =>
  withKeys(context, async ({ keys, stack }) => {
    let unreadable = 0;
    const wanted = async () => {
      const clients = await readWantedClients(keys);
      unreadable = Math.max(unreadable, clients.unreadable);
      return clients;
    };
    const differences = await stack.gateway.reconcile({
      wanted,
      check,
      onRepaired: (difference, left, number) =>
        say(
          left
            ? `Left ${number}: ${describeClient(difference)}: ${leftTexts[left]}.`
            : `Fixed ${number}: ${describeClient(difference)}.`,
        ),
    });
    const total = differences.length;
    const notes: string[] = [];
    if (check && total > 0)
      notes.push(
        `${total === 1 ? 'This is' : `These ${total} are`} not fixed. To fix: \`${stack.command('waypost keys sync')}\``,
      );
    if (unreadable > 0)
      notes.push(
        `${unreadable} ${unreadable === 1 ? 'key' : 'keys'} in the table cannot be read; a warning names each. No client is removed from the gateway while that is so: fix the rows, and repeat this.`,
      );
    return {
      data: { differences, unreadableKeys: unreadable },
      text: syncText(differences, unreadable),
      notes,
      exit: unreadable > 0 || (check && total > 0) ? exitCodes.failed : exitCodes.done,
    };
  });

const leftTexts = {
  works: 'it has a valid key by now',
  unreadable: 'one of the keys that cannot be read may belong to it',
};

/** Meaning of each kind of difference for the client. */
const meanings: Readonly<Record<GatewayDifference['kind'], string>> = {
  unknown: 'has keys, but the gateway does not know it and rejects all of them',
  disabled: 'is disabled at the gateway, which rejects all its keys',
  'outside its plan': 'is in no plan of the stage, and the gateway rejects all its keys',
  'in another plan': 'is in a plan that is not its own',
  'left over': 'has no valid key of this plan any more, but the gateway still knows it',
};

const describeClient = ({ client, identifier, plan }: GatewayDifference): string =>
  visible(`${client ?? identifier}, ${plan}`);

const syncText = (differences: readonly GatewayDifference[], unreadable: number): string => {
  if (differences.length > 0)
    return textTable(
      ['CLIENT', 'PLAN', 'WHAT IS WRONG'],
      differences.map(({ client, plan, identifier, kind }) => [client ?? identifier, plan, meanings[kind]]),
    );
  return unreadable > 0
    ? 'The gateway knows every client whose valid key can be read.'
    : 'The gateway knows every client that has a valid key, and no other.';
};

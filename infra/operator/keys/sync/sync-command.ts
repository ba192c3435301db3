import type { StackChoice } from '../../stack/open-stack.ts';
import type { GatewayDrift, OperatedStack } from '../../stack/operated-stack.ts';
import { visibleJson } from '../../terminal/visible-text.ts';
import { withKeys } from '../with-keys.ts';
import { driftText, whomItConcerns } from './drift-text.ts';
import { type WantedClients, wantedClients } from './wanted-clients.ts';

export interface SyncOptions extends StackChoice {
  readonly check?: boolean;
  readonly json?: boolean;
}

interface Mending {
  readonly gateway: OperatedStack['gateway'];
  /** Whom the table wants at this moment. */
  readonly readWanted: () => Promise<WantedClients>;
}

/**
 * Why a client is left at the gateway that was left over a moment ago; nothing where it is to go. Keys are issued,
 * rotated and given another end while this runs, and a client that loses its place has all its keys refused.
 */
const reasonToStay = async (
  { readWanted }: Mending,
  { kind, identifier }: GatewayDrift,
): Promise<'unreadable' | 'works' | undefined> => {
  if (kind !== 'left over') return undefined;
  const { byIdentifier, unreadable } = await readWanted();
  if (byIdentifier.has(identifier)) return 'works';
  return unreadable > 0 ? 'unreadable' : undefined;
};

const leftInWords = {
  works: 'it has a key that works by now',
  unreadable: 'one of the keys that cannot be read may be its own',
};

const mendAll = async (mending: Mending, drifts: readonly GatewayDrift[]): Promise<void> => {
  for (const [index, drift] of drifts.entries()) {
    const stays = await reasonToStay(mending, drift);
    if (!stays) await mending.gateway.repair(drift);
    const became = stays ? 'Left' : 'Mended';
    const why = stays ? `: ${leftInWords[stays]}` : '';
    process.stderr.write(`${became} ${index + 1} of ${drifts.length}: ${whomItConcerns(drift)}${why}.\n`);
  }
};

const inStep = 'The gateway knows every client that has a working key, and no other.\n';

const inStepAsFarAsRead = 'The gateway knows every client whose working key can be read.\n';

const wayOut = (count: number, stack: Pick<OperatedStack, 'command'>): string =>
  `${count === 1 ? 'This is' : `These ${count} are`} not mended. To mend: \`${stack.command('waypost keys sync')}\`\n`;

const unreadableInWords = (count: number): string =>
  `${count} ${count === 1 ? 'key' : 'keys'} in the table cannot be read, by a warning with the id each. No client is taken out of the gateway while that is so: mend the rows, and repeat this.\n`;

/**
 * `waypost keys sync`: has the gateway know the clients that have a key which works, and no other. With `check` it only
 * says what is otherwise. Ends with 1 where something is otherwise and stays so, or where keys cannot be read.
 */
export const syncKeys = (
  { check = false, json = false, ...choice }: SyncOptions,
  finish: (status: number) => void,
): Promise<void> =>
  withKeys(choice, async (keys, stack) => {
    let unreadable = 0;
    const readWanted = async () => {
      const wanted = wantedClients(await keys.list(), new Date());
      unreadable = Math.max(unreadable, wanted.unreadable);
      return wanted;
    };
    const drifts = await stack.gateway.findDrift(async () => [...(await readWanted()).byIdentifier.values()]);
    if (json) process.stdout.write(`${visibleJson(drifts, 2)}\n`);
    else if (drifts.length > 0) process.stdout.write(`${driftText(drifts)}\n`);
    else process.stdout.write(unreadable > 0 ? inStepAsFarAsRead : inStep);
    if (!check) await mendAll({ gateway: stack.gateway, readWanted }, drifts);
    else if (drifts.length > 0) process.stderr.write(wayOut(drifts.length, stack));
    if (unreadable > 0) process.stderr.write(unreadableInWords(unreadable));
    if (unreadable > 0 || (check && drifts.length > 0)) finish(1);
  });

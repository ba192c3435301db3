import type { ApiKey } from '../../../../shared/domain/access/api-key.ts';
import { hasExpired } from '../../../../shared/domain/access/key-expiry.ts';
import type { StackChoice } from '../../stack/open-stack.ts';
import type { AdmittedClient, GatewayDrift, OperatedStack } from '../../stack/operated-stack.ts';
import { withKeys } from '../with-keys.ts';
import { driftText } from './drift-text.ts';

export interface SyncOptions extends StackChoice {
  readonly check?: boolean;
  readonly json?: boolean;
}

const works = (key: ApiKey, now: Date): boolean => key.status === 'ACTIVE' && !hasExpired(key, now);

/** Each client once for every plan that it has a working key of. */
const clientsWithKeys = (keys: readonly ApiKey[], now: Date): readonly AdmittedClient[] => {
  const clients = keys
    .filter((key) => works(key, now))
    .map(({ client, plan }) => [JSON.stringify([client, plan]), { client, plan }] as const);
  return [...new Map(clients).values()];
};

const repairAll = async (
  { gateway }: Pick<OperatedStack, 'gateway'>,
  drifts: readonly GatewayDrift[],
): Promise<void> => {
  for (const [index, drift] of drifts.entries()) {
    await gateway.repair(drift);
    process.stderr.write(
      `Mended ${index + 1} of ${drifts.length}: ${drift.client ?? drift.identifier}, ${drift.plan}.\n`,
    );
  }
};

const inStep = 'The gateway knows every client that has a working key, and no other.\n';

const wayOut = (count: number, stack: Pick<OperatedStack, 'command'>): string =>
  `${count === 1 ? 'This is' : `These ${count} are`} not mended. To mend: \`${stack.command('waypost keys sync')}\`\n`;

/**
 * `waypost keys sync`: has the gateway know the clients that have a key which works, and no other. With `check` it only
 * says what is otherwise, and ends with 1 where anything is.
 */
export const syncKeys = (options: SyncOptions, finish: (status: number) => void): Promise<void> =>
  withKeys(options, async (keys, stack) => {
    const drifts = await stack.gateway.findDrift(async () => clientsWithKeys(await keys.list(), new Date()));
    if (options.json) process.stdout.write(`${JSON.stringify(drifts, null, 2)}\n`);
    else process.stdout.write(drifts.length === 0 ? inStep : `${driftText(drifts)}\n`);
    if (!options.check) return repairAll(stack, drifts);
    if (drifts.length === 0) return;
    process.stderr.write(wayOut(drifts.length, stack));
    finish(1);
  });

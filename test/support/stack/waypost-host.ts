import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { runOperator } from '../../../infra/operator/run-operator.ts';
import type { Ended } from './run-waypost.ts';

export interface HostedCommand {
  readonly args: readonly string[];
  readonly input: string | Uint8Array;
  /** All environment variables. The command inherits none from this process. */
  readonly environment: NodeJS.ProcessEnv;
}

const said = { stdout: '', stderr: '' };
for (const output of ['stdout', 'stderr'] as const)
  Object.assign(process[output], {
    isTTY: false,
    write: (text: string, written?: () => void) => {
      said[output] += text;
      written?.();
      return true;
    },
  });

const takeOver = ({ environment, input }: HostedCommand): void => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const [name, value] of Object.entries(environment)) if (value !== undefined) process.env[name] = value;
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
  Object.assign(said, { stdout: '', stderr: '' });
};

const reasonsToStay = (): number => process.getActiveResourcesInfo().length;

/** Runs command lines in sequence. Each ends when nothing that it started is pending, as in its own process. */
process.on('message', async (command: HostedCommand) => {
  takeOver(command);
  const reasonsBefore = reasonsToStay();
  const status = await runOperator(command.args);
  while (reasonsToStay() > reasonsBefore) await delay(1);
  process.send?.({ status, ...said } satisfies Ended);
});
process.once('disconnect', () => process.exit());

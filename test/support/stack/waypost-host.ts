import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { runOperator } from '../../../infra/operator/run-operator.ts';

export interface HostedCommand {
  readonly args: readonly string[];
  readonly input: string | Uint8Array;
  /** All environment variables. The command inherits none from this process. */
  readonly environment: NodeJS.ProcessEnv;
  /** Text that is written to both outputs when the command has ended. */
  readonly mark: string;
}

const takeOver = ({ environment, input }: HostedCommand): void => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const [name, value] of Object.entries(environment)) if (value !== undefined) process.env[name] = value;
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
};

const reasonsToStay = (): number => process.getActiveResourcesInfo().length;

// Opened here, because a command that opens an output first would leave it open.
const outputs = [process.stdout, process.stderr];

/** Runs command lines in sequence. Each ends when nothing that it started is pending, as in its own process. */
process.on('message', async (command: HostedCommand) => {
  takeOver(command);
  const reasonsBefore = reasonsToStay();
  const status = await runOperator(command.args);
  while (reasonsToStay() > reasonsBefore) await delay(1);
  for (const output of outputs) output.write(command.mark);
  process.send?.(status);
});
process.once('disconnect', () => process.exit());

import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type CommandLine, commandLine } from './command-line.ts';

const takeOver = ({ environment, input }: CommandLine): void => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const [name, value] of Object.entries(environment)) if (value !== undefined) process.env[name] = value;
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
};

/** Returns the number of resources that keep the process alive. */
const reasonsToStay = (): number => process.getActiveResourcesInfo().length;

/**
 * Runs command lines one after the other while the parent process lives. Each has the process to itself, and ends, as
 * in a process of its own, when nothing that it began is pending.
 */
export const answerCommands = (run: (args: readonly string[]) => Promise<number>): void => {
  // Opened here, as a command that opens one leaves it open.
  const outputs = [process.stdout, process.stderr];
  const answer = async (message: unknown): Promise<void> => {
    const command = commandLine.parse(message);
    takeOver(command);
    const reasonsBefore = reasonsToStay();
    const status = await run(command.args);
    while (reasonsToStay() > reasonsBefore) await delay(1);
    for (const output of outputs) output.write(command.mark);
    process.send?.(status);
  };
  process.on('message', answer);
  process.once('disconnect', () => process.exit());
};

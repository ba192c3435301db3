import { text } from 'node:stream/consumers';
import { answerCommands } from './answer-commands.ts';

/** Commands that each leave something behind in their process. */
const commands: Record<string, () => unknown> = {
  speak: () => {
    process.env.LEFT = 'behind';
    process.exitCode = 7;
    process.stdout.write(`env ${JSON.stringify(process.env)}\n`);
    process.stderr.write('a word without an end');
  },
  read: async () => process.stdout.write(await text(process.stdin)),
  ignore: () => {},
  linger: () => setTimeout(() => process.stdout.write('at last\n'), 100),
  exit: () => {
    process.stdout.write('so far\n');
    process.exit(130);
  },
  fail: () => setTimeout(() => Promise.reject(new Error('nobody listens'))),
  killed: () => process.kill(process.pid, 'SIGKILL'),
  process: () => process.stdout.write(String(process.pid)),
};

answerCommands(async ([name = '', status = '0']) => {
  await commands[name]?.();
  return Number(status);
});

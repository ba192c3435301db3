import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { InvalidArgumentError } from 'commander';
import * as z from 'zod';
import { addressOf, exitOnInvalidUsage, scriptCommand } from '../support/command.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { firstAnswer, firstRefusal } from './first-answer.ts';

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const config = fileURLToPath(new URL('vitest.config.ts', import.meta.url));

const help = `
Nothing is written: no enquiry is submitted, and other writes are rejected by their method. The key in the variable
AUTH_KEY must be valid for all three services, but need not allow enquiries. Its plan must be unlimited, because
the tests send many requests at once:

  $ export AUTH_KEY=$(npx waypost keys issue --client smoke --plan unlimited --expires 90d \\
      --scope bill-management:billers locations-v2 locations-v3)
  $ npm run smoke -- http://127.0.0.1:3000
  $ npm run smoke -- https://example.execute-api.ap-southeast-2.amazonaws.com/dev/       with a key of that stage

A stage that has lost its network responds like a new one. Give --published for a stage that has already published.

Exit status: 0 the stage conforms to its documentation, 1 it does not, 2 invalid usage.`;

const seconds = (text: string): number => {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Must be an integer number of seconds.');
};

interface SmokeOptions {
  readonly wait: number;
  readonly timeout: number;
  readonly published: boolean;
}

const say = (text: string) => void process.stderr.write(`${text}\n`);
const exit = z.tuple([z.int().nullable(), z.string().nullable()]);

/** Returns variables that turn off colours, which Vitest would otherwise also write to pipes and files. */
const plainInPipe = () => (process.stdout.isTTY || process.env.FORCE_COLOR ? {} : { NO_COLOR: '1' });

const smoke = async (url: string, options: SmokeOptions): Promise<number> => {
  const key = process.env.AUTH_KEY;
  if (!key) {
    say('No key: set AUTH_KEY to a key of the stage that is valid for all three services.');
    return 2;
  }
  const silence = await firstAnswer(url, options.wait);
  if (silence !== undefined) {
    say(`${url} does not respond: ${silence}`);
    return 1;
  }
  const refusal = await firstRefusal(httpTarget(url, key)).catch(String);
  if (refusal !== undefined) {
    say(`${url}: ${refusal}`);
    return 1;
  }
  const tests = spawn(process.execPath, [vitest, 'run', '--config', config], {
    env: {
      ...process.env,
      ...plainInPipe(),
      WAYPOST_BASE_URL: url,
      WAYPOST_PUBLISHED: String(options.published),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: options.timeout * 1000,
  });
  const [code, signal] = exit.parse(await once(tests, 'exit'));
  if (signal !== null) say(`The smoke test was stopped after ${options.timeout} seconds.`);
  return code === 0 ? 0 : 1;
};

/** `npm run smoke`: tests the part of the contract that applies to every stage, whatever its data. */
await scriptCommand(
  'smoke',
  'Checks a running stage against the part of its contract that does not depend on its data.',
  help,
)
  .argument(
    '<base url>',
    'address of the stage, including its path',
    addressOf('a stage, such as https://api.example.org/'),
  )
  .option('--wait <seconds>', 'maximum wait for the first response of a new stage', seconds, 60)
  .option('--timeout <seconds>', 'time limit for all tests together', seconds, 600)
  .option('--published', 'the stage has already published, so that an empty network is a fault', false)
  .exitOverride(exitOnInvalidUsage)
  .action(async (url: string, options: SmokeOptions) => {
    process.exitCode = await smoke(url, options);
  })
  .parseAsync();

// First, so that the log of functions in this process stays out of the report.
import '../support/quiet-log.ts';

import { Command, InvalidArgumentError, Option } from 'commander';
import { curlLine } from './curl-line.ts';
import type { FoundFault } from './fuzz-subject.ts';
import { longRun } from './long-run.ts';
import { reportPlants } from './plant-report.ts';
import { NotToBeFuzzed, runningStackToFuzz, startStackToFuzz } from './stack-to-fuzz.ts';
import { subjects } from './subjects.ts';

const help = `
Every answer is held against the three specifications by an oracle of its own, which knows the fixture network of the
tests. Without --url a stack is started on this machine, filled, and removed afterwards. Enquiries are stored.

  $ npm run fuzz                                            20,000 requests over all operations
  $ npm run fuzz -- --requests 100000 --seeds 5
  $ npm run fuzz -- --operation getWorkCentres --seed 7     what one operation answers to one seed
  $ AUTH_KEY=... npm run fuzz -- --url http://127.0.0.1:3000
  $ npm run fuzz -- --planted                               which faults it finds that are planted for it

Exit status: 0 nothing was found (of plants: 19 of 20 were), 1 something was, 2 the command was given wrongly.`;

/** How many requests unless the command says so: of the plants, the last is found well before. */
const usual = { together: 20_000, eachPlant: 12_000 } as const;

interface FuzzOptions {
  readonly url?: string;
  readonly requests?: number;
  readonly seeds: number;
  readonly seed: number;
  readonly operation?: string;
  readonly planted?: boolean;
}

const count = (text: string): number => {
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number from 1 on.');
};

const baseUrl = (text: string): string => {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.search === '') return url.href;
  throw new InvalidArgumentError('Give the address of a stack, such as http://127.0.0.1:3000.');
};

const say = (line: string) => void process.stdout.write(`${line}\n`);

const sayFound = ({ operationId, seed, request, why }: FoundFault): void =>
  say(`\nFOUND in ${operationId}, seed ${seed}:\n  ${why}\n  ${curlLine(request)}\n`);

/** A line every some seconds, over itself on a terminal. */
const progressOf = (total: number) => {
  const began = Date.now();
  let asked = 0;
  let shown = began;
  return () => {
    asked += 1;
    if (Date.now() - shown < 5_000) return;
    shown = Date.now();
    const perSecond = Math.round((asked * 1_000) / (shown - began));
    process.stderr.write(`${asked} of about ${total} requests, ${perSecond} a second\n`);
  };
};

const fuzz = async ({
  url,
  requests = usual.together,
  seeds,
  seed,
  operation,
}: FuzzOptions): Promise<boolean> => {
  const asked = subjects.filter(({ operationId }) => operation === undefined || operationId === operation);
  const stack = await (url === undefined
    ? startStackToFuzz()
    : runningStackToFuzz(url, process.env.AUTH_KEY));
  try {
    const result = await longRun({
      target: stack.target,
      subjects: asked,
      requests,
      firstSeed: seed,
      seeds,
      onRequest: progressOf(requests),
      onFound: sayFound,
    });
    const statuses = [...result.statuses].sort(([one], [other]) => one - other);
    say(`${result.asked} requests of ${asked.length} operations, ${seeds} seeds from ${seed} on.`);
    say(`Answers: ${statuses.map(([status, number]) => `${number} of ${status}`).join(', ')}.`);
    say(`${result.found.length} findings.`);
    return result.found.length === 0;
  } finally {
    await stack.close();
  }
};

const run = async (options: FuzzOptions): Promise<number> => {
  try {
    const isGood = options.planted
      ? await reportPlants({ seed: options.seed, requests: options.requests ?? usual.eachPlant, say })
      : await fuzz(options);
    return isGood ? 0 : 1;
  } catch (error) {
    if (!(error instanceof NotToBeFuzzed)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
};

/** `npm run fuzz`: requests of every kind, right and wrong, and what the contract says of each answer. */
await new Command('npm run fuzz --')
  .description(
    'Asks a running stack what nobody thought of, and holds each answer against the specifications.',
  )
  .addOption(
    new Option('--url <address>', 'a stack that runs and holds the fixture network').argParser(baseUrl),
  )
  .addOption(
    new Option(
      '--requests <number>',
      `together (default: ${usual.together}); with --planted for each plant (default: ${usual.eachPlant})`,
    ).argParser(count),
  )
  .addOption(new Option('--seeds <number>', 'how many seeds share the requests').argParser(count).default(1))
  .addOption(new Option('--seed <number>', 'the first one').argParser(count).default(1))
  .addOption(
    new Option('--operation <id>', 'this one alone').choices(subjects.map(({ operationId }) => operationId)),
  )
  .addOption(new Option('--planted', 'plant faults into the handlers, and say which are found'))
  .addHelpText('after', help)
  .showHelpAfterError('(--help shows what there is)')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(async (options: FuzzOptions) => {
    process.exitCode = await run(options);
  })
  .parseAsync();

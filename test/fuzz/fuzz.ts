// Imported first, to keep the functions' log lines out of the report.
import '../support/quiet-log.ts';

import { Command, InvalidArgumentError, Option } from 'commander';
import { curlLine } from './curl-line.ts';
import { type FoundFault, longRun } from './long-run.ts';
import { reportPlants } from './planted/seek-fault.ts';
import { NotToBeFuzzed, runningStackToFuzz, startStackToFuzz } from './stack-to-fuzz.ts';
import { subjects } from './subjects.ts';

const help = `
Checks every response against oracles for the tests' fixture network, and against the OpenAPI documents. Operations and
parameters without an oracle are generated from their document, and checked only against it. Without --url, starts and
fills a local stack, and removes it afterwards. Enquiries are stored.

  $ npm run fuzz                                            20,000 requests to all operations
  $ npm run fuzz -- --requests 100000 --seeds 5
  $ npm run fuzz -- --operation getWorkCentres --seed 7     one operation with one seed
  $ AUTH_KEY=... npm run fuzz -- --url http://127.0.0.1:3000
  $ npm run fuzz -- --planted                               which planted faults it finds

Exit status: 0 no findings (with --planted: at least 95% of faults found), 1 findings, 2 invalid usage.`;

/** Default numbers of requests. Every planted fault is found with fewer. */
const defaultRequests = { together: 20_000, eachPlant: 12_000 } as const;

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
  throw new InvalidArgumentError('Must be an integer greater than 0.');
};

const baseUrl = (text: string): string => {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.search === '') return url.href;
  throw new InvalidArgumentError('Must be the address of a stack, such as http://127.0.0.1:3000.');
};

const say = (line: string) => void process.stdout.write(`${line}\n`);

const sayFound = ({ operationId, seed, request, why }: FoundFault): void =>
  say(`\nFOUND in ${operationId}, seed ${seed}:\n  ${why}\n  ${curlLine(request)}\n`);

/** Returns a function that counts requests and prints progress every five seconds. */
const progressOf = (total: number) => {
  const began = Date.now();
  let sent = 0;
  let shown = began;
  return () => {
    sent += 1;
    if (Date.now() - shown < 5_000) return;
    shown = Date.now();
    const perSecond = Math.round((sent * 1_000) / (shown - began));
    process.stderr.write(`${sent} of about ${total} requests, ${perSecond} per second\n`);
  };
};

const fuzz = async ({
  url,
  requests = defaultRequests.together,
  seeds,
  seed,
  operation,
}: FuzzOptions): Promise<boolean> => {
  const fuzzed = subjects.filter(({ operationId }) => operation === undefined || operationId === operation);
  const stack = await (url === undefined
    ? startStackToFuzz()
    : runningStackToFuzz(url, process.env.AUTH_KEY));
  try {
    const result = await longRun({
      target: stack.target,
      subjects: fuzzed,
      requests,
      firstSeed: seed,
      seeds,
      onRequest: progressOf(requests),
      onFound: sayFound,
    });
    const statuses = [...result.statuses].sort(([one], [other]) => one - other);
    say(`${result.sent} requests to ${fuzzed.length} operations with ${seeds} seeds from ${seed}.`);
    say(`Responses: ${statuses.map(([status, number]) => `${number} with ${status}`).join(', ')}.`);
    say(`${result.found.length} findings.`);
    return result.found.length === 0;
  } finally {
    await stack.close();
  }
};

const run = async (options: FuzzOptions): Promise<number> => {
  try {
    const isGood = options.planted
      ? await reportPlants({
          seed: options.seed,
          requests: options.requests ?? defaultRequests.eachPlant,
          say,
        })
      : await fuzz(options);
    return isGood ? 0 : 1;
  } catch (error) {
    if (!(error instanceof NotToBeFuzzed)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
};

await new Command('npm run fuzz --')
  .description(
    'Sends generated requests to a running stack, and checks the responses against the specifications.',
  )
  .addOption(new Option('--url <address>', 'a running stack with the fixture network').argParser(baseUrl))
  .addOption(
    new Option(
      '--requests <number>',
      `in total (default: ${defaultRequests.together}); with --planted, per fault (default: ${defaultRequests.eachPlant})`,
    ).argParser(count),
  )
  .addOption(
    new Option('--seeds <number>', 'number of seeds that share the requests').argParser(count).default(1),
  )
  .addOption(new Option('--seed <number>', 'the first seed').argParser(count).default(1))
  .addOption(
    new Option('--operation <id>', 'only this operation').choices(
      subjects.map(({ operationId }) => operationId),
    ),
  )
  .addOption(new Option('--planted', 'plant faults in the handlers, and report which are found'))
  .addHelpText('after', help)
  .showHelpAfterError('(see --help)')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(async (options: FuzzOptions) => {
    process.exitCode = await run(options);
  })
  .parseAsync();

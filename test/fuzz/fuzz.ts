// Imported first, to keep the functions' log lines out of the report.
import '../support/quiet-log.ts';

import { Option } from 'commander';
import { addressOf, exitOnInvalidUsage, runAndStop, scriptCommand, wholeUpTo } from '../support/command.ts';
import { curlLine } from './curl-line.ts';
import { type FoundFault, longRun } from './long-run.ts';
import { reportPlants } from './planted/seek-fault.ts';
import { runningStackToFuzz, startStackToFuzz } from './stack-to-fuzz.ts';
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

const fuzz = async (
  { url, requests = defaultRequests.together, seeds, seed, operation }: FuzzOptions,
  stop: AsyncDisposableStack,
): Promise<number> => {
  const fuzzed = subjects.filter(({ operationId }) => operation === undefined || operationId === operation);
  const target = await (url === undefined
    ? startStackToFuzz(stop)
    : runningStackToFuzz(url, process.env.AUTH_KEY));
  const { sent, statuses, found } = await longRun({
    target,
    subjects: fuzzed,
    requests,
    firstSeed: seed,
    seeds,
    onRequest: progressOf(requests),
    onFound: (fault) => {
      if (!stop.disposed) sayFound(fault);
    },
  });
  if (stop.disposed) return 130;
  const counts = [...statuses].sort(([one], [other]) => one - other);
  say(`${sent} requests to ${fuzzed.length} operations with ${seeds} seeds from ${seed}.`);
  say(`Responses: ${counts.map(([status, number]) => `${number} with ${status}`).join(', ')}.`);
  say(`${found.length} findings.`);
  return found.length === 0 ? 0 : 1;
};

const seekPlants = async ({ seed, requests = defaultRequests.eachPlant }: FuzzOptions): Promise<number> =>
  (await reportPlants({ seed, requests, say })) ? 0 : 1;

const count = wholeUpTo(99_999_999);
const ids = subjects.map(({ operationId }) => operationId);
const numbers = `in total (default: ${defaultRequests.together}); with --planted, per fault (default: ${defaultRequests.eachPlant})`;

await scriptCommand(
  'fuzz',
  'Sends generated requests to a running stack, and checks the responses against the specifications.',
  help,
)
  .option(
    '--url <address>',
    'a running stack with the fixture network',
    addressOf('a stack, such as http://127.0.0.1:3000'),
  )
  .option('--requests <number>', numbers, count)
  .option('--seeds <number>', 'number of seeds that share the requests', count, 1)
  .option('--seed <number>', 'the first seed', count, 1)
  .addOption(new Option('--operation <id>', 'only this operation').choices(ids))
  .option('--planted', 'plant faults in the handlers, and report which are found')
  .exitOverride(exitOnInvalidUsage)
  .action(async (options: FuzzOptions) => {
    process.exitCode = await runAndStop((stop) =>
      options.planted ? seekPlants(options) : fuzz(options, stop),
    );
  })
  .parseAsync();

// Imported first, to keep the functions' log lines out of the report.
import '../support/quiet-log.ts';

import { Option } from 'commander';
import {
  addressOf,
  exitOnInvalidUsage,
  InvalidUsage,
  runAndStop,
  scriptCommand,
  wholeUpTo,
} from '../support/command.ts';
import { fixtureNetwork } from '../support/fixture/fixture-network.ts';
import { importFixture } from '../support/stack/shared-stack.ts';
import { newDataDirectory, removeDataDirectory, startStackProcess } from '../support/stack/stack-process.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { curlLine } from './curl-line.ts';
import { type FoundFault, longRun, seekFault } from './long-run.ts';
import { plantedServices, startTablesForPlants } from './planted/planted-services.ts';
import { plants } from './planted/plants.ts';
import { subjects } from './subjects.ts';
import { warmUp } from './warm-up.ts';

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

const formatFault = ({ operationId, seed, request, why }: FoundFault): string =>
  `FOUND in ${operationId}, seed ${seed}:\n  ${why}\n  ${curlLine(request)}`;

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
      if (!stop.disposed) say(`\n${formatFault(fault)}\n`);
    },
  });
  if (stop.disposed) return 130;
  const counts = [...statuses].sort(([one], [other]) => one - other);
  say(`${sent} requests to ${fuzzed.length} operations with ${seeds} seeds from ${seed}.`);
  say(`Responses: ${counts.map(([status, number]) => `${number} with ${status}`).join(', ')}.`);
  say(`${found.length} findings.`);
  return found.length === 0 ? 0 : 1;
};

/** Starts a local stack with the fixture network, which `stop` removes. */
const startStackToFuzz = async (stop: AsyncDisposableStack): Promise<ApiTarget> => {
  const dataDirectory = await newDataDirectory();
  stop.defer(() => removeDataDirectory(dataDirectory));
  const starting = startStackProcess({ dataDirectory });
  stop.defer(async () => (await starting.catch(() => undefined))?.stop());
  const { url, key } = await starting;
  await importFixture(dataDirectory);
  const target = httpTarget(url, key);
  await warmUp(target);
  return target;
};

/** Returns a running stack, which must have the fixture network, because the oracles need it. Throws InvalidUsage. */
const runningStackToFuzz = async (url: string, key: string | undefined): Promise<ApiTarget> => {
  if (!key)
    throw new InvalidUsage(
      'No key: set AUTH_KEY to a key with the plan `unlimited` that is valid for all services.',
    );
  const target = httpTarget(url, key);
  const list = { path: '/locations/v3/workcentres?size=0' };
  const { status, body } = await target.send(list).catch((error: unknown) => {
    throw new InvalidUsage(`${url} does not respond: ${String(error)}`);
  });
  const expected = fixtureNetwork.locations.length;
  if (status === 200 && body.includes(`"total":${expected},`)) return target;
  throw new InvalidUsage(
    `${url} returned ${status} without the fixture network of ${expected} locations, which the checks need. Omit --url to start a stack with it.`,
  );
};

/** Searches for each planted fault. Succeeds if 95% were found, and nothing without a plant. */
const seekPlants = async ({ seed, requests = defaultRequests.eachPlant }: FuzzOptions): Promise<number> => {
  const { given, close } = await startTablesForPlants();
  const seek = (target: ApiTarget) => seekFault({ target, subjects, seed, requests });
  try {
    const { found: fault, sent } = await seek(await plantedServices(undefined, given));
    say(`${'nothing planted'.padEnd(64)} ${fault ? formatFault(fault) : `nothing found in ${sent}`}`);
    let count = 0;
    for (const plant of plants) {
      const { found, sent } = await seek(await plantedServices(plant, given));
      if (found) count += 1;
      const outcome = found
        ? `found after ${String(sent).padStart(5)} by ${found.operationId}`
        : `NOT FOUND in ${sent}`;
      say(`${plant.name.padEnd(64)} ${outcome}`);
    }
    say(`${count} of ${plants.length} planted faults found, at most ${requests} requests each.`);
    return fault === undefined && count * 20 >= plants.length * 19 ? 0 : 1;
  } finally {
    await close();
  }
};

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

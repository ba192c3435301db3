import { readFile } from 'node:fs/promises';
import { InvalidArgumentError, Option } from 'commander';
import { basePathOf, type Service, services } from '../../shared/domain/access/service.ts';
import {
  addressOf,
  exitOnInvalidUsage,
  InvalidUsage,
  runAndStop,
  scriptCommand,
  wholeUpTo,
} from '../support/command.ts';
import { sendForBytes } from '../support/targets/http-target.ts';
import { checkOut, project, startFrozenStack } from './commit-stacks.ts';
import { isReadOnly, type RecordedRequest, readCorpus } from './corpus.ts';
import { type BackEnd, formatResult, replayCorpus } from './replay-corpus.ts';

const help = `
Sends recorded requests to two back ends, and groups the differences between their responses. Statuses, headers and all
bytes of the bodies are compared; ids of errors, reference numbers, versions and signed URLs only by their form. Caching
headers, CORS lists and dates may differ.

Two commits: both run on this machine, with the network of the tests and one frozen clock. Needs git.

  $ npm run replay -- --base-commit 126fe98b                       with this checkout
  $ npm run replay -- --base-commit v1.2 --next-commit v1.3 --at 2030-12-24T01:30:00Z

Two addresses: both need the same data and a key of plan unlimited. A corpus of your own has a line for each request,
{"from":"access log","path":"/locations/v2/services"}, optionally with method, headers and body.

  $ npm run replay -- --base https://old.example.org --next https://new.example.org \\
      --base-key-file old-key --key-file new-key --corpus requests.ndjson --ignore-header server

Exit status: 0 no differences, 1 differences, 2 invalid usage.`;

interface ReplayOptions {
  readonly base?: string;
  readonly next?: string;
  readonly keyFile?: string;
  readonly baseKeyFile?: string;
  readonly writes?: true;
  readonly baseCommit?: string;
  readonly nextCommit?: string;
  readonly at?: Date;
  readonly corpus?: string;
  readonly concurrency: number;
  readonly ignoreHeader: readonly string[];
}

const instant = (text: string): Date => {
  const at = new Date(text);
  if (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(at.getTime())) return at;
  throw new InvalidArgumentError('Must be a date and time with offset, such as 2030-12-24T01:30:00Z.');
};

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

const progressOf = (total: number) => {
  let shown = Date.now();
  return (count: number): void => {
    if (Date.now() - shown < 5_000) return;
    shown = Date.now();
    tell(`${count} of ${total} requests`);
  };
};

const keyIn = async (file: string): Promise<string> => {
  const key = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (key === '') throw new InvalidUsage(`There is no key in ${file}.`);
  return key;
};

const backEnds = async (options: ReplayOptions, stop: AsyncDisposableStack) => {
  const { base, next, keyFile, baseKeyFile = keyFile, baseCommit, nextCommit, at = new Date() } = options;
  if (baseCommit !== undefined) {
    tell(`Starting both stacks, whose clocks stand still at ${at.toISOString()}`);
    const older = await checkOut(baseCommit, stop, tell);
    const newer = nextCommit === undefined ? project : await checkOut(nextCommit, stop, tell);
    return {
      base: await startFrozenStack(older, at, stop),
      next: await startFrozenStack(newer, at, stop),
    };
  }
  if (base === undefined || next === undefined)
    throw new InvalidUsage('Give --base-commit, or both --base and --next.');
  if (keyFile === undefined || baseKeyFile === undefined) throw new InvalidUsage('Give --key-file.');
  return {
    base: { url: base, key: await keyIn(baseKeyFile) },
    next: { url: next, key: await keyIn(keyFile) },
  };
};

/** Path in each service that shows whether the service accepts the key. */
const firstPaths: Readonly<Record<Service, string>> = {
  'bill-management': '/biller-metadata/bill-types',
  'locations-v2': '/services',
  'locations-v3': '/workcentres?size=0',
};

/** Two identical rejections of a key would show no difference. Throws InvalidUsage. */
const refuseWrongKey = async ({ url, key }: BackEnd, corpus: readonly RecordedRequest[]): Promise<void> => {
  for (const service of services) {
    const base = basePathOf[service];
    if (!corpus.some(({ path }) => path.startsWith(`${base}/`))) continue;
    const path = `${base}${firstPaths[service]}`;
    const { status } = await sendForBytes(url, key, { path }).catch((error: unknown) => {
      throw new InvalidUsage(`${url} does not respond: ${error}`);
    });
    if (status !== 200)
      throw new InvalidUsage(`${url} returned ${status} for ${path}. Is the key valid there?`);
  }
};

const replay = async (options: ReplayOptions, stop: AsyncDisposableStack): Promise<number> => {
  const { baseCommit, writes, concurrency, ignoreHeader } = options;
  const all = await readCorpus(options.corpus);
  const corpus = baseCommit || writes ? all : all.filter(isReadOnly);
  const { base, next } = await backEnds(options, stop);
  await refuseWrongKey(base, corpus);
  await refuseWrongKey(next, corpus);
  const ignoredHeaders = ignoreHeader.map((name) => name.toLowerCase());
  const onCompared = progressOf(corpus.length);
  const result = await replayCorpus({ base, next, corpus, concurrency, ignoredHeaders, onCompared });
  // The results are meaningless if a signal has stopped the stacks.
  if (stop.disposed) return 130;
  console.log(formatResult(result));
  return result.different === 0 ? 0 : 1;
};

const address = addressOf('a back end, such as https://api.example.org');

await scriptCommand('replay', 'Compares the responses of two back ends to recorded requests.', help)
  .addOption(new Option('--base-commit <commit>', 'compare with this commit').conflicts(['base', 'next']))
  .option('--next-commit <commit>', 'commit to compare (default: this checkout)')
  .option('--at <instant>', 'time of both clocks, with commits (default: now)', instant)
  .option('--base <address>', 'back end whose responses are right', address)
  .option('--next <address>', 'back end to compare', address)
  .option('--key-file <file>', 'file with the key')
  .option('--base-key-file <file>', 'file with the key for --base (default: that of --key-file)')
  .option('--writes', 'with addresses, also send POST, PUT, PATCH and DELETE; valid enquiries are stored')
  .option('--corpus <file>', 'recorded requests as NDJSON, plain or gzip (default: those of the tests)')
  .option('--ignore-header <name...>', 'further headers that may differ', [])
  .option('--concurrency <requests>', 'requests in flight at each back end', wholeUpTo(64), 8)
  .exitOverride(exitOnInvalidUsage)
  .action(async (options: ReplayOptions) => {
    process.exitCode = await runAndStop((stop) => replay(options, stop));
  })
  .parseAsync();

import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { wholeUpTo } from '../long/command-numbers.ts';
import { type Localities, readLocalities } from './network/localities.ts';
import { asMarkdown, asText } from './report/print-report.ts';
import { type BenchReport, type Part, parts, readBenchReport } from './report/report.ts';

const help = `
Measures searches next to kdbush, flatbush, and PostGIS if it is installed; cold starts and publications;
starts of the local stack, and a whole network on it. docs/performance.md explains each figure, and how to install
PostGIS. All parts take half an hour on two cores.

  $ npm run bench                                           everything
  $ npm run bench -- --only search --sizes 21000            some minutes
  $ npm run bench -- --only network --network-size 3000     a minute
  $ npm run bench -- --from dist/bench.json --markdown      the tables of a previous run

Exit status: 0; with --strict 1 if a target was missed; 2 wrong usage.`;

const maxSize = 2_000_000;
const wrongUsage = 2;

const wholeNumberIn = (text: string): number => {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 100 && number <= maxSize) return number;
  throw new InvalidArgumentError(`Give whole numbers from 100 to ${maxSize}.`);
};

const sizesIn = (text: string): number[] =>
  [...new Set(text.split(',').map(wholeNumberIn))].sort((a, b) => a - b);

const isPart = (text: string): text is Part => parts.some((part) => part === text);

const partsIn = (text: string): Part[] => {
  const given = text.split(',');
  if (given.every(isPart)) return parts.filter((part) => given.includes(part));
  throw new InvalidArgumentError(`Parts are ${parts.join(', ')}.`);
};

/** Creates a parser of an option that names a file. Its error says in one line what is wrong with the file. */
const fileIn =
  <T>(read: (file: string) => T) =>
  (file: string): T => {
    try {
      return read(file);
    } catch (error) {
      throw new InvalidArgumentError(firstProblem(error).replaceAll(/\s*\n\s*/g, ' '));
    }
  };

const firstProblem = (error: unknown): string => {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error);
  const [issue] = error.issues;
  return issue === undefined ? 'it has another form' : [...issue.path, issue.message].join(' ');
};

interface Options {
  readonly sizes: number[];
  readonly networkSize: number;
  readonly only: Part[];
  readonly rounds: number;
  readonly centres: number;
  readonly localities?: Localities;
  readonly servers: boolean;
  readonly out: string;
  readonly from?: BenchReport;
  readonly markdown: boolean;
  readonly strict: boolean;
}

/** Towns of the sample network that the locations of all networks are copied from. */
const towns = 1_100;

const measure = async (options: Options): Promise<BenchReport> => {
  const { only, localities = readLocalities(), out } = options;
  const say = (what: string) =>
    void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
  // Loaded only to measure, because it takes seconds.
  const { runBench } = await import('./run-bench.ts');
  await mkdir(dirname(out), { recursive: true });
  return runBench({ ...options, localities, parts: only, towns, say }, (report) =>
    writeFile(out, `${JSON.stringify(report, null, 2)}\n`),
  );
};

const run = async (options: Options): Promise<void> => {
  const report = options.from ?? (await measure(options));
  process.stdout.write(`${options.markdown ? asMarkdown(report) : asText(report)}\n`);
  if (options.strict && report.targets.some(({ met }) => !met)) process.exitCode = 1;
};

/** `npm run bench`: how fast Waypost is, compared with alternatives. */
await new Command('npm run bench --')
  .description('Measures how fast Waypost is, compared with alternatives.')
  .addOption(
    new Option('--sizes <sizes>', 'numbers of locations')
      .argParser(sizesIn)
      .default([21_000, 300_000, 1_000_000], '21000,300000,1000000'),
  )
  .addOption(
    new Option('--network-size <size>', 'number of locations that the local stack serves')
      .argParser(wholeNumberIn)
      .default(300_000),
  )
  .addOption(new Option('--only <parts>', parts.join(', ')).argParser(partsIn).default([...parts], 'all'))
  .addOption(
    new Option('--rounds <rounds>', 'number of rounds, whose median counts')
      .argParser(wholeUpTo(100))
      .default(5),
  )
  .addOption(
    new Option('--centres <centres>', 'random centres whose answers are checked')
      .argParser(wholeUpTo(10_000))
      .default(1_000),
  )
  .option('--localities <file>', 'CSV file with the density of the networks', fileIn(readLocalities))
  .option('--no-servers', 'leave out PostGIS')
  .option('--out <file>', 'file for the results', 'dist/bench.json')
  .option(
    '--from <file>',
    'measure nothing, and print the results of a previous run',
    fileIn((file) => readBenchReport(readFileSync(file, 'utf8'))),
  )
  .option('--markdown', 'print tables for the documentation', false)
  .option('--strict', 'end with status 1 if a target is missed', false)
  .addHelpText('after', help)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : wrongUsage))
  .action(run)
  .parseAsync();

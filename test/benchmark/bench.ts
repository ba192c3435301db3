import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { exitOnInvalidUsage, scriptCommand, wholeUpTo } from '../support/command.ts';
import { type Localities, readLocalities } from './network/localities.ts';
import { asMarkdown, asText } from './report/print-report.ts';
import { type BenchReport, type Part, parts, readBenchReport } from './report/report.ts';

const help = `
Compares searches with kdbush, flatbush and PostGIS, if it is installed. Also measures snapshots, cold starts,
publications, starts of the local stack, and a whole network on it. docs/performance.md explains each figure and how to
install PostGIS. All parts together take about 30 minutes on two cores.

  $ npm run bench                                           all parts
  $ npm run bench -- --only search --sizes 21000            a few minutes
  $ npm run bench -- --only network --network-size 3000     one minute
  $ npm run bench -- --from dist/bench.json --markdown      tables of a previous run

Exit status: 0; with --strict, 1 if a target was missed; 2 invalid usage.`;

const maxSize = 2_000_000;

const toSize = (text: string): number => {
  const size = Number(text);
  if (Number.isInteger(size) && size >= 100 && size <= maxSize) return size;
  throw new InvalidArgumentError(`Must be an integer from 100 to ${maxSize}.`);
};

const toParts = (text: string): Part[] => {
  const given = text.split(',');
  if (given.every((each) => parts.some((part) => part === each)))
    return parts.filter((part) => given.includes(part));
  throw new InvalidArgumentError(`Parts are ${parts.join(', ')}.`);
};

/** Returns a parser for an option that names a file. */
const fileWith =
  <T>(read: (file: string) => T) =>
  (file: string): T => {
    try {
      return read(file);
    } catch (error) {
      const [issue] = error instanceof z.ZodError ? error.issues : [];
      const other = error instanceof Error ? error.message : String(error);
      const message = issue ? [...issue.path, issue.message].join(' ') : other;
      throw new InvalidArgumentError(message.replaceAll(/\s*\n\s*/g, ' '));
    }
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

/** `towns` is the number of towns in the sample network whose locations are copied. */
const fixed = { towns: 1_100, searchMilliseconds: 500 };

const measure = async (options: Options): Promise<BenchReport> => {
  const { only, localities = readLocalities(), out } = options;
  const say = (what: string) =>
    void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
  // Imported here, because loading it takes seconds and not every command needs it.
  const { runBench } = await import('./run-bench.ts');
  await mkdir(dirname(out), { recursive: true });
  return runBench({ ...options, ...fixed, localities, parts: only, say }, (report) =>
    writeFile(out, `${JSON.stringify(report, null, 2)}\n`),
  );
};

const run = async (options: Options): Promise<void> => {
  const report = options.from ?? (await measure(options));
  process.stdout.write(`${options.markdown ? asMarkdown(report) : asText(report)}\n`);
  if (options.strict && report.targets.some(({ met }) => !met)) process.exitCode = 1;
};

const toSizes = (text: string): number[] =>
  [...new Set(text.split(',').map(toSize))].sort((one, other) => one - other);
const sizes = [21_000, 300_000, 1_000_000];

await scriptCommand('bench', "Measures Waypost's speed, compared with alternatives.", help)
  .addOption(
    new Option('--sizes <sizes>', 'numbers of locations').argParser(toSizes).default(sizes, sizes.join()),
  )
  .option('--network-size <size>', 'number of locations on the local stack', toSize, 300_000)
  .addOption(new Option('--only <parts>', parts.join(', ')).argParser(toParts).default([...parts], 'all'))
  .option('--rounds <rounds>', 'number of rounds, of which the median counts', wholeUpTo(100), 5)
  .option('--centres <centres>', 'random centres to check', wholeUpTo(10_000), 1_000)
  .option('--localities <file>', 'CSV file with the density of the networks', fileWith(readLocalities))
  .option('--no-servers', 'skip PostGIS')
  .option('--out <file>', 'file for the results', 'dist/bench.json')
  .option(
    '--from <file>',
    'print the results of a previous run instead of measuring',
    fileWith((file) => readBenchReport(readFileSync(file, 'utf8'))),
  )
  .option('--markdown', 'print tables for the documentation', false)
  .option('--strict', 'exit with status 1 if a target is missed', false)
  // An invalid file causes a one-line error.
  .showHelpAfterError(false)
  .exitOverride(exitOnInvalidUsage)
  .action(run)
  .parseAsync();

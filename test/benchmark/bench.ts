import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { wholeUpTo } from '../long/command-numbers.ts';
import { localitiesIn, reportIn } from './command-files.ts';
import { type Localities, readLocalities } from './network/localities.ts';
import { type BenchReport, type Part, parts } from './report/bench-report.ts';
import { latencyPlot } from './report/latency-plot.ts';
import { asMarkdown, asText } from './report/print-tables.ts';
import { ownName } from './search/contenders/own-index.ts';

const help = `
Measures side by side, in one run: searches against brute force, kdbush, flatbush, SQLite's R*Tree, and PostGIS and Redis
where they are installed; handlers, HTTP, snapshots, cold starts, publishing. docs/performance.md says what each figure is
and how the servers are installed. All parts at all sizes take about half an hour on two cores.

  $ npm run bench                                           everything
  $ npm run bench -- --only search --sizes 21000            some minutes
  $ npm run bench -- --from dist/bench.json --markdown      the tables of a former run
  $ npm run bench -- --from dist/bench.json --plot          its searches, drawn for the documentation

Exit status: 0, with --strict 1 where a target was missed; 2 wrong usage.`;

const largestSize = 2_000_000;
const wrongUsage = 2;

const sizesIn = (text: string): number[] => {
  const sizes = text.split(',').map(Number);
  if (sizes.every((size) => Number.isInteger(size) && size >= 100 && size <= largestSize)) {
    return [...new Set(sizes)].sort((a, b) => a - b);
  }
  throw new InvalidArgumentError(`Give whole numbers from 100 to ${largestSize}, such as 21000,1000000.`);
};

const isPart = (text: string): text is Part => parts.some((part) => part === text);

const partsIn = (text: string): Part[] => {
  const given = text.split(',');
  if (given.every(isPart)) return parts.filter((part) => given.includes(part));
  throw new InvalidArgumentError(`There are ${parts.join(', ')}.`);
};

interface Options {
  readonly sizes: number[];
  readonly only: Part[];
  readonly rounds: number;
  readonly centres: number;
  readonly localities?: Localities;
  readonly servers: boolean;
  readonly out: string;
  /** Where to draw: `true` where the option stands without a file. */
  readonly plot?: string | true;
  readonly from?: BenchReport;
  readonly markdown: boolean;
  readonly strict: boolean;
}

const sampleTowns = 1_100;

const measure = async ({ sizes, only, rounds, centres, localities, servers, out }: Options) => {
  const say = (what: string) =>
    void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
  // All that is measured is loaded when it is clear that something is: it takes seconds.
  const { runBench } = await import('./run-bench.ts');
  await mkdir(dirname(out), { recursive: true });
  const settings = {
    localities: localities ?? readLocalities(),
    sizes,
    parts: only,
    rounds,
    centres,
    servers,
  };
  // A part that fails takes nothing of those before it along.
  return runBench({ ...settings, sampleTowns, say }, (report) =>
    writeFile(out, `${JSON.stringify(report, null, 2)}\n`),
  );
};

const documentedPlot = 'docs/search-latency.svg';

/** Draws latency against size, of searches that were measured at several. */
const draw = async ({ measurements }: BenchReport, plot: string | true): Promise<void> => {
  const searches = measurements.filter(({ part }) => part === 'search');
  if (new Set(searches.map(({ size }) => size)).size > 1) {
    await writeFile(plot === true ? documentedPlot : plot, latencyPlot(searches, ownName));
  } else {
    process.stderr.write('Nothing is drawn: it takes searches of two sizes at least.\n');
  }
};

const run = async (options: Options): Promise<void> => {
  const report = options.from ?? (await measure(options));
  if (options.plot !== undefined) await draw(report, options.plot);
  process.stdout.write(`${options.markdown ? asMarkdown(report) : asText(report)}\n`);
  if (options.strict && report.targets.some(({ met }) => !met)) process.exitCode = 1;
};

/** `npm run bench`: how fast everything is, next to what else there is. */
await new Command('npm run bench --')
  .description(
    'Measures searches, handlers, snapshots, cold starts and publishing, next to what else there is.',
  )
  .addOption(
    new Option('--sizes <sizes>', 'locations of the networks')
      .argParser(sizesIn)
      .default([21_000, 300_000, 1_000_000], '21000,300000,1000000'),
  )
  .addOption(new Option('--only <parts>', parts.join(', ')).argParser(partsIn).default([...parts], 'all'))
  .addOption(
    new Option('--rounds <rounds>', 'of which the median counts').argParser(wholeUpTo(100)).default(5),
  )
  .addOption(
    new Option('--centres <centres>', 'random centres that answers are checked around')
      .argParser(wholeUpTo(10_000))
      .default(1_000),
  )
  .option('--localities <file>', 'CSV file whose density networks are laid out by', localitiesIn)
  .option('--no-servers', 'leave PostGIS and Redis out even where they are installed')
  .option('--out <file>', 'where the figures are written', 'dist/bench.json')
  .option('--plot [file]', `draw latency against size, by default in ${documentedPlot}`)
  .option('--from <file>', 'measure nothing, print what a former run wrote', reportIn)
  .option('--markdown', 'print tables as the documentation has them', false)
  .option('--strict', 'end with 1 where a target is missed', false)
  .addHelpText('after', help)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : wrongUsage))
  .action(run)
  .parseAsync();

import { loadavg } from 'node:os';
import { Command, Option } from 'commander';
import { quantile } from '../support/load/quantile.ts';
import { wholeUpTo } from './command-numbers.ts';
import { type KillOutcome, runKills } from './kills/run-kills.ts';

const help = `
Starts a stack on a data directory of its own and a free port of 127.0.0.1, sends it enquiries from several clients, with
and without Idempotency-Key, and objects to its buckets; kills it with SIGKILL at a random moment, starts it again, and
in the end looks for every enquiry and object that was acknowledged. What it made is removed.

  $ npm run kills                       10 kills
  $ npm run kills -- --times 100        as often as is promised

Exit status: 0 nothing was lost and no start took longer than --restart, 1 otherwise.`;

interface KillsOptions {
  readonly times: number;
  readonly clients: number;
  readonly within: number;
  readonly restart: number;
}

const lossesIn = ({ lost, altered, doubled, lostObjects, refusals }: KillOutcome) =>
  Object.entries({
    lost,
    altered,
    doubled,
    'objects lost': lostObjects,
    'answers that were refusals': refusals,
  });

const kills = async ({ times, clients, within, restart }: KillsOptions): Promise<void> => {
  const outcome = await runKills({ times, clients, withinMilliseconds: within, report: console.log });
  const { enquiries, objects, restartMilliseconds } = outcome;
  console.log(
    `${times} kills: ${enquiries} enquiries and ${objects} objects acknowledged; the database, the object store and the state are whole`,
  );
  for (const [what, each] of lossesIn(outcome))
    console.log(`${what}: ${each.length} ${each.slice(0, 3).join(', ')}`.trimEnd());
  const restartWithin = (share: number) => Math.round(quantile(restartMilliseconds, share));
  const slowest = restartWithin(1);
  console.log(
    `from a start to its first 200: p50 ${restartWithin(0.5)} ms, p95 ${restartWithin(0.95)} ms, slowest ${slowest} ms (load of the machine ${loadavg()[0]?.toFixed(1)})`,
  );
  if (slowest > restart || lossesIn(outcome).some(([, each]) => each.length > 0)) process.exitCode = 1;
};

await new Command('npm run kills --')
  .description('Kills a stack while it is written to, and says what it lost and how fast it was back.')
  .addOption(new Option('--times <times>', 'how often').default(10).argParser(wholeUpTo(999_999)))
  .addOption(
    new Option('--clients <clients>', 'how many send enquiries at a time')
      .default(4)
      .argParser(wholeUpTo(999_999)),
  )
  .addOption(
    new Option('--within <ms>', 'longest time under load before a kill')
      .default(1_000)
      .argParser(wholeUpTo(999_999)),
  )
  .addOption(
    new Option('--restart <ms>', 'longest time to the first 200')
      .default(3_000)
      .argParser(wholeUpTo(999_999)),
  )
  .addHelpText('after', help)
  .action(kills)
  .parseAsync();

import { loadavg } from 'node:os';
import { scriptCommand, wholeUpTo } from '../support/command.ts';
import { quantile } from '../support/load/quantile.ts';
import { type KillOutcome, runKills } from './kills/run-kills.ts';

const help = `
Starts a stack on a temporary data directory and a free port, and sends it enquiries from several clients, with and
without an Idempotency-Key, and objects for its buckets. Kills it with SIGKILL at random moments and restarts it. At the
end, checks that every acknowledged enquiry and object is stored, and removes the stack.

  $ npm run kills                       10 kills
  $ npm run kills -- --times 100        the documented target

Exit status: 0 if nothing was lost and no restart took longer than --restart; otherwise 1.`;

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
    duplicated: doubled,
    'objects lost': lostObjects,
    'requests rejected': refusals,
  });

const kills = async ({ times, clients, within, restart }: KillsOptions): Promise<void> => {
  const outcome = await runKills({ times, clients, withinMilliseconds: within, report: console.log });
  const { enquiries, objects, restartMilliseconds } = outcome;
  console.log(
    `${times} kills: ${enquiries} enquiries and ${objects} objects acknowledged; database, object store and state are intact`,
  );
  for (const [what, each] of lossesIn(outcome))
    console.log(`${what}: ${each.length} ${each.slice(0, 3).join(', ')}`.trimEnd());
  const restartWithin = (share: number) => Math.round(quantile(restartMilliseconds, share));
  const slowest = restartWithin(1);
  console.log(
    `restart to first 200: p50 ${restartWithin(0.5)} ms, p95 ${restartWithin(0.95)} ms, max ${slowest} ms (load average ${loadavg()[0]?.toFixed(1)})`,
  );
  if (slowest > restart || lossesIn(outcome).some(([, each]) => each.length > 0)) process.exitCode = 1;
};

const count = wholeUpTo(999_999);

await scriptCommand('kills', 'Kills a stack during writes, and reports lost writes and recovery times.', help)
  .option('--times <times>', 'number of kills', count, 10)
  .option('--clients <clients>', 'number of concurrent clients', count, 4)
  .option('--within <ms>', 'maximum time under load before a kill', count, 1_000)
  .option('--restart <ms>', 'maximum time to the first 200', count, 3_000)
  .action(kills)
  .parseAsync();

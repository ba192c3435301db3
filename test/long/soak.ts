import { readStackFile } from '../../infra/local/data-directory/stack-file.ts';
import { scriptCommand, wholeUpTo } from '../support/command.ts';
import { describeSoak, soak } from '../support/load/open-loop.ts';
import { residentMegabytesOf } from '../support/processes/megabytes.ts';
import { issueUnlimitedKey } from '../support/stack/stack-stores.ts';

const help = `
Sends requests on a fixed schedule, without waiting for earlier responses. Latency counts from the scheduled time. The
stack is the local one on the data directory, with a key of plan unlimited that is issued for the run or, in turn, the
space-separated keys in AUTH_KEYS.

  $ npm start &                                       in another window
  $ npm run soak                                      one minute at 100 requests per second
  $ npm run soak -- --seconds 600 --rate 500 --data-dir other/.local

Exit status: 0 if no request failed and the stack's peak memory in the second half exceeded that in the first half by
less than 10%; otherwise 1.`;

const maxGrowth = 0.1;

interface Options {
  readonly seconds: number;
  readonly rate: number;
  readonly dataDir: string;
}

const keysFor = async (dataDirectory: string): Promise<readonly string[]> => {
  const given = process.env.AUTH_KEYS?.split(/\s+/).filter((key) => key !== '') ?? [];
  if (given.length > 0) return given;
  return [await issueUnlimitedKey(dataDirectory, 'soak')];
};

/** Prints progress and the process's memory every minute while the process runs. */
const printMinutes = (seconds: number, pid: number): void => {
  let minutes = 0;
  const print = (megabytes: number): void =>
    console.error(`${minutes} of ${Math.ceil(seconds / 60)} minutes, ${megabytes.toFixed(0)} MB`);
  setInterval(() => {
    minutes += 1;
    print(residentMegabytesOf(pid) ?? 0);
  }, 60_000).unref();
};

const run = async ({ seconds, rate, dataDir }: Options): Promise<number> => {
  const stack = await readStackFile(dataDir);
  if (!stack) {
    console.error(
      `No stack is running on ${dataDir}. Start one with npm start, or give its data directory with --data-dir.`,
    );
    return 1;
  }
  const { pid, apiUrl: url } = stack;
  printMinutes(seconds, pid);
  const result = await soak({ url, pid, keys: await keysFor(dataDir), seconds, perSecond: rate });
  console.log(describeSoak(result));
  const grewBy = result.megabytesLate / result.megabytesEarly - 1;
  return result.failed === 0 && grewBy < maxGrowth ? 0 : 1;
};

await scriptCommand(
  'soak',
  'Sends requests to a local stack at a steady rate, and measures its responses and memory.',
  help,
)
  .option('--seconds <seconds>', 'duration', wholeUpTo(3_600), 60)
  .option('--rate <requests>', 'requests per second', wholeUpTo(1_000), 100)
  .option('--data-dir <folder>', 'data directory of the stack', '.local')
  .action(async (options: Options) => {
    process.exitCode = await run(options);
  })
  .parseAsync();

import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { dataFilesIn } from '../../infra/local/data-directory/data-files.ts';
import { readStackFile } from '../../infra/local/data-directory/stack-file.ts';
import { describeSoak, residentMegabytes, soak } from '../support/load/soak.ts';
import { wholeUpTo } from './command-numbers.ts';

const help = `
Requests go out on a schedule, whether those before were answered or not, and each one's time counts from when it was
due. Only a stack that runs on this machine is asked, the one of the data directory, with the key that it started with;
several keys, separated by blanks, may be given in AUTH_KEYS and take turns.

  $ npm start &                                       in another window
  $ npm run soak                                      a minute at 100 requests a second
  $ npm run soak -- --seconds 600 --rate 500 --data-dir other/.local

Exit status: 0 no request failed, and the most memory of the stack in the second half of the time was less than a tenth
above that in the first; 1 it did not go so well.`;

const mostGrowth = 0.1;

interface Options {
  readonly seconds: number;
  readonly rate: number;
  readonly dataDir: string;
}

const keysFor = async (dataDirectory: string): Promise<readonly string[]> => {
  const given = process.env.AUTH_KEYS?.split(/\s+/).filter((key) => key !== '') ?? [];
  if (given.length > 0) return given;
  return [(await readFile(dataFilesIn(dataDirectory).keyFile, 'utf8')).trim()];
};

/** Says every minute how far it is, and how large the process, as long as that runs. */
const sayMinutes = (seconds: number, pid: number): void => {
  let minutes = 0;
  const say = (megabytes: number): void =>
    console.error(`${minutes} of ${Math.ceil(seconds / 60)} minutes, ${megabytes.toFixed(0)} MB`);
  const everyMinute = () => {
    minutes += 1;
    residentMegabytes(pid).then(say, () => undefined);
  };
  setInterval(everyMinute, 60_000).unref();
};

const run = async ({ seconds, rate, dataDir }: Options): Promise<number> => {
  const stack = await readStackFile(dataDir);
  if (!stack) {
    console.error(
      `No stack runs on ${dataDir}: start one with npm start, or name its folder with --data-dir.`,
    );
    return 1;
  }
  const { pid, apiUrl: url } = stack;
  sayMinutes(seconds, pid);
  const result = await soak({ url, pid, keys: await keysFor(dataDir), seconds, perSecond: rate });
  console.log(describeSoak(result));
  const grewBy = result.megabytesLate / result.megabytesEarly - 1;
  return result.failed === 0 && grewBy < mostGrowth ? 0 : 1;
};

/** `npm run soak`: how a local stack fares under a steady load. */
await new Command('npm run soak --')
  .description('Asks a local stack at a steady rate, and watches its answers and its memory.')
  .addOption(new Option('--seconds <seconds>', 'how long').argParser(wholeUpTo(3_600)).default(60))
  .addOption(new Option('--rate <requests>', 'requests a second').argParser(wholeUpTo(1_000)).default(100))
  .option('--data-dir <folder>', 'data directory of the stack', '.local')
  .addHelpText('after', help)
  .showHelpAfterError('(--help shows what there is)')
  .action(async (options: Options) => {
    process.exitCode = await run(options);
  })
  .parseAsync();

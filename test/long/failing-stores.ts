import { Command, Option } from 'commander';
import { describeRandomFailures, readWhileStoresFail } from '../support/faults/randomly-failing-stores.ts';
import { runOpenLoop } from '../support/load/open-loop.ts';
import { quantile } from '../support/load/quantile.ts';
import '../support/quiet-log.ts';
import { wholeUpTo } from './command-numbers.ts';

const help = `
The handlers run in this process, on stores of this machine whose every third call or so fails: by a lost connection, by
a fault of the store, or throttled. Nothing else is asked.

  $ npm run faults                                    a minute at 50 reads a second
  $ npm run faults -- --seconds 600 --rate 20

Exit status: 0 at least 99 in 100 reads were answered well, in at most one and a half store calls each; 1 they were not.`;

const leastAnswered = 0.99;
const mostCallsARead = 1.5;

interface Options {
  readonly seconds: number;
  readonly rate: number;
}

/** `npm run faults`: how reads fare while three in ten calls to the stores fail at random. */
await new Command('npm run faults --')
  .description('Measures how reads fare while three in ten calls to their stores fail at random.')
  .addOption(new Option('--seconds <seconds>', 'how long').argParser(wholeUpTo(3_600)).default(60))
  .addOption(new Option('--rate <reads>', 'reads a second').argParser(wholeUpTo(500)).default(50))
  .addHelpText('after', help)
  .showHelpAfterError('(--help shows what there is)')
  .action(async ({ seconds, rate }: Options) => {
    const result = await readWhileStoresFail((send) => runOpenLoop({ perSecond: rate, seconds, send }));
    const { requests, failed, milliseconds } = result.outcome;
    const [p50, p99] = [quantile(milliseconds, 0.5), quantile(milliseconds, 0.99)];
    console.log(describeRandomFailures(result));
    console.log(
      `half of them were answered within ${p50.toFixed(0)} ms, 99 in 100 within ${p99.toFixed(0)} ms`,
    );
    const isGood =
      requests - failed >= leastAnswered * requests && result.storeCalls <= mostCallsARead * requests;
    process.exitCode = isGood ? 0 : 1;
  })
  .parseAsync();

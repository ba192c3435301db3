import { scriptCommand, wholeUpTo } from '../support/command.ts';
import { describeRandomFailures, readWhileStoresFail } from '../support/faults/randomly-failing-stores.ts';
import { runOpenLoop } from '../support/load/open-loop.ts';
import { quantile } from '../support/load/quantile.ts';
import '../support/quiet-log.ts';

const help = `
The handlers run in this process, on local stores. About 30% of store calls fail by a lost connection, an error of the
store or throttling.

  $ npm run faults                                    one minute at 50 reads per second
  $ npm run faults -- --seconds 600 --rate 20

Exit status: 0 if at least 99% of reads succeeded, with at most 1.5 store calls each; otherwise 1.`;

const minSuccessShare = 0.99;
const maxCallsPerRead = 1.5;

interface Options {
  readonly seconds: number;
  readonly rate: number;
}

await scriptCommand('faults', 'Measures reads while 30% of store calls fail at random.', help)
  .option('--seconds <seconds>', 'duration', wholeUpTo(3_600), 60)
  .option('--rate <reads>', 'reads per second', wholeUpTo(500), 50)
  .action(async ({ seconds, rate }: Options) => {
    const result = await readWhileStoresFail((send) => runOpenLoop({ perSecond: rate, seconds, send }));
    const { requests, failed, milliseconds } = result.outcome;
    const [p50, p99] = [quantile(milliseconds, 0.5), quantile(milliseconds, 0.99)];
    console.log(describeRandomFailures(result));
    console.log(`response time: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
    const isGood =
      requests - failed >= minSuccessShare * requests && result.storeCalls <= maxCallsPerRead * requests;
    process.exitCode = isGood ? 0 : 1;
  })
  .parseAsync();

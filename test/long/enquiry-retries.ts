import { Command, Option } from 'commander';
import { type RetryOutcome, retryEnquiries } from '../support/enquiry-retries.ts';
import '../support/quiet-log.ts';
import { wholeUpTo } from './command-numbers.ts';

const help = `
The function that takes enquiries runs in this process, on a store of this machine that loses one answer in four after it
has written, throttles, and is slow at times; what stands between the client and the function loses answers and
cuts requests off. The client sends each enquiry with an Idempotency-Key until it has an answer. Nothing else is asked.

  $ npm run enquiries:retries                              1,000 enquiries
  $ npm run enquiries:retries -- --enquiries 10000 --seed 7

Exit status: 0 each enquiry is stored once, under the one number that was answered; 1 one is not.`;

interface Options {
  readonly enquiries: number;
  readonly atOnce: number;
  readonly seed: number;
}

const failuresIn = ({ duplicates, lost, ambiguous, unanswered }: RetryOutcome) =>
  Object.entries({ duplicates, lost, 'not of one number': ambiguous, unanswered });

/** `npm run enquiries:retries`: whether enquiries that are sent again and again are stored once. */
await new Command('npm run enquiries:retries --')
  .description('Sends enquiries through lost answers until each has one, and counts what is stored.')
  .addOption(new Option('--enquiries <number>', 'how many').argParser(wholeUpTo(100_000)).default(1_000))
  .addOption(new Option('--at-once <number>', 'how many at a time').argParser(wholeUpTo(500)).default(32))
  .addOption(new Option('--seed <number>', 'of the faults').argParser(wholeUpTo(999_999)).default(1))
  .addHelpText('after', help)
  .showHelpAfterError('(--help shows what there is)')
  .action(async (options: Options) => {
    const began = performance.now();
    const report = (done: number) => {
      if (done % 1_000 === 0) console.log(`${done} of ${options.enquiries} answered`);
    };
    const outcome = await retryEnquiries({ ...options, report });
    const seconds = (performance.now() - began) / 1_000;
    const { enquiries, sent, answersLost, refused, storeFaults, stored } = outcome;
    console.log(
      `${enquiries} enquiries, sent ${sent} times in ${seconds.toFixed(0)} s: ${answersLost} answers lost, ${refused} of 503, ${storeFaults} faults of the store; ${stored} stored`,
    );
    for (const [what, each] of failuresIn(outcome))
      console.log(`${what}: ${each.length} ${each.slice(0, 3).join(', ')}`.trimEnd());
    const isGood = stored === enquiries && failuresIn(outcome).every(([, each]) => each.length === 0);
    process.exitCode = isGood ? 0 : 1;
  })
  .parseAsync();

import { scriptCommand, wholeUpTo } from '../support/command.ts';
import { type RetryOutcome, retryEnquiries } from '../support/enquiry-retries.ts';
import '../support/quiet-log.ts';

const help = `
The function for enquiries runs in this process, on a local store that throttles, is slow at times, and loses 25% of its
responses after it has written. The network between client and function loses responses and cuts off requests. The
client sends each enquiry with an Idempotency-Key until it gets a response.

  $ npm run enquiries:retries                              1,000 enquiries
  $ npm run enquiries:retries -- --enquiries 10000 --seed 7

Exit status: 0 if each enquiry is stored once, under the number that was returned; otherwise 1.`;

interface Options {
  readonly enquiries: number;
  readonly atOnce: number;
  readonly seed: number;
}

const failuresIn = ({ duplicates, lost, ambiguous, unanswered }: RetryOutcome) =>
  Object.entries({ duplicates, lost, 'with several numbers': ambiguous, 'without a response': unanswered });

await scriptCommand(
  'enquiries:retries',
  'Sends each enquiry until it gets a response, while responses are lost, and checks the stored enquiries.',
  help,
)
  .option('--enquiries <number>', 'number of enquiries', wholeUpTo(100_000), 1_000)
  .option('--at-once <number>', 'number of concurrent enquiries', wholeUpTo(500), 32)
  .option('--seed <number>', 'seed of the faults', wholeUpTo(999_999), 1)
  .action(async (options: Options) => {
    const began = performance.now();
    const report = (done: number) => {
      if (done % 1_000 === 0) console.log(`${done} of ${options.enquiries} done`);
    };
    const outcome = await retryEnquiries({ ...options, report });
    const seconds = (performance.now() - began) / 1_000;
    const { enquiries, sent, answersLost, refused, storeFaults, stored } = outcome;
    console.log(
      `${enquiries} enquiries in ${sent} requests and ${seconds.toFixed(0)} s: ${answersLost} responses lost, ${refused} with 503, ${storeFaults} store faults; ${stored} stored`,
    );
    for (const [what, each] of failuresIn(outcome))
      console.log(`${what}: ${each.length} ${each.slice(0, 3).join(', ')}`.trimEnd());
    const isGood = stored === enquiries && failuresIn(outcome).every(([, each]) => each.length === 0);
    process.exitCode = isGood ? 0 : 1;
  })
  .parseAsync();

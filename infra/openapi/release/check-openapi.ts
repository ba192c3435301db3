import { Command } from 'commander';
import { release, unreleasedBreaks } from './released-documents.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);

const waysOut = `
Keep what was there beside what is new, or give what is new a path with another version of the service. Where nobody
uses it any more: npm run openapi:check -- --release --breaking`;

const help = `
The released documents are those in docs/openapi. Exit status: 0 nothing breaks, or the release was written, 1 something
breaks clients of the last release, 2 the command was given wrongly.`;

interface CheckOptions {
  readonly release: boolean;
  readonly breaking: boolean;
}

const check = (options: CheckOptions): void => {
  const broken = unreleasedBreaks().filter(([, changes]) => changes.length > 0);
  for (const [service, changes] of broken) {
    say(`${service}: breaks clients of the last release`);
    for (const { at, what } of changes) say(`  ${at}: ${what}`);
  }
  if (broken.length > 0 && !(options.release && options.breaking)) {
    say(waysOut);
    process.exitCode = 1;
    return;
  }
  if (options.release) release();
  say(options.release ? 'Released: docs/openapi is what clients may rely on.' : 'No client is broken.');
};

/** `npm run openapi:check`: what clients of the last release would not survive. */
new Command('npm run openapi:check --')
  .description('Compares what the services are with the last released OpenAPI documents.')
  .option('--release', 'makes the documents of now the released ones, unless they break clients', false)
  .option('--breaking', 'with --release: releases them even so', false)
  .addHelpText('after', help)
  .showHelpAfterError('(--help shows what there is)')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(check)
  .parse();

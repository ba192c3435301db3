import { Command } from 'commander';
import { release, unreleasedBreaks } from './released-documents.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);

const waysOut = `
Keep the old form beside the new one, or use a path with another version of the service. If no client uses the old form:
npm run openapi:check -- --release --breaking`;

const help = `
The released documents are in docs/openapi.

Exit codes:
  0  nothing breaks clients, or the release was written
  1  a change breaks clients of the last release
  2  the command line is wrong`;

interface CheckOptions {
  readonly release: boolean;
  readonly breaking: boolean;
}

const check = (options: CheckOptions, command: Command): void => {
  if (options.breaking && !options.release) command.error('error: --breaking needs --release');
  const broken = unreleasedBreaks().filter(([, changes]) => changes.length > 0);
  for (const [service, changes] of broken) {
    say(`${service}: breaks clients of the last release`);
    for (const change of changes) say(`  ${change}`);
  }
  if (broken.length > 0 && !(options.release && options.breaking)) {
    say(waysOut);
    process.exitCode = 1;
    return;
  }
  if (options.release) release();
  say(options.release ? 'Released: docs/openapi.' : 'No change breaks clients.');
};

new Command('npm run openapi:check --')
  .description('Compares the OpenAPI documents with the released ones, and lists changes that break clients.')
  .option('--release', 'make the current documents the released ones, unless they break clients', false)
  .option('--breaking', 'with --release: even if they break clients', false)
  .addHelpText('after', help)
  .showHelpAfterError('(--help lists the options)')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(check)
  .parse();

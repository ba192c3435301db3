import { readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { breakingChanges } from './breaking-changes.ts';
import { openApiDocuments } from './openapi-documents.ts';

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
  const documents = Object.entries(openApiDocuments({ origin: '' }));
  const fileOf = (service: string) => new URL(`../../docs/openapi/${service}.json`, import.meta.url);
  let isBroken = false;
  for (const [service, document] of documents) {
    const changes = breakingChanges(JSON.parse(readFileSync(fileOf(service), 'utf8')), document);
    if (changes.length === 0) continue;
    isBroken = true;
    say(`${service}: breaks clients of the last release`);
    for (const change of changes) say(`  ${change}`);
  }
  if (isBroken && !(options.release && options.breaking)) {
    say(waysOut);
    process.exitCode = 1;
    return;
  }
  if (options.release)
    for (const [service, document] of documents)
      writeFileSync(fileOf(service), `${JSON.stringify(document, null, 2)}\n`);
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

import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { generatedFiles } from './generated-files.ts';

const root = new URL('../../', import.meta.url);

const help = `
Files: the client's types, the table of operations in the README, the page of alarms, and the cost tables.

Exit codes:
  0  the files are up to date
  1  a file differs (--check), or the command failed
  2  the command line is invalid`;

/** Writes the generated files that are out of date, or with `check` only lists them. */
const generate = async ({ check }: { readonly check: boolean }): Promise<void> => {
  for (const [path, content] of await generatedFiles()) {
    const file = new URL(path, root);
    // A missing file is out of date.
    if ((await readFile(file, 'utf8').catch(() => undefined)) === content) continue;
    if (check) process.exitCode = 1;
    else await writeFile(file, content);
    process.stdout.write(
      check ? `${path} is out of date. To write it: npm run generate\n` : `${path} written\n`,
    );
  }
};

/** `npm run generate` */
await new Command('npm run generate --')
  .description(
    'Writes the files of the repository that are generated from routes, schemas, stages and constructs.',
  )
  .option('--check', 'write nothing, but fail if a file is out of date', false)
  .addHelpText('after', help)
  .showHelpAfterError('(--help lists the options)')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(generate)
  .parseAsync();

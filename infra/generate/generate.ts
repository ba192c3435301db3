import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { generatedFiles } from './generated-files.ts';
import { recordedFile } from './recorded-answers.ts';

const root = new URL('../../', import.meta.url);

const help = `
Files: the client's types, the operations table in the README, the alarms page, the tables of limits and costs, and
the responses in the portal's guides, which are recorded on a local stack with the sample network, at a fixed time.

Exit codes:
  0  the files are up to date
  1  a file differs (--check), or the command failed
  2  the command line is invalid`;

/** Writes the generated files that are out of date. With `check`, only lists them. */
const generate = async ({ check }: { readonly check: boolean }): Promise<void> => {
  const recording = recordedFile();
  // The promise is awaited below. If another file fails first, that error is thrown instead.
  recording.catch(() => {});
  for (const [path, content] of await generatedFiles()) await update(path, content, check);
  const { path, content, differences } = await recording;
  if (check) for (const difference of differences) process.stdout.write(`${difference}\n`);
  await update(path, content, check);
};

const update = async (path: string, content: string, check: boolean): Promise<void> => {
  const file = new URL(path, root);
  // A missing file counts as out of date.
  if ((await readFile(file, 'utf8').catch(() => undefined)) === content) return;
  if (check) process.exitCode = 1;
  else await writeFile(file, content);
  process.stdout.write(
    check ? `${path} is out of date. To write it: npm run generate\n` : `${path} written\n`,
  );
};

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

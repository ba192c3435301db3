import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { answersPath } from '../portal/samples/recorded-answers.ts';
import { placedRequests } from '../portal/samples/request-block.ts';
import { recordAnswers } from '../recording/record-answers.ts';
import { generatedFiles } from './generated-files.ts';

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
  const recording = recordAnswers(placedRequests());
  // The promise is awaited below. If another file fails first, that error is thrown instead.
  recording.catch(() => {});
  for (const [path, content] of await generatedFiles()) await update(path, content, check);
  const answers = [...(await recording)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  await update(answersPath, `${JSON.stringify(Object.fromEntries(answers), undefined, 2)}\n`, check);
};

const update = async (path: string, content: string, check: boolean): Promise<void> => {
  const file = new URL(path, root);
  // A missing file counts as out of date.
  const previous = await readFile(file, 'utf8').catch(() => '');
  if (previous === content) return;
  if (!check) {
    await writeFile(file, content);
    process.stdout.write(`${path} written\n`);
    return;
  }
  process.exitCode = 1;
  const [before, after] = [previous.split('\n'), content.split('\n')];
  const index = after.findIndex((line, each) => line !== before[each]);
  const difference = `line ${index + 1} is "${before[index] ?? ''}", but should be "${after[index] ?? ''}"`;
  process.stdout.write(`${path} is out of date. To write it: npm run generate\n  ${difference}\n`);
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

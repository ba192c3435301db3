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
  process.stdout.write(
    `${path} is out of date. To write it: npm run generate\n${describeDifference(previous, content)}\n`,
  );
};

/** Shows the first difference in its line and, in recorded responses, the last request before it. */
const describeDifference = (previous: string, content: string): string => {
  let at = 0;
  while (at < content.length && content[at] === previous[at]) at++;
  const lines = content.slice(0, at).split('\n');
  const request = lines.findLast((line) => line.includes('"request":'));
  const start = at - Math.min(maxShown, lines.at(-1)?.length ?? 0);
  const shown = (text: string) => text.slice(start, at + maxShown).split('\n', 1)[0];
  return [
    `  line ${lines.length}${request ? ` (${request.trim()})` : ''}`,
    `  is:        ${shown(previous)}`,
    `  should be: ${shown(content)}`,
  ].join('\n');
};

/** Number of characters shown on each side of a difference, because lines of recorded responses are long. */
const maxShown = 100;

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

import { Stryker } from '@stryker-mutator/core';
import { Argument, Command, InvalidArgumentError } from 'commander';
import { everyRoom, isRoom, type Room, rooms } from './rooms.ts';

const help = `
Every room's code is changed in small ways, one at a time, and its tests run against each change: a change that no test
notices says which test is missing. The report of each room is written to dist/mutation.

Examples:
  $ npm run mutation                    all rooms, which takes hours: tests of keys, billing and importing have stores
  $ npm run mutation -- geography hours
  $ npm run mutation -- paging --concurrency 1

Exit status: 0 each room has the score that is asked of it, 1 one has not.`;

const asked = 85;
/** What a mutant may come to that its tests have noticed, and what they have not. */
const noticed = ['Killed', 'Timeout'];
const unnoticed = ['Survived', 'NoCoverage'];

const judge = async (room: Room, concurrency: number) => {
  process.env.MUTATED_ROOM = room;
  const results = await new Stryker({
    mutate: [...rooms[room].code],
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutation/vitest.config.ts' },
    coverageAnalysis: 'perTest',
    concurrency,
    reporters: ['clear-text', 'html'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
    htmlReporter: { fileName: `dist/mutation/${room}.html` },
    tempDirName: 'dist/mutation/sandbox',
    ignorePatterns: ['dist', '.local', 'docs'],
    timeoutMS: 5000,
  }).runMutationTest();
  const count = (statuses: readonly string[]) =>
    results.filter(({ status }) => statuses.includes(status)).length;
  const [found, missed] = [count(noticed), count(unnoticed)];
  return { room, found, of: found + missed, score: (100 * found) / Math.max(1, found + missed) };
};

const wholeNumber = (text: string): number => {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number from 1.');
};

/** `npm run mutation`: whether the tests of a room would notice that its code is wrong. */
await new Command('npm run mutation --')
  .description('Judges the tests of rooms by mutants of their code.')
  .addArgument(new Argument('[rooms...]', 'which rooms').choices(everyRoom).default(everyRoom, 'all'))
  .option('--concurrency <number>', 'how many mutants are tried at once', wholeNumber, 2)
  .addHelpText('after', help)
  .showHelpAfterError('(--help shows what there is)')
  .action(async (names: readonly string[], { concurrency }: { readonly concurrency: number }) => {
    const judged: Awaited<ReturnType<typeof judge>>[] = [];
    for (const room of names.filter(isRoom)) judged.push(await judge(room, concurrency));
    console.table(judged.map(({ score, ...rest }) => ({ ...rest, score: `${score.toFixed(1)} %` })));
    process.exitCode = judged.every(({ score }) => score >= asked) ? 0 : 1;
  })
  .parseAsync();

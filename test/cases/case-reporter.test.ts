import { describe, expect, it } from 'vitest';
import {
  exitCodeOf,
  isWholeRun,
  markdownOf,
  type RunTest,
  reportCases,
  summaryOf,
  type TestRun,
} from './case-reporter.ts';
import { both, catalogue, notHere, partsOnly } from './catalogue.ts';

/** Builds the id of a row, because a literal id would count as a test of that row. */
const id = (letter: string, number: number) => `${letter}${String(number).padStart(2, '0')}`;
const [first, second, third] = [id('A', 1), id('A', 2), id('A', 3)];
const rows = [both(first, 'one'), partsOnly(second, 'two', 'no request'), notHere(third, 'three', 'on AWS')];
const passed = (name: string, file: string): RunTest => ({ name, file, state: 'passed' });

const handlers = passed(`suite > ${first} works`, 'test/functions/a.test.ts');
const stack = passed(`works (${first})`, 'test/local/a.test.ts');
const parts = passed(`${second}: works`, 'test/infra/a.test.ts');
const projects = ['functions', 'own process', 'parts', 'running stack'];

const notApplicable = `not applicable ${third}`;

describe('the case report', () => {
  it.each<[what: string, tests: readonly RunTest[], summary: string]>([
    ['every target is tested', [handlers, stack, parts], '2 of 3 passed'],
    ['a part is tested on the stack', [handlers, stack, { ...stack, name: second }], '2 of 3 passed'],
    ['no handler is tested', [stack, parts], `1 of 3 passed, missing ${first}`],
    ['no stack is tested', [handlers, parts], `1 of 3 passed, missing ${first}`],
    ['nothing is tested', [], `0 of 3 passed, missing ${first} ${second}`],
    [
      'a test is skipped',
      [handlers, stack, { ...parts, state: 'skipped' }],
      `1 of 3 passed, missing ${second}`,
    ],
    [
      'one of two tests failed',
      [handlers, stack, parts, { ...parts, state: 'failed' }],
      `1 of 3 passed, failed ${second}`,
    ],
  ])('says if %s, and fails if a row is not covered', (_, tests, summary) => {
    const report = reportCases(rows, tests);
    expect(summaryOf(report)).toBe(`Cases: ${summary}, ${notApplicable}`);
    expect(exitCodeOf(report, undefined)).toBe(summary === '2 of 3 passed' ? undefined : 1);
    expect(exitCodeOf(report, 1)).toBe(1);
  });

  it('fails if an id has no row', () => {
    const unknown = passed(id('H', 99), 'test/local/b.test.ts');
    const report = reportCases(rows, [handlers, stack, parts, unknown]);
    expect(summaryOf(report)).toBe(`Cases: 2 of 3 passed, ${notApplicable}, unknown ids ${unknown.name}`);
    expect(exitCodeOf(report, undefined)).toBe(1);
  });

  it('counts tests of functions that handle no requests as part tests', () => {
    const result = (file: string) => reportCases(rows, [passed(`${second} works`, file)]).results[1]?.passed;
    expect(result('test/functions/platform/publish-locations.test.ts')?.parts).toBe(1);
    expect(result('test/functions/platform/authorise-api-key.test.ts')?.handlers).toBe(1);
    expect(result('test/functions/platform/authorising/key-context.test.ts')?.handlers).toBe(1);
  });

  it('has a table line for each row, with test counts and the reason', () => {
    expect(markdownOf(reportCases(rows, [handlers, handlers, stack, parts])).split('\n')).toEqual(
      expect.arrayContaining([
        `| ${first} | one | 2 | 1 | – | passed |  |`,
        `| ${second} | two | – | – | 1 | passed | no request |`,
        `| ${third} | three | – | – | – | not applicable | on AWS |`,
      ]),
    );
  });

  it.each<[what: string, change: Partial<TestRun>, isWhole: boolean]>([
    ['needs no quiet project', {}, true],
    ['is made after a run with more projects', { projects: [...projects, 'quiet'] }, true],
    ['needs a run that was not interrupted', { interrupted: true }, false],
    ['needs tests that were not selected by name', { chosenByName: true }, false],
    ['needs the running stack', { projects: projects.slice(0, 3) }, false],
    ['needs every file', { filesThatRan: 2 }, false],
  ])('%s', (_, change, isWhole) => {
    const whole: TestRun = {
      interrupted: false,
      chosenByName: false,
      projects,
      filesThatRan: 3,
      filesThereAre: 3,
    };
    expect(isWholeRun({ ...whole, ...change })).toBe(isWhole);
  });
});

it('the catalogue lists each case once, in order, with a reason if it is not tested on both targets', () => {
  const ids = catalogue.map((row) => row.id);
  expect(ids).toEqual([...new Set(ids)].sort());
  const perLetter = Map.groupBy(ids, ([letter]) => letter);
  expect([...perLetter].map(([letter, each]) => `${letter} ${each.length}`).join(' ')).toBe(
    'A 26 B 29 C 22 D 26 E 21 F 16 G 24 H 12',
  );
  const unexplained = catalogue.filter(
    ({ needs, because }) => (because === '') !== (needs.includes('handlers') && needs.includes('stack')),
  );
  expect(unexplained).toEqual([]);
});

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
const unknown = passed(id('H', 99), 'test/local/b.test.ts');

describe('the case report', () => {
  it.each<[what: string, tests: readonly RunTest[], summary: string]>([
    ['every target is tested', [handlers, stack, parts], `2 of 3 passed, not applicable ${third}`],
    [
      'a row that needs only a part is tested on the stack',
      [handlers, stack, { ...stack, name: second }],
      `2 of 3 passed, not applicable ${third}`,
    ],
    ['no handler is tested', [stack, parts], `1 of 3 passed, missing ${first}, not applicable ${third}`],
    ['no stack is tested', [handlers, parts], `1 of 3 passed, missing ${first}, not applicable ${third}`],
    ['no part is tested', [handlers, stack], `1 of 3 passed, missing ${second}, not applicable ${third}`],
    ['nothing is tested', [], `0 of 3 passed, missing ${first} ${second}, not applicable ${third}`],
    [
      'a test is skipped',
      [handlers, stack, { ...parts, state: 'skipped' }],
      `1 of 3 passed, missing ${second}, not applicable ${third}`,
    ],
    [
      'one of two tests failed',
      [handlers, stack, parts, { ...parts, state: 'failed' }],
      `1 of 3 passed, failed ${second}, not applicable ${third}`,
    ],
    [
      'an id has no row',
      [handlers, stack, parts, unknown],
      `2 of 3 passed, not applicable ${third}, unknown ids ${unknown.name}`,
    ],
  ])('says if %s, and fails if a row is not covered', (_, tests, summary) => {
    const report = reportCases(rows, tests);
    expect(summaryOf(report)).toBe(`Cases: ${summary}`);
    const isGood = summary === `2 of 3 passed, not applicable ${third}`;
    expect(exitCodeOf(report, undefined)).toBe(isGood ? undefined : 1);
    expect(exitCodeOf(report, 1)).toBe(1);
  });

  it('counts tests of functions that handle no requests as part tests', () => {
    const result = (file: string) => reportCases(rows, [passed(`${second} works`, file)]).results[1]?.passed;
    expect(result('test/functions/platform/publish-locations.test.ts')?.parts).toBe(1);
    expect(result('test/functions/platform/authorise-api-key.test.ts')?.handlers).toBe(1);
    expect(result('test/functions/platform/authorising/key-context.test.ts')?.handlers).toBe(1);
  });

  it('has a table line for each row, with test counts and the reason', () => {
    const lines = markdownOf(reportCases(rows, [handlers, handlers, stack, parts])).split('\n');
    expect(lines).toContain(`| ${first} | one | 2 | 1 | – | passed |  |`);
    expect(lines).toContain(`| ${second} | two | – | – | 1 | passed | no request |`);
    expect(lines).toContain(`| ${third} | three | – | – | – | not applicable | on AWS |`);
  });
});

describe('a run of tests', () => {
  const projects = ['functions', 'own process', 'parts', 'running stack'];
  const whole: TestRun = {
    interrupted: false,
    chosenByName: false,
    projects: [...projects, 'quiet'],
    filesThatRan: 3,
    filesThereAre: 3,
  };

  it.each<[what: string, change: Partial<TestRun>, isWhole: boolean]>([
    ['complete if all tests were included', {}, true],
    ['complete without the quiet project', { projects }, true],
    ['incomplete if it was interrupted', { interrupted: true }, false],
    ['incomplete if tests were selected by name', { chosenByName: true }, false],
    ['incomplete without the running stack', { projects: projects.slice(0, 3) }, false],
    ['incomplete without the functions', { projects: projects.slice(1) }, false],
    ['incomplete without a file', { filesThatRan: 2 }, false],
  ])('is %s', (_, change, isWhole) => {
    expect(isWholeRun({ ...whole, ...change })).toBe(isWhole);
  });
});

describe('the catalogue of cases', () => {
  const numbers = { A: 26, B: 29, C: 22, D: 26, E: 21, F: 16, G: 24, H: 12 };

  it('lists each of the 176 rows once, in order', () => {
    const all = Object.entries(numbers).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => id(letter, index + 1)),
    );
    expect(all).toHaveLength(176);
    expect(catalogue.map((row) => row.id)).toEqual(all);
  });

  it('gives a reason for each row without tests of handlers or of the running stack', () => {
    const unexplained = catalogue.filter(
      ({ needs, because }) => (because === '') !== (needs.includes('handlers') && needs.includes('stack')),
    );
    expect(unexplained).toEqual([]);
  });
});

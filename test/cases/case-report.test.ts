import { describe, expect, it } from 'vitest';
import {
  exitCodeOf,
  isWhole,
  isWholeRun,
  markdownOf,
  type RunTest,
  reportCases,
  summaryOf,
  type TestRun,
} from './case-report.ts';
import { both, catalogue, notHere, partsOnly } from './catalogue.ts';

/** Builds the id of a row, because a literal id would count as a test of that row. */
const id = (letter: string, number: number) => `${letter}${String(number).padStart(2, '0')}`;
const [first, second, third] = [id('A', 1), id('A', 2), id('A', 3)];
const rows = [both(first, 'one'), partsOnly(second, 'two', 'no request'), notHere(third, 'three', 'on AWS')];
const passed = (name: string, file: string): RunTest => ({ name, file, state: 'passed' });

const handlers = passed(`suite > ${first} works`, 'test/functions/a.test.ts');
const stack = passed(`works (${first})`, 'test/local/a.test.ts');
const parts = passed(`${second}: works`, 'test/infra/a.test.ts');

describe('the case report', () => {
  it('is complete if each row has a test for every target that it needs', () => {
    const report = reportCases(rows, [handlers, stack, parts]);
    expect(report.results.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'not applicable']);
    expect(isWhole(report)).toBe(true);
    expect(summaryOf(report)).toBe(`Cases: 2 of 3 passed, not applicable ${third}`);
  });

  it.each([
    ['a handler', [stack, parts]],
    ['the running stack', [handlers, parts]],
    ['a part', [handlers, stack]],
    ['anything', []],
  ])('names the rows that have no test on %s', (_, tests) => {
    const report = reportCases(rows, tests);
    expect(isWhole(report)).toBe(false);
    expect(summaryOf(report)).toMatch(/, missing A0[12]/);
  });

  it('counts tests of functions that handle no requests as part tests, and accepts a stack test if a row needs only a part test', () => {
    const result = (file: string) => reportCases(rows, [passed(`${second} works`, file)]).results[1];
    expect(result('test/functions/platform/publish-locations.test.ts')?.passed.parts).toBe(1);
    expect(result('test/functions/platform/authorise-api-key.test.ts')?.passed.handlers).toBe(1);
    expect(result('test/functions/platform/authorising/key-context.test.ts')?.passed.handlers).toBe(1);
    expect(result('test/local/start.test.ts')?.outcome).toBe('passed');
  });

  it('ignores skipped tests, and marks a row as failed if any of its tests failed', () => {
    const outcomes = (['skipped', 'failed'] as const).map((state) => {
      const tests = [handlers, stack, { ...parts, state }, ...(state === 'failed' ? [parts] : [])];
      return reportCases(rows, tests);
    });
    expect(outcomes.map(({ results }) => results[1]?.outcome)).toEqual(['missing', 'failed']);
    expect(outcomes.map(isWhole)).toEqual([false, false]);
  });

  it('reports ids that have no row', () => {
    const unknown = id('H', 99);
    const report = reportCases(rows, [handlers, stack, parts, passed(unknown, 'test/local/b.test.ts')]);
    expect(isWhole(report)).toBe(false);
    expect(summaryOf(report)).toContain(`unknown ids ${unknown}`);
  });

  it('has a table line for each row, with test counts and the reason', () => {
    const lines = markdownOf(reportCases(rows, [handlers, handlers, stack, parts])).split('\n');
    expect(lines).toContain(`| ${first} | one | 2 | 1 | – | passed |  |`);
    expect(lines).toContain(`| ${second} | two | – | – | 1 | passed | no request |`);
    expect(lines).toContain(`| ${third} | three | – | – | – | not applicable | on AWS |`);
  });
});

describe('a run of tests', () => {
  const whole: TestRun = {
    interrupted: false,
    chosenByName: false,
    projects: ['functions', 'own process', 'parts', 'quiet', 'running stack'],
    filesThatRan: 3,
    filesThereAre: 3,
  };

  it('is complete if all tests were included', () => {
    expect(isWholeRun(whole)).toBe(true);
    expect(isWholeRun({ ...whole, projects: whole.projects.filter((name) => name !== 'quiet') })).toBe(true);
  });

  it.each<[string, Partial<TestRun>]>([
    ['it was interrupted', { interrupted: true }],
    ['tests were selected by name', { chosenByName: true }],
    ['the project of the running stack was excluded', { projects: ['functions', 'own process', 'parts'] }],
    ['the project of the functions was excluded', { projects: ['own process', 'parts', 'running stack'] }],
    ['a file was excluded', { filesThatRan: 2 }],
  ])('is incomplete if %s', (_, change) => {
    expect(isWholeRun({ ...whole, ...change })).toBe(false);
  });

  it('fails if a row is not covered, and otherwise keeps the exit status of its tests', () => {
    const good = reportCases(rows, [handlers, stack, parts]);
    expect(exitCodeOf(good, undefined)).toBeUndefined();
    expect(exitCodeOf(good, 1)).toBe(1);
    expect(exitCodeOf(reportCases(rows, [handlers, stack]), undefined)).toBe(1);
    expect(exitCodeOf(reportCases(rows, [handlers, stack]), 0)).toBe(1);
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

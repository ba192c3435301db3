import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { type CaseRow, type CaseTarget, caseTargets, catalogue } from './catalogue.ts';

const tableFile = 'dist/cases.md';

const testsOf = (modules: readonly TestModule[]): RunTest[] =>
  modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({
      name: test.fullName,
      file: module.relativeModuleId,
      state: test.result().state,
    })),
  );

const runOf = async (vitest: Vitest, modules: readonly TestModule[], reason: string): Promise<TestRun> => ({
  interrupted: reason === 'interrupted',
  chosenByName: vitest.config.testNamePattern !== undefined,
  projects: vitest.projects.map(({ name }) => name),
  filesThatRan: modules.length,
  filesThereAre: (await vitest.globTestSpecifications()).length,
});

/** After a complete run, writes the table of the cases, and fails the run if one is not covered. */
export default class CaseReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    _errors: readonly unknown[],
    reason: string,
  ): Promise<void> {
    const vitest = this.#vitest;
    if (vitest === undefined || !isWholeRun(await runOf(vitest, modules, reason))) return;
    const report = reportCases(catalogue, testsOf(modules));
    const table = join(vitest.config.root, tableFile);
    await mkdir(dirname(table), { recursive: true });
    await writeFile(table, markdownOf(report));
    vitest.logger.log(`\n ${summaryOf(report)}; see ${tableFile}\n`);
    process.exitCode = exitCodeOf(report, process.exitCode);
  }
}

// The report

export interface RunTest {
  readonly name: string;
  /** Path from the repository's root, such as `test/local/keys.test.ts`. */
  readonly file: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
}

interface CaseResult {
  readonly row: CaseRow;
  readonly passed: Readonly<Record<CaseTarget, number>>;
  readonly outcome: 'passed' | 'failed' | 'missing' | 'not applicable';
}

const idForm = /\b[A-H]\d{2}\b/g;

/** Of the platform's functions, only the authoriser and those that reject requests handle any. */
const requestFolders = /^test\/(contract|fuzz|shared\/http|functions\/(?!platform\/(?!authoris|refuse-)))/;

const targetOf = (file: string): CaseTarget => {
  if (file.startsWith('test/local/')) return 'stack';
  return requestFolders.test(file) ? 'handlers' : 'parts';
};

const resultOf = (row: CaseRow, tests: readonly RunTest[]): CaseResult => {
  const passedIn = (target: CaseTarget) =>
    tests.filter(({ file, state }) => state === 'passed' && targetOf(file) === target).length;
  const passed = { handlers: passedIn('handlers'), stack: passedIn('stack'), parts: passedIn('parts') };
  const anywhere = Object.values(passed).some((count) => count > 0);
  // If a row needs a test only of a part, a test on any target covers it.
  const lacks = row.needs.some((target) => (target === 'parts' ? !anywhere : passed[target] === 0));
  if (tests.some(({ state }) => state === 'failed')) return { row, passed, outcome: 'failed' };
  if (lacks) return { row, passed, outcome: 'missing' };
  return { row, passed, outcome: row.needs.length === 0 ? 'not applicable' : 'passed' };
};

export const reportCases = (rows: readonly CaseRow[], tests: readonly RunTest[]) => {
  const named = tests.map((test) => ({ test, ids: new Set(test.name.match(idForm)) }));
  const testsOf = (id: string) => named.flatMap(({ test, ids }) => (ids.has(id) ? [test] : []));
  const used = new Set(named.flatMap(({ ids }) => [...ids]));
  return {
    results: rows.map((row) => resultOf(row, testsOf(row.id))),
    /** Ids in test names that belong to no row. */
    unknown: [...used.difference(new Set(rows.map(({ id }) => id)))].sort(),
  };
};

type CaseReport = ReturnType<typeof reportCases>;

export interface TestRun {
  readonly interrupted: boolean;
  readonly chosenByName: boolean;
  readonly projects: readonly string[];
  readonly filesThatRan: number;
  readonly filesThereAre: number;
}

const neededProjects = ['functions', 'own process', 'parts', 'running stack'];

/** Whether the run included all tests. Only then does a row without a test count as untested. */
export const isWholeRun = (run: TestRun): boolean =>
  !run.interrupted &&
  !run.chosenByName &&
  neededProjects.every((needed) => run.projects.includes(needed)) &&
  run.filesThatRan === run.filesThereAre;

/** Returns 1 if a row lacks a test on a target, or an id has no row; otherwise the exit status of the tests. */
export const exitCodeOf = (
  { results, unknown }: CaseReport,
  ofTheTests: NodeJS.Process['exitCode'],
): NodeJS.Process['exitCode'] => {
  const isCovered = ({ outcome }: CaseResult) => outcome === 'passed' || outcome === 'not applicable';
  return unknown.length === 0 && results.every(isCovered) ? ofTheTests : 1;
};

export const summaryOf = ({ results, unknown }: CaseReport): string => {
  const idsOf = (outcome: CaseResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).map(({ row }) => row.id);
  const named = (['missing', 'failed', 'not applicable'] as const)
    .map((outcome) => ({ outcome, ids: idsOf(outcome) }))
    .filter(({ ids }) => ids.length > 0)
    .map(({ outcome, ids }) => `, ${outcome} ${ids.join(' ')}`);
  const unknownIds = unknown.length > 0 ? `, unknown ids ${unknown.join(' ')}` : '';
  return `Cases: ${idsOf('passed').length} of ${results.length} passed${named.join('')}${unknownIds}`;
};

const lineOf = ({ row, passed, outcome }: CaseResult): string => {
  const cells = caseTargets.map((target) => passed[target] || (row.needs.includes(target) ? 'none' : '–'));
  return `| ${[row.id, row.title, ...cells, outcome, row.because].join(' | ')} |`;
};

export const markdownOf = (report: CaseReport): string =>
  [
    '# Hostile and faulty cases',
    '',
    `${summaryOf(report)}.`,
    '',
    'Numbers are tests that passed: on the functions with API Gateway events, on a running stack over HTTP, and on',
    'single parts, including the templates.',
    '',
    '| id | case | handlers | running stack | parts | outcome | why not everywhere |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...report.results.map(lineOf),
    '',
  ].join('\n');

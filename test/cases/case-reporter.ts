import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import {
  exitCodeOf,
  isWholeRun,
  markdownOf,
  type RunTest,
  reportCases,
  summaryOf,
  type TestRun,
} from './case-report.ts';
import { catalogue } from './catalogue.ts';

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

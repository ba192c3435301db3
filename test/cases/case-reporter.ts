import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { isWhole, markdownOf, type RunTest, reportCases, summaryOf } from './case-report.ts';
import { catalogue } from './catalogue.ts';

/** From the root of the repository. */
const tableFile = 'dist/cases.md';

const testsOf = (modules: readonly TestModule[]): RunTest[] =>
  modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({
      name: test.fullName,
      file: module.relativeModuleId,
      state: test.result().state,
    })),
  );

const neededProjects = ['parts', 'running stack'];

/** Whether nothing was left out: only then is a row without a test one that nobody tests. */
const isWholeRun = async (vitest: Vitest, modules: readonly TestModule[]): Promise<boolean> => {
  if (vitest.config.testNamePattern !== undefined) return false;
  if (!neededProjects.every((needed) => vitest.projects.some(({ name }) => name === needed))) return false;
  return (await vitest.globTestSpecifications()).length === modules.length;
};

/**
 * After a whole run says in one line which cases were shown, writes the table of them, and fails the run where one is
 * missing. Filtered runs are left alone.
 */
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
    if (vitest === undefined || reason === 'interrupted' || !(await isWholeRun(vitest, modules))) return;
    const report = reportCases(catalogue, testsOf(modules));
    const table = join(vitest.config.root, tableFile);
    await mkdir(dirname(table), { recursive: true });
    await writeFile(table, markdownOf(report));
    vitest.logger.log(`\n ${summaryOf(report)}; ${tableFile} has the table\n`);
    if (!isWhole(report)) process.exitCode = 1;
  }
}

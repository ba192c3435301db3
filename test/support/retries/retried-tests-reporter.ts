import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** A test that failed, and passed when it was tried again. */
interface Retried {
  readonly name: string;
  /** What it failed by. */
  readonly messages: readonly string[];
}

const retriedIn = (modules: readonly TestModule[]): Retried[] =>
  modules.flatMap(({ children, relativeModuleId }) =>
    [...children.allTests()]
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => ({
        name: `${relativeModuleId} > ${test.fullName}`,
        messages: (test.result().errors ?? []).map(({ message }) => message),
      })),
  );

const described = ({ name, messages }: Retried): string => [name, ...messages].join('\n     ');

/** After a run lists the tests that passed only when they were tried again, so that none of them stays unseen. */
export default class RetriedTestsReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const retried = retriedIn(modules);
    if (retried.length === 0) return;
    const list = retried.map((each) => `   ${described(each)}`).join('\n');
    this.#vitest?.logger.log(`\n Passed only when tried again: ${retried.length}\n${list}\n`);
  }
}

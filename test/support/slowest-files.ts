import type { Reporter, TestModule, Vitest } from 'vitest/node';

const shown = 10;

/** Prints the slowest test files, if the run has more files than it lists. */
export default class SlowestFiles implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= shown) return;
    const timed = modules.map((module) => {
      const { duration, collectDuration, setupDuration } = module.diagnostic();
      return { file: module.relativeModuleId, seconds: (duration + collectDuration + setupDuration) / 1_000 };
    });
    const slowest = timed.toSorted((one, other) => other.seconds - one.seconds).slice(0, shown);
    const lines = slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`);
    this.#vitest?.logger.log(`\n Slowest files\n${lines.join('\n')}\n`);
  }
}

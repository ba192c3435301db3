import { median, quantile } from '../support/load/quantile.ts';
import type { Measurement } from './report/report.ts';

/** A contender. `run` performs a task once, and returns the microseconds that it took. */
export interface Runner<Task> {
  readonly name: string;
  readonly run: (task: Task) => number | Promise<number>;
}

export interface Rounds {
  readonly rounds: number;
  /** Time limit of a round. A runner that exceeds it stops, but not before it has performed `minTasks`. */
  readonly budgetMilliseconds: number;
  readonly minTasks: number;
}

/** Returns a function that measures work in microseconds. It does not create a promise if the work is synchronous. */
export const stopwatch =
  <Task>(work: (task: Task) => unknown) =>
  (task: Task): number | Promise<number> => {
    const began = performance.now();
    const result = work(task);
    if (result instanceof Promise) return result.then(() => (performance.now() - began) * 1_000);
    return (performance.now() - began) * 1_000;
  };

/** Runs tasks with each runner in turn, first to warm up. Returns the median of the rounds' medians and the p99. */
export const interleaved = async <Task>(
  common: Pick<Measurement, 'part' | 'what' | 'size'>,
  runners: readonly Runner<Task>[],
  tasksOfRound: (round: number) => readonly Task[],
  settings: Rounds,
): Promise<Measurement[]> => {
  const taken = runners.map((): number[][] => []);
  for (let round = 0; round <= settings.rounds; round++) {
    for (const [place, runner] of runners.entries()) {
      const inRound = await runRound(runner, tasksOfRound(round), settings);
      if (round > 0) taken[place]?.push(inRound);
    }
  }
  return runners.map(({ name: contender }, place) => {
    const rounds = taken[place] ?? [];
    const all = rounds.flat();
    const p50 = median(rounds.map((each) => median(each)));
    return { ...common, contender, unit: 'µs', p50, p99: quantile(all, 0.99), measured: all.length };
  });
};

const runRound = async <Task>(
  { run }: Runner<Task>,
  tasks: readonly Task[],
  { budgetMilliseconds, minTasks }: Rounds,
): Promise<number[]> => {
  const began = performance.now();
  const taken: number[] = [];
  for (const task of tasks) {
    if (taken.length >= minTasks && performance.now() - began > budgetMilliseconds) break;
    const microseconds = run(task);
    taken.push(typeof microseconds === 'number' ? microseconds : await microseconds);
  }
  return taken;
};

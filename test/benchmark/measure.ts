import { median, quantile } from '../support/load/quantile.ts';

/** One of those that are measured side by side. Does its task once, and returns the microseconds that it took. */
export interface Runner<Task> {
  readonly name: string;
  readonly run: (task: Task) => number | Promise<number>;
}

/** Microseconds that one of them took. */
export interface Timing {
  readonly name: string;
  /** Median of the rounds' medians. */
  readonly p50: number;
  /** Of all tasks. */
  readonly p99: number;
  readonly measured: number;
}

export interface Rounds {
  readonly rounds: number;
  /** A slow runner does as many of a round's tasks as this leaves it time for, but never fewer than `least`. */
  readonly budgetMilliseconds: number;
  readonly least: number;
}

/** Times synchronous or asynchronous work. Synchronous work does not wait for a promise. */
export const stopwatch =
  <Task>(work: (task: Task) => unknown) =>
  (task: Task): number | Promise<number> => {
    const began = performance.now();
    const result = work(task);
    if (result instanceof Promise) return result.then(() => (performance.now() - began) * 1_000);
    return (performance.now() - began) * 1_000;
  };

/**
 * Has the runners do the same tasks in turn, so that other load on the machine affects all of them: one round that warms
 * up and is not counted, then `rounds` that are, each with tasks of its own.
 */
export const interleaved = async <Task>(
  runners: readonly Runner<Task>[],
  tasksOfRound: (round: number) => readonly Task[],
  settings: Rounds,
): Promise<Timing[]> => {
  const taken = runners.map((): number[][] => []);
  for (let round = 0; round <= settings.rounds; round++) {
    for (const [place, runner] of runners.entries()) {
      const inRound = await runRound(runner, tasksOfRound(round), settings);
      if (round > 0) taken[place]?.push(inRound);
    }
  }
  return runners.map(({ name }, place) => {
    const rounds = taken[place] ?? [];
    const all = rounds.flat();
    const p50 = median(rounds.map((each) => median(each)));
    return { name, p50, p99: quantile(all, 0.99), measured: all.length };
  });
};

const runRound = async <Task>(
  { run }: Runner<Task>,
  tasks: readonly Task[],
  { budgetMilliseconds, least }: Rounds,
): Promise<number[]> => {
  const began = performance.now();
  const taken: number[] = [];
  for (const task of tasks) {
    if (taken.length >= least && performance.now() - began > budgetMilliseconds) break;
    const microseconds = run(task);
    taken.push(typeof microseconds === 'number' ? microseconds : await microseconds);
  }
  return taken;
};

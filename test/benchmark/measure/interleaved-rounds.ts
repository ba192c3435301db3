import { median, quantile } from './quantiles.ts';

/** One of those that are measured side by side: does its work once and says how many microseconds it took. */
export interface Runner<Task> {
  readonly name: string;
  readonly run: (task: Task) => number | Promise<number>;
}

/** What one of them took: microseconds. */
export interface Timing {
  readonly name: string;
  /** Median of the rounds' medians. */
  readonly p50: number;
  /** Of all that was measured. */
  readonly p99: number;
  readonly measured: number;
}

export interface Rounds {
  readonly rounds: number;
  /** A slow one does as many of a round's tasks as this leaves it time for, but never fewer than `least`. */
  readonly budgetMilliseconds: number;
  readonly least: number;
}

/** Times work that is done at once or promised; what is done at once waits for no promise. */
export const stopwatch =
  <Task>(work: (task: Task) => unknown) =>
  (task: Task): number | Promise<number> => {
    const began = performance.now();
    const result = work(task);
    if (result instanceof Promise) return result.then(() => (performance.now() - began) * 1_000);
    return (performance.now() - began) * 1_000;
  };

/**
 * Times work that is over in microseconds, a batch a task, and gives the mean: the clock takes a share of a single
 * call's time, and after looking at it everything is a little colder.
 */
export const meanOfBatch =
  <Task>(work: (task: Task) => unknown) =>
  async (batch: readonly Task[]): Promise<number> => {
    const began = performance.now();
    for (const task of batch) {
      const result = work(task);
      if (result instanceof Promise) await result;
    }
    return ((performance.now() - began) * 1_000) / batch.length;
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

/**
 * Has the runners do the same tasks by turns, so that whatever else the machine does meets them all: a round that
 * warms them up and is not counted, then `rounds` that are, each with tasks of its own.
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
    return {
      name,
      p50: median(rounds.map((each) => median(each))),
      p99: quantile(all, 0.99),
      measured: all.length,
    };
  });
};

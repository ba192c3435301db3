import type { FunctionHost } from '../functions/function-host.ts';
import type { Job, JobContext, JobGroup } from './jobs.ts';

/** The pause after a failure; it doubles from one to the next. */
const pauseMilliseconds = { first: 1_000, max: 10_000 };

/** Lambda gives up old events at once. This machine may have been off for days, so that a job is old when it begins. */
const attemptsAtAnyAge = 3;

/** Where jobs come from, which function runs them, and how often that is tried. */
export interface JobSource extends Pick<JobGroup, 'kind' | 'name'> {
  readonly functionName: string;
  /** Without limit if absent. */
  readonly maxAttempts?: number | undefined;
  /** Seconds after which a failed job is not retried; without limit if absent. */
  readonly maxAgeSeconds?: number | undefined;
  /** Keeps jobs that were given up; they are dropped if absent. */
  readonly deadLetterQueue?: string | undefined;
  /** The event for the function. */
  toEvent(job: Job): unknown;
  /** What a dead letter shows of the job. */
  toDeadLetter(job: Job): unknown;
}

/**
 * Hands jobs to functions, at least once, until the function succeeds or the attempts of the source are used up. Groups
 * run side by side. An attempt that a kill cuts off counts, so that a job that brings the process down cannot do so at
 * every start. One that the end of the stack interrupts or that is throttled does not. Jobs of other sources wait.
 */
export const startWorker = (
  { jobs, log, clock, stop }: JobContext,
  sources: readonly JobSource[],
  functions: Pick<FunctionHost, 'invoke'>,
): void => {
  const busyGroups = new Set<string>();
  const running = new Set<Job>();

  /** Records the end of a job as soon as the disk takes it: a function that has succeeded must not run again. */
  const record = async (write: () => void): Promise<void> => {
    while (!stop.aborted) {
      try {
        return write();
      } catch (error) {
        log(`The end of a job could not be stored, which is retried: ${error}`);
        await clock.sleep(pauseMilliseconds.first, stop);
      }
    }
  };

  const giveUp = (source: JobSource, job: Job, why: string): Promise<void> => {
    const { kind, name, deadLetterQueue: queue, functionName } = source;
    log(`A job of ${kind} ${name} is given up: ${why}`);
    const sent = shownInDeadLetter(source, job);
    return record(() => {
      if (queue === undefined) jobs.finish(job);
      else jobs.giveUp(job, clock.now(), { queue, functionName, sent, why });
    });
  };

  /** Makes an attempt. Returns why it failed if there is to be another. */
  const attempt = async (source: JobSource, waiting: Job): Promise<string | undefined> => {
    const { maxAttempts = Infinity, maxAgeSeconds = Infinity, functionName } = source;
    if (waiting.attempts >= maxAttempts) {
      await giveUp(source, waiting, 'the stack ended during the last attempt');
      return undefined;
    }
    const job = jobs.begin(waiting, clock.now());
    running.add(job);
    const failure = await failureOf(async () => functions.invoke(functionName, source.toEvent(job)));
    running.delete(job);
    if (stop.aborted) return undefined;
    if (failure === undefined) {
      await record(() => jobs.finish(job));
      return undefined;
    }
    if (failure === throttled) {
      await record(() => jobs.takeBack(job));
      return failure;
    }
    // The clock may have been set back since the job was created.
    const since = Math.min(job.createdAt, job.firstAttemptAt ?? Infinity);
    const isOld = clock.now() - since >= maxAgeSeconds * 1_000 && job.attempts >= attemptsAtAnyAge;
    if (job.attempts < maxAttempts && !isOld) return failure;
    await giveUp(source, job, failure);
    return undefined;
  };

  const workOff = async (source: JobSource, group: JobGroup): Promise<void> => {
    let pause = pauseMilliseconds.first;
    while (!stop.aborted) {
      let failure: string | undefined;
      try {
        const job = jobs.first(group);
        if (!job) return;
        failure = await attempt(source, job);
      } catch (error) {
        failure = `it cannot be read or stored: ${error}`;
      }
      if (failure === undefined) {
        pause = pauseMilliseconds.first;
        continue;
      }
      log(`A job of ${source.kind} ${source.name} failed and is retried in ${pause} ms: ${failure}`);
      await clock.sleep(pause, stop);
      pause = Math.min(pause * 2, pauseMilliseconds.max);
    }
  };

  const follow = (group: JobGroup): void => {
    const key = JSON.stringify([group.kind, group.name, group.groupId]);
    const source = sources.find(({ kind, name }) => kind === group.kind && name === group.name);
    if (!source || stop.aborted || busyGroups.has(key)) return;
    busyGroups.add(key);
    void workOff(source, group).finally(() => busyGroups.delete(key));
  };

  const interrupt = (job: Job): void => {
    try {
      jobs.takeBack(job);
    } catch (error) {
      log(`An interrupted attempt counts, because the disk did not take it: ${error}`);
    }
  };

  stop.addEventListener('abort', () => running.forEach(interrupt), { once: true });
  jobs.serve(sources, follow);
  for (const group of jobs.groups()) follow(group);
};

/**
 * A payload that an earlier version stored may no longer parse. It is shown as it is, so that the jobs behind it run.
 */
const shownInDeadLetter = (source: JobSource, job: Job): unknown => {
  try {
    return source.toDeadLetter(job);
  } catch {
    return job.payload;
  }
};

const throttled = 'throttled';

/** Returns how an invocation failed, or undefined if it succeeded. */
const failureOf = async (invoke: () => ReturnType<FunctionHost['invoke']>): Promise<string | undefined> => {
  try {
    const outcome = await invoke();
    if (outcome.kind === 'result') return undefined;
    if (outcome.kind === 'failed') return `${outcome.errorType}: ${outcome.errorMessage}`;
    return outcome.kind === 'timed-out' ? 'timed out' : throttled;
  } catch (error) {
    return String(error);
  }
};

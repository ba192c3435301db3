import type { FunctionHost } from '../functions/function-host.ts';
import type { Job, JobContext, JobGroup } from './jobs.ts';

/** Pause in milliseconds after a failure. It doubles with each further failure. */
const pauseMilliseconds = { first: 1_000, max: 10_000 };

/** Lambda drops old events without an attempt, but this machine may have been off for days. */
const attemptsAtAnyAge = 3;

/** Origin of jobs, the function that runs them, and the limits on their attempts. An absent limit means no limit. */
export interface JobSource extends Pick<JobGroup, 'kind' | 'name'> {
  readonly functionName: string;
  readonly maxAttempts?: number | undefined;
  /** Seconds after which a failed job is not retried. */
  readonly maxAgeSeconds?: number | undefined;
  /** Queue for jobs whose attempts all failed. If absent, such jobs are dropped. */
  readonly deadLetterQueue?: string | undefined;
  /** Maximum number of concurrent attempts. */
  readonly maxConcurrency?: number | undefined;
  /** Whether the function's result means that it failed. If absent, only errors are failures. */
  isFailure?(returned: unknown): boolean;
  toEvent(job: Job): unknown;
  /** Returns the content of a job's dead letter (default: the event). */
  toDeadLetter?(job: Job): unknown;
}

/**
 * Runs each job at least once, until the function succeeds or the source's attempts are used up. Groups run in
 * parallel. An attempt interrupted by a kill counts, so that a job cannot crash the process at every start. Throttled
 * attempts, and attempts interrupted by an orderly stop, do not count. Keeps jobs from other sources.
 */
export const startWorker = (
  { jobs, log, clock, stop }: JobContext,
  sources: readonly JobSource[],
  functions: Pick<FunctionHost, 'invoke'>,
): void => {
  const busyGroups = new Set<string>();
  const running = new Set<Job>();

  /** Retries until a job's outcome is stored, because a function that has succeeded must not run again. */
  const record = async (write: () => void): Promise<undefined> => {
    while (!stop.aborted) {
      try {
        write();
        return;
      } catch (error) {
        log(`The outcome of a job could not be stored. Storing it will be retried: ${error}`);
        await clock.sleep(pauseMilliseconds.first, stop);
      }
    }
  };

  const giveUp = (source: JobSource, job: Job, why: string): Promise<undefined> => {
    const { kind, name, deadLetterQueue: queue, functionName } = source;
    log(`Giving up on a job of ${kind} ${name}: ${why}`);
    let sent: unknown = job.payload;
    try {
      sent = (source.toDeadLetter ?? source.toEvent)(job);
    } catch {
      // The payload no longer parses. It is stored as it is, so that later jobs can run.
    }
    return record(() => {
      if (queue === undefined) jobs.finish(job);
      else jobs.giveUp(job, clock.now(), { queue, functionName, sent, why });
    });
  };

  /** Makes one attempt. If it fails and will be retried, returns why it failed. */
  const attempt = async (source: JobSource, waiting: Job): Promise<string | undefined> => {
    // The stack may have stopped while the job waited because of its source's concurrency limit.
    if (stop.aborted) return undefined;
    const { maxAttempts = Infinity, maxAgeSeconds = Infinity, functionName } = source;
    if (waiting.attempts >= maxAttempts)
      return giveUp(source, waiting, 'the stack ended during the last attempt');
    const job = jobs.begin(waiting, clock.now());
    running.add(job);
    const failure = await failureOf(source, async () => functions.invoke(functionName, source.toEvent(job)));
    running.delete(job);
    if (stop.aborted) return undefined;
    if (failure === undefined) return record(() => jobs.finish(job));
    if (failure === throttled) {
      await record(() => jobs.takeBack(job));
      return failure;
    }
    // The clock may have been set back since the job was created.
    const since = Math.min(job.createdAt, job.firstAttemptAt ?? Infinity);
    const isOld = clock.now() - since >= maxAgeSeconds * 1_000 && job.attempts >= attemptsAtAnyAge;
    if (job.attempts < maxAttempts && !isOld) return failure;
    return giveUp(source, job, failure);
  };

  const limits = new Map(
    sources.map((source) => [source, concurrencyLimit(source.maxConcurrency ?? Infinity)]),
  );

  const workOff = async (source: JobSource, group: JobGroup): Promise<void> => {
    let pause = pauseMilliseconds.first;
    while (!stop.aborted) {
      let failure: string | undefined;
      try {
        const job = jobs.first(group);
        if (!job) return;
        failure = await limits.get(source)?.(async () => attempt(source, job));
      } catch (error) {
        failure = `it cannot be read or stored: ${error}`;
      }
      if (failure === undefined) {
        pause = pauseMilliseconds.first;
        continue;
      }
      log(`A job of ${source.kind} ${source.name} failed, and will be retried in ${pause} ms: ${failure}`);
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

  const takeBackRunning = (): void => {
    try {
      running.forEach(jobs.takeBack);
    } catch (error) {
      log(`Interrupted attempts still count, because the counts could not be changed: ${error}`);
    }
  };

  stop.addEventListener('abort', takeBackRunning, { once: true });
  jobs.serve(sources, follow);
  for (const group of jobs.groups()) follow(group);
};

const throttled = 'throttled';

/** Returns a function that runs at most `max` tasks at a time. Other tasks wait in order. */
const concurrencyLimit = (max: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < max) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

const failureOf = async (
  { isFailure }: JobSource,
  invoke: () => ReturnType<FunctionHost['invoke']>,
): Promise<string | undefined> => {
  try {
    const outcome = await invoke();
    if (outcome.kind === 'result')
      return isFailure?.(outcome.payload) ? 'rejected by the function' : undefined;
    if (outcome.kind === 'failed') return `${outcome.errorType}: ${outcome.errorMessage}`;
    return outcome.kind === 'timed-out' ? 'timed out' : throttled;
  } catch (error) {
    return String(error);
  }
};

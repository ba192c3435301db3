import type { DeployedFunction } from '../template/deployment.ts';
import type { FunctionHost } from './function-host.ts';

/** How many functions an account of AWS runs at once in a region, unless it asked for more. */
const accountConcurrency = 1_000;

/** What is free of a number; taken one at a time. */
const slots = (count: number) => {
  let free = count;
  return {
    /** Whether one was free. */
    take: (): boolean => {
      if (free < 1) return false;
      free -= 1;
      return true;
    },
    release: (): void => {
      free += 1;
    },
  };
};
type Slots = ReturnType<typeof slots>;

const throttled = { kind: 'throttled' } as const;

type Limited = Pick<DeployedFunction, 'name' | 'reservedConcurrency'>;

/** What each function may take: what is reserved for it alone, else the rest of the account with all others. */
const slotsOf = (functions: Iterable<Limited>, concurrency: number) => {
  const reserved = new Map<string, Slots>();
  let rest = concurrency;
  for (const { name, reservedConcurrency } of functions) {
    if (reservedConcurrency === undefined) continue;
    reserved.set(name, slots(reservedConcurrency));
    rest -= reservedConcurrency;
  }
  const shared = slots(rest);
  return (name: string): Slots => reserved.get(name) ?? shared;
};

/** Refuses what is beyond the concurrency of a function or of the account, as Lambda does: at once, and unseen by it. */
export const limitedFunctionHost = (
  host: FunctionHost,
  functions: Iterable<Limited>,
  concurrency = accountConcurrency,
): FunctionHost => {
  const slotsFor = slotsOf(functions, concurrency);
  return {
    invoke: (name, event, settings) => {
      const { take, release } = slotsFor(name);
      if (!take()) return Promise.resolve(throttled);
      const running = host.invoke(name, event, settings);
      running.then(release, release);
      return running;
    },
    invokeStreaming: (name, event, settings) => {
      const { take, release } = slotsFor(name);
      if (!take()) return Promise.resolve(throttled);
      const running = host.invokeStreaming(name, event, settings);
      running.then((invocation) => {
        // It runs until its last piece is sent, or nobody reads it any more.
        if (invocation.kind === 'streaming') invocation.body.once('close', release);
        else release();
      }, release);
      return running;
    },
    close: () => host.close(),
  };
};

import type { DeployedFunction } from '../template/deployment.ts';
import type { FunctionHost } from './function-host.ts';

/** How many functions an account of AWS runs at once in a region, unless it asked for more. */
const accountConcurrency = 1_000;

/** What is free of a number; taken one at a time. */
const slots = (count: number) => {
  let free = count;
  return {
    take: (): (() => void) | undefined => {
      if (free < 1) return undefined;
      free -= 1;
      return () => {
        free += 1;
      };
    },
  };
};
type Slots = ReturnType<typeof slots>;

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
    invoke: async (name, event, settings) => {
      const release = slotsFor(name).take();
      if (!release) return { kind: 'throttled' };
      return host.invoke(name, event, settings).finally(release);
    },
    invokeStreaming: async (name, event, settings) => {
      const release = slotsFor(name).take();
      if (!release) return { kind: 'throttled' };
      try {
        const invocation = await host.invokeStreaming(name, event, settings);
        // It runs until its last piece is sent, or nobody reads it any more.
        if (invocation.kind === 'streaming') invocation.body.once('close', release);
        else release();
        return invocation;
      } catch (error) {
        release();
        throw error;
      }
    },
    close: () => host.close(),
  };
};

import { createHash } from 'node:crypto';
import type { Fault } from './fault-proxy-fault.ts';
import type { ProxiedRequest } from './fault-proxy-request.ts';

/** Selection of requests for a fault; all by default. */
export interface FaultTerms {
  readonly when?: (request: ProxiedRequest) => boolean;
  /** Maximum number of requests. */
  readonly times?: number;
  /** Share of requests, from 0 to 1, drawn for each with the proxy's seed. */
  readonly chance?: number;
}

interface Injected extends Required<FaultTerms> {
  readonly fault: Fault;
  left: number;
}

const anything = () => true;

/** Creates a generator of numbers from 0 to 1, reproducible by its seed. */
const seededDraws = (seed: number) => {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32BE() / 2 ** 32;
  };
};

/** Creates the faults of one proxy, none at first. */
export const injectedFaults = (seed: number) => {
  const draw = seededDraws(seed);
  let faults: Injected[] = [];
  return {
    inject: (
      fault: Fault,
      { when = anything, times = Number.POSITIVE_INFINITY, chance = 1 }: FaultTerms = {},
    ): void => {
      faults.push({ fault, when, times, chance, left: times });
    },
    pass: (): void => {
      faults = [];
    },
    /** Returns the fault that befalls a request, which counts for it; undefined if there is none. */
    take: (request: ProxiedRequest): Fault | undefined => {
      const found = faults.find(
        ({ left, when, chance }) => left > 0 && when(request) && (chance === 1 || draw() < chance),
      );
      if (found === undefined) return undefined;
      found.left -= 1;
      return found.fault;
    },
  };
};

import type { ApiTarget } from '../../support/targets/api-target.ts';
import { type FoundFault, fuzzSubject } from '../fuzz-subject.ts';
import type { Subject } from '../subjects.ts';

interface Seeking {
  readonly target: ApiTarget;
  readonly subjects: readonly Subject[];
  readonly seed: number;
  /** Gives up after so many. */
  readonly requests: number;
}

export interface Sought {
  readonly found: FoundFault | undefined;
  /** Asked until something was found, without those that made it smaller. */
  readonly asked: number;
}

/** How many requests an operation gets before the next one has its turn. */
const turn = 40;

/** Asks all operations in turns until one answers wrongly. */
export const seekFault = async ({ target, subjects, seed, requests }: Seeking): Promise<Sought> => {
  let asked = 0;
  for (let round = 0; asked < requests; round++) {
    for (const { operationId, probes } of subjects) {
      const roundSeed = seed * 100_003 + round;
      const found = await fuzzSubject({ operationId, probes, target, seed: roundSeed, requests: turn });
      asked += turn;
      if (found) return { found, asked };
    }
  }
  return { found: undefined, asked };
};

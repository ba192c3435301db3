import type { ApiTarget } from '../../support/targets/api-target.ts';
import { curlLine } from '../curl-line.ts';
import { type FoundFault, fuzzSubject } from '../long-run.ts';
import { type Subject, subjects } from '../subjects.ts';
import { plantedServices, startTablesForPlants } from './planted-services.ts';
import { plants } from './plants.ts';

interface Seeking {
  readonly target: ApiTarget;
  readonly subjects: readonly Subject[];
  readonly seed: number;
  readonly requests: number;
}

interface Sought {
  readonly found: FoundFault | undefined;
  /** Number of requests until the finding, excluding those that shrank it. */
  readonly sent: number;
}

const batchSize = 40;

/** Fuzzes all operations in turn until the first finding or the maximum number of requests. */
export const seekFault = async ({ target, subjects, seed, requests }: Seeking): Promise<Sought> => {
  let sent = 0;
  for (let round = 0; sent < requests; round++) {
    for (const { operationId, probes } of subjects) {
      const roundSeed = seed * 100_003 + round;
      const found = await fuzzSubject({ operationId, probes, target, seed: roundSeed, requests: batchSize });
      sent += batchSize;
      if (found) return { found, sent };
    }
  }
  return { found: undefined, sent };
};

interface Planting {
  readonly seed: number;
  readonly requests: number;
  readonly say: (line: string) => void;
}

/** Searches for each planted fault. Returns whether 95% were found, and nothing without a plant. */
export const reportPlants = async ({ seed, requests, say }: Planting): Promise<boolean> => {
  const { given, close } = await startTablesForPlants();
  const seek = (target: ApiTarget) => seekFault({ target, subjects, seed, requests });
  try {
    const without = await seek(await plantedServices(undefined, given));
    const fault = without.found;
    say(`${'nothing planted'.padEnd(64)} ${fault ? 'FOUND' : `nothing found in ${without.sent}`}`);
    if (fault) say(`  ${fault.operationId}, seed ${fault.seed}: ${fault.why}\n  ${curlLine(fault.request)}`);
    let found = 0;
    for (const plant of plants) {
      const sought = await seek(await plantedServices(plant, given));
      if (sought.found) found += 1;
      const outcome = sought.found
        ? `found after ${String(sought.sent).padStart(5)} by ${sought.found.operationId}`
        : `NOT FOUND in ${sought.sent}`;
      say(`${plant.name.padEnd(64)} ${outcome}`);
    }
    say(`${found} of ${plants.length} planted faults found, at most ${requests} requests each.`);
    return fault === undefined && found * 20 >= plants.length * 19;
  } finally {
    await close();
  }
};

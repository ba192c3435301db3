import type { ApiTarget } from '../support/targets/api-target.ts';
import { curlLine } from './curl-line.ts';
import { plantedServices } from './planted/planted-services.ts';
import { plants } from './planted/plants.ts';
import { seekFault } from './planted/seek-fault.ts';
import { startTablesForPlants } from './planted/tables-for-plants.ts';
import { subjects } from './subjects.ts';

interface Planting {
  readonly seed: number;
  /** For each plant. */
  readonly requests: number;
  readonly say: (line: string) => void;
}

/** Plants every fault in turn and says which were found; whether enough of them were, and nothing without a plant. */
export const reportPlants = async ({ seed, requests, say }: Planting): Promise<boolean> => {
  const { given, close } = await startTablesForPlants();
  const seek = (target: ApiTarget) => seekFault({ target, subjects, seed, requests });
  try {
    const without = await seek(await plantedServices(undefined, given));
    const fault = without.found;
    say(`${'nothing planted'.padEnd(64)} ${fault ? 'FOUND' : `nothing found in ${without.asked}`}`);
    if (fault) say(`  ${fault.operationId}, seed ${fault.seed}: ${fault.why}\n  ${curlLine(fault.request)}`);
    let found = 0;
    for (const plant of plants) {
      const sought = await seek(await plantedServices(plant, given));
      if (sought.found) found += 1;
      const outcome = sought.found
        ? `found after ${String(sought.asked).padStart(5)} by ${sought.found.operationId}`
        : `NOT FOUND in ${sought.asked}`;
      say(`${plant.name.padEnd(64)} ${outcome}`);
    }
    say(`${found} of ${plants.length} planted faults found, at most ${requests} requests each.`);
    return fault === undefined && found * 20 >= plants.length * 19;
  } finally {
    await close();
  }
};

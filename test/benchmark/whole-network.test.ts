import { expect, it } from 'vitest';
import { readLocalities } from './network/localities.ts';
import { networkPart } from './network/whole-network.ts';

const settings = {
  localities: readLocalities(),
  sizes: [],
  networkSize: 500,
  parts: [],
  rounds: 1,
  servers: false,
  centres: 1,
  towns: 20,
  say: () => {},
};

it('imports, publishes, changes, searches, exports and restarts a network of 500 locations on the local stack', async () => {
  const { measurements, targets } = await networkPart(settings);
  const steps = measurements.filter(({ what }) => what === 'a whole network on the local stack');
  expect(steps.map(({ contender }) => contender)).toEqual([
    'import, with its publication',
    'publication',
    'first change after the import, until it is served',
    'one change, until it is served',
    'download of the JSON export',
    'import of every location changed, with its publication',
    'restart, until a search is answered',
  ]);
  const memory = measurements.filter(({ unit }) => unit === 'MB');
  expect(memory.map(({ contender }) => contender)).toContain('getWorkCentres');
  for (const { p50 } of [...steps, ...memory]) expect(p50).toBeGreaterThan(0);
  expect(targets).toHaveLength(5);
});

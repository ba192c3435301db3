import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutStoreDeadline } from '../../support/tables/without-store-deadline.ts';
import { subjects } from '../subjects.ts';
import { plantedServices } from './planted-services.ts';
import { plants } from './plants.ts';
import { seekFault } from './seek-fault.ts';
import { startTablesForPlants } from './tables-for-plants.ts';

/** Every other is sought by `npm run fuzz -- --planted`. */
const some = [
  'lat alone is taken',
  'closing a minute early',
  'errors have no headers for browsers',
  'the date is anchored',
];

describe('the fuzzer', () => {
  let tables: Awaited<ReturnType<typeof startTablesForPlants>>;
  beforeAll(async () => {
    tables = await startTablesForPlants();
  });
  afterAll(() => tables.close());

  it('finds nothing in the handlers as they are', async () => {
    withoutStoreDeadline();
    const target = await plantedServices(undefined, tables.given);
    const { found } = await seekFault({ target, subjects, seed: 1, requests: 720 });
    expect(found).toBeUndefined();
  });

  it.each(plants.filter(({ name }) => some.includes(name)))(
    'finds the planted fault: $name',
    async (plant) => {
      withoutStoreDeadline();
      const target = await plantedServices(plant, tables.given);
      const { found } = await seekFault({ target, subjects, seed: 1, requests: 2_000 });
      expect(found?.why).toBeDefined();
    },
  );

  it.each(plants)('can plant the fault: $name', async (plant) => {
    await expect(plantedServices(plant, tables.given)).resolves.toHaveProperty('send');
  });

  it('says so where a plant has no place any more', async () => {
    const plant = {
      name: 'a fault',
      file: 'functions/locations-v3/paging.ts',
      from: 'no such text',
      to: '',
    };
    await expect(plantedServices(plant, tables.given)).rejects.toThrow('does not stand exactly once');
  });
});

import { expect, it } from 'vitest';
import { searchPointOf } from '../../../../functions/locations-v3/extensions/near.ts';
import { catalogueInMemory } from '../../../../shared/domain/location/catalogue/catalogue.ts';
import { postOffice } from '../../../support/networks/network-records.ts';

const states = ['VIC', 'NSW', 'QLD', 'SA', 'TAS', 'WA', 'NT'];
/** Each state has one more post office than the state before it. */
const offices = states.flatMap((_, fewer) => states.slice(fewer)).toSorted();
const [address] = postOffice(1).addresses;
const network = offices.map((state, index) =>
  postOffice(index + 1, { addresses: [{ ...address, suburb: 'FITZROY', state, postcode: '3000' }] }),
);

it('names up to five other places with the same name, the most important first', async () => {
  const catalogue = catalogueInMemory('version', network, []);
  expect(await searchPointOf('Fitzroy', catalogue)).toMatchObject({
    label: 'FITZROY NT 3000',
    alternatives: ['WA', 'TAS', 'SA', 'QLD', 'NSW'].map((state) => `FITZROY ${state} 3000`),
  });
  expect(await searchPointOf('Fitzroy WA', catalogue)).toMatchObject({ alternatives: [] });
});

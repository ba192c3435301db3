import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSnapshot } from '../../../../../shared/data-access/publishing/snapshot/check-snapshot.ts';
import { openSnapshot } from '../../../../../shared/data-access/publishing/snapshot/open-snapshot.ts';
import {
  LocationsOutOfOrder,
  snapshotWriter,
} from '../../../../../shared/data-access/publishing/snapshot/snapshot-writer.ts';
import { buildLocationCatalogue } from '../../../../../shared/domain/location/catalogue/build-location-catalogue.ts';
import { facetsOf } from '../../../../../shared/domain/location/catalogue/location-attributes.ts';
import type { LocationFilter } from '../../../../../shared/domain/location/catalogue/location-filter.ts';
import type { Location } from '../../../../../shared/domain/location/location.ts';
import { largeNetwork } from '../../../../support/networks/large-network.ts';
import { aCapability, postOffice, postOffices } from '../../../../support/networks/network-records.ts';
import {
  expectedOf,
  readLocation,
  snapshotOf,
  snapshotVersion,
  writtenSnapshot,
} from '../../../../support/networks/snapshot-of.ts';
import { distinct } from '../../../domain/location/catalogue/brute-force.ts';
import { describeCatalogue } from '../../../domain/location/catalogue/catalogue.suite.ts';
import { networks } from '../../../domain/location/catalogue/random-network.ts';

const opened = (locations: readonly Location[]) => {
  const bytes = snapshotOf(locations);
  return openSnapshot(bytes, expectedOf(bytes), readLocation);
};
const everything = { filter: {}, offset: 0, size: 100_000 };
const locationsOf = (catalogue: ReturnType<typeof opened>) =>
  catalogue.search(everything).page.map(({ body }) => body);

describe('a catalogue opened from a snapshot', () => {
  describeCatalogue((network) => opened(distinct(network)));

  it('is of the version and has the capabilities that were written', () => {
    const capabilities = [aCapability(1), aCapability(2)];
    const bytes = snapshotOf(postOffices(3), capabilities);
    const catalogue = openSnapshot(bytes, expectedOf(bytes), readLocation);
    expect(catalogue.version).toBe(snapshotVersion);
    expect(catalogue.capabilities()).toEqual(capabilities);
  });

  it.each([1, 31, 32, 33, 64, 300])('gives back all of %i locations', (count) => {
    expect(locationsOf(opened(postOffices(count)))).toEqual(postOffices(count));
  });

  it('gives back texts with line ends, characters of several bytes and halves of them', () => {
    const locations = Array.from({ length: 200 }, (_, index) =>
      postOffice(index, {
        name: `Öffice\u2028\n"💌\ud800${'é'.repeat(index % 50)}`,
        accessRestrictionCode: `\udc00\n${'💌'.repeat(index % 3)}`,
      }),
    );
    const catalogue = opened(locations);
    expect(locationsOf(catalogue)).toEqual(locations);
    const filter = { accessRestrictionCodes: new Set(['\udc00\n💌']) };
    expect(catalogue.search({ ...everything, filter }).total).toBe(67);
  });

  it('takes a location with very long texts', () => {
    const long = postOffice(1, {
      accessRestrictionCode: 'x'.repeat(390_000),
      description: 'y'.repeat(500_000),
    });
    const catalogue = opened([long]);
    const filter = { accessRestrictionCodes: new Set(['x'.repeat(390_000)]) };
    expect(catalogue.search({ ...everything, filter }).page.map(({ body }) => body)).toEqual([long]);
  });

  it('lets a walk through one type be begun again, and be left', () => {
    const boxes = opened(postOffices(100)).byType('PO', {});
    for (const { locationCode } of boxes) if (locationCode === '000005_PO') break;
    expect([...boxes]).toEqual([...boxes]);
    expect([...boxes]).toHaveLength(100);
  });
});

describe('a snapshot of 21,000 locations', () => {
  const network = largeNetwork(21_000);
  const { bytes, source } = writtenSnapshot(network);
  const fromSnapshot = openSnapshot(bytes, expectedOf(bytes), readLocation);
  const inMemory = buildLocationCatalogue(snapshotVersion, network, []);

  it('gives back every location, and passes the check of the publisher', async () => {
    expect(locationsOf(fromSnapshot)).toEqual(network);
    await checkSnapshot(bytes, expectedOf(bytes), source);
  });

  it.each<[string, LocationFilter]>([
    ['no filter', {}],
    ['a type', { types: new Set(['UPL']) }],
    ['services', { serviceCodes: new Set([8, 11]), types: new Set(['PO']) }],
    ['address types', { allAddressTypes: new Set(['STREET_ADDRESS', 'COLLECTION_POINT']) }],
  ])('answers as a catalogue in memory does, with %s', (_filter, filter) => {
    for (let row = 0; row < network.length; row += 3_001) {
      const centre = network[row]?.coordinates ?? { lat: 0, lon: 0 };
      for (const radiusKm of [1, 30, 1_000]) {
        const request = { filter, area: { centre, radiusKm }, offset: 3, size: 20 };
        expect(fromSnapshot.search(request)).toEqual(inMemory.search(request));
        expect(fromSnapshot.nearest(request.area, filter, 50)).toEqual(
          inMemory.nearest(request.area, filter, 50),
        );
      }
    }
    expect([...fromSnapshot.byType('PO', filter)]).toEqual([...inMemory.byType('PO', filter)]);
  });
});

describe('a snapshot writer', () => {
  it.each([
    ['in disorder', '2_PO', '1_PO'],
    ['twice', '1_PO', '1_PO'],
    ['in another order than that of code units', 'a', 'B'],
  ])('refuses locations that come %s', (_fault, first, second) => {
    const writer = snapshotWriter({ version: snapshotVersion, capabilities: [] });
    writer.add(facetsOf(postOffice(1, { locationCode: first })));
    expect(() => writer.add(facetsOf(postOffice(2, { locationCode: second })))).toThrow(LocationsOutOfOrder);
  });

  it('writes the same bytes for the same network', async () => {
    await fc.assert(
      fc.property(networks, (network) => {
        const locations = distinct(network);
        expect(Buffer.compare(snapshotOf(locations), snapshotOf(locations))).toBe(0);
      }),
      { numRuns: 20 },
    );
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { openSnapshot } from '../../shared/data-access/publishing/snapshot/open-snapshot.ts';
import type { LocationCatalogue } from '../../shared/domain/location/location-catalogue.ts';
import { largeNetwork } from '../support/large-network.ts';
import { aCapability } from '../support/network-records.ts';
import { expectedOf, readLocation, snapshotOf } from '../support/snapshot-of.ts';

const locationCount = 21_000;
const area = { centre: { lat: -37.814, lon: 144.963 }, radiusKm: 50 };

/** What a function is asked first, each by another part of the catalogue. */
const firstAnswers = (catalogue: LocationCatalogue, locationCode: string) => [
  catalogue.nearest(area, {}, 5).length,
  catalogue.search({ area, filter: { serviceCodes: new Set([8]) }, offset: 0, size: 20 }).page.length,
  catalogue.search({ filter: { types: new Set(['UPL']) }, offset: 100, size: 20 }).page.length,
  catalogue.byLocationCode(locationCode)?.locationCode,
];

describe('the snapshot of 21,000 locations', () => {
  let bytes: Uint8Array;
  let code: string;
  beforeAll(() => {
    const network = largeNetwork(locationCount);
    code = network[locationCount / 2]?.locationCode ?? '';
    bytes = snapshotOf(
      network,
      Array.from({ length: 60 }, (_, index) => aCapability(index)),
    );
  });

  it('is smaller than 3 MB, and is read and has answered in 150 ms', () => {
    const expected = expectedOf(bytes);
    const milliseconds = Array.from({ length: 5 }, () => {
      const started = performance.now();
      const answers = firstAnswers(openSnapshot(bytes, expected, readLocation), code);
      const taken = performance.now() - started;
      expect(answers).toEqual([5, 20, 20, code]);
      return taken;
    });
    const megabytes = bytes.length / 1e6;
    const each = milliseconds.map((taken) => taken.toFixed(1)).join(', ');
    console.log(`snapshot: ${megabytes.toFixed(2)} MB; read and first answers: ${each} ms`);
    expect(megabytes).toBeLessThan(3);
    expect(Math.min(...milliseconds)).toBeLessThan(150);
  });
});

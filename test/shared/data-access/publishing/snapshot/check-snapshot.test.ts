import { describe, expect, it } from 'vitest';
import { DamagedPublication } from '../../../../../shared/data-access/publishing/damaged-publication.ts';
import {
  checkSnapshot,
  readWholeSnapshot,
} from '../../../../../shared/data-access/publishing/snapshot/check-snapshot.ts';
import {
  type NumberArray,
  unpackArrays,
} from '../../../../../shared/data-access/publishing/snapshot/packed-arrays.ts';
import {
  compress,
  decompress,
} from '../../../../../shared/data-access/publishing/snapshot/snapshot-compression.ts';
import {
  encodeHeader,
  parseHeader,
} from '../../../../../shared/data-access/publishing/snapshot/snapshot-header.ts';
import type { Location } from '../../../../../shared/domain/location/location.ts';
import { aCapability, postOffice } from '../../../../support/network-records.ts';
import { expectedOf, readLocation, snapshotOf } from '../../../../support/snapshot-of.ts';

/** Locations that bear something of every attribute. */
const locations = Array.from({ length: 70 }, (_, index) =>
  postOffice(index, {
    deliveryPointId: index,
    usageType: index % 2 === 0 ? '1' : '2',
    accessRestrictionCode: `restriction ${index % 3}`,
    locationTypeCode: `type ${index % 5}`,
  }),
);
const bytes = snapshotOf(locations, [aCapability(1)]);
const { header, end } = parseHeader(bytes);

/** The snapshot with other columns, whose sizes and checksums are right. */
const withColumns = (change: (array: NumberArray) => void, name: string): Uint8Array => {
  const columnsStart = end + header.capabilities.bytes;
  const columnsEnd = columnsStart + header.columns.bytes;
  const content = Uint8Array.from(
    decompress(bytes.subarray(columnsStart, columnsEnd), header.columns.contentBytes),
  );
  change(
    unpackArrays(content, header.arrays).take<NumberArray>(
      name,
      Uint8Array,
      Uint16Array,
      Uint32Array,
      Float64Array,
    ),
  );
  const columns = compress(content);
  return Buffer.concat([
    encodeHeader({ ...header, columns: { ...header.columns, bytes: columns.length } }),
    bytes.subarray(end, columnsStart),
    columns,
    bytes.subarray(columnsEnd),
  ]);
};

const check = (snapshot: Uint8Array, source: readonly Location[] = locations) =>
  checkSnapshot(snapshot, expectedOf(snapshot), { locations: source, line: JSON.stringify });

describe('the check of a snapshot', () => {
  it('passes what the writer writes, an empty network and a single location too', async () => {
    await check(bytes);
    await check(snapshotOf([]), []);
    await check(snapshotOf([postOffice(1)]), [postOffice(1)]);
  });

  it.each(header.arrays.map(({ name, length }) => [name, length] as const))(
    'refuses a snapshot of which one number of %s is another',
    async (name, length) => {
      expect(length).toBeGreaterThan(0);
      for (const index of [0, Math.floor(length / 2), length - 1]) {
        const spoilt = withColumns((array) => {
          array[index] = (array[index] ?? 0) + 1;
        }, name);
        await expect(check(spoilt)).rejects.toThrow(DamagedPublication);
      }
    },
  );

  it.each<[string, Partial<Location>]>([
    ['a latitude beyond the pole', { coordinates: { lat: 91, lon: 0 } }],
    ['a work centre of ten digits', { workCentreId: 1_000_000_000 }],
    ['hours at no time of day', { hours: [{ type: 'HOURS', startTime: '25:00' }] }],
  ])('refuses a record with %s, which functions would show', async (_fault, change) => {
    const spoilt = snapshotOf([...locations, postOffice(100, change)]);
    await expect(readWholeSnapshot(spoilt, expectedOf(spoilt), readLocation)).rejects.toThrow(
      DamagedPublication,
    );
  });

  it('refuses a capability that is none', async () => {
    const spoilt = snapshotOf(locations, [{ ...aCapability(1), capabilityId: '' }]);
    await expect(check(spoilt)).rejects.toThrow(DamagedPublication);
  });

  it('lets other work have its turn', async () => {
    const offices = Array.from({ length: 3_000 }, (_, index) => postOffice(index));
    const large = snapshotOf(offices);
    let turns = 0;
    const other = setInterval(() => turns++, 0);
    await check(large, offices);
    clearInterval(other);
    expect(turns).toBeGreaterThan(0);
  });
});

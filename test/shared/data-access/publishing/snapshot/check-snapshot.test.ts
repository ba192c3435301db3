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
import { byLocationCode } from '../../../../../shared/domain/location/catalogue/location-order.ts';
import type { Location } from '../../../../../shared/domain/location/location.ts';
import { aCapability, postOffice } from '../../../../support/networks/network-records.ts';
import {
  expectedOf,
  readLocation,
  snapshotOf,
  snapshotVersion,
  writtenSnapshot,
} from '../../../../support/networks/snapshot-of.ts';

/** Locations that bear something of every attribute. */
const locations = Array.from({ length: 70 }, (_, index) =>
  postOffice(index, {
    type: index % 2 === 0 ? 'UPL' : 'PO',
    deliveryPointId: index,
    usageType: index % 4 === 0 ? '1' : '2',
    accessRestrictionCode: `restriction ${index % 3}`,
    locationTypeCode: `type ${index % 5}`,
  }),
);
const bytes = snapshotOf(locations, [aCapability(1)]);
const { header, end } = parseHeader(bytes);

/** The snapshot with another piece, whose sizes and checksums are right. */
const withPiece = (change: (array: NumberArray) => void, name: string, array: string): Uint8Array => {
  let start = end;
  for (const piece of header.pieces) {
    if (piece.name === name) {
      const content = Uint8Array.from(
        decompress(bytes.subarray(start, start + piece.bytes), piece.contentBytes),
      );
      change(
        unpackArrays(content, piece.arrays).take<NumberArray>(
          array,
          Uint8Array,
          Uint16Array,
          Uint32Array,
          Float32Array,
          Float64Array,
        ),
      );
      const packed = compress(content);
      const pieces = header.pieces.map((each) => (each === piece ? { ...each, bytes: packed.length } : each));
      return Buffer.concat([
        encodeHeader({ ...header, pieces }),
        bytes.subarray(end, start),
        packed,
        bytes.subarray(start + piece.bytes),
      ]);
    }
    start += piece.bytes;
  }
  throw new Error(`there is no ${name}`);
};

const everyArray = header.pieces.flatMap(({ name, arrays }) =>
  arrays.map((array) => [name, array.name, array.length] as const),
);

const check = (snapshot: Uint8Array, source: readonly Location[] = locations) =>
  checkSnapshot(snapshot, expectedOf(snapshot), writtenSnapshot([...source].sort(byLocationCode)).source);

describe('the check of a snapshot', () => {
  it('passes what the writer writes, an empty network and a single location too', async () => {
    await check(bytes);
    await check(snapshotOf([]), []);
    await check(snapshotOf([postOffice(1)]), [postOffice(1)]);
  });

  it.each(everyArray)(
    'refuses a snapshot of which one number of %s %s is another',
    async (name, array, length) => {
      expect(length, `the locations of this test bear no ${name}: give them some`).toBeGreaterThan(0);
      for (const index of [0, Math.floor(length / 2), length - 1]) {
        const spoilt = withPiece(
          ({ buffer, byteOffset, BYTES_PER_ELEMENT }) => {
            // The lowest bit, as adding one leaves infinity what it is.
            const numberBytes = new Uint8Array(buffer, byteOffset + index * BYTES_PER_ELEMENT, 1);
            numberBytes[0] = (numberBytes[0] ?? 0) ^ 1;
          },
          name,
          array,
        );
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

  it('refuses the snapshot of more, fewer or other locations', async () => {
    for (const source of [
      locations.slice(1),
      [...locations, postOffice(100)],
      locations.with(3, postOffice(3)),
    ])
      await expect(check(bytes, source)).rejects.toThrow(DamagedPublication);
  });

  it('refuses a line that was made otherwise', async () => {
    const line = (location: Location) => `${JSON.stringify(location)} `;
    const other = snapshotOf(locations, [], snapshotVersion, line);
    await expect(check(other)).rejects.toThrow(DamagedPublication);
  });

  it('refuses a capability that is none', async () => {
    const spoilt = snapshotOf(locations, [{ ...aCapability(1), capabilityId: '' }]);
    await expect(check(spoilt)).rejects.toThrow(DamagedPublication);
  });

  it('takes columns that no search could rely on for damage, where the source is not at hand', async () => {
    const swapped = (numbers: NumberArray) => {
      [numbers[0], numbers[1]] = [numbers[1] ?? 0, numbers[0] ?? 0];
    };
    const doubled = (numbers: NumberArray) => {
      numbers[0] = numbers[1] ?? 0;
    };
    const spoilt = [
      withPiece(doubled, 'places', 'rank'),
      withPiece((numbers) => numbers.fill(91), 'places', 'lat'),
      withPiece((numbers) => numbers.reverse(), 'codes', 'units'),
      withPiece((numbers) => numbers.fill(0), 'tree', 'boxes'),
      withPiece((numbers) => numbers.fill(0), 'tree', 'cuts'),
      withPiece((numbers) => numbers.fill(3), 'tree', 'axes'),
      withPiece(swapped, 'locationTypeCodes', 'units'),
      withPiece((numbers) => numbers.fill(0), 'types', 'steps'),
      withPiece((numbers) => numbers.fill(0), 'types', 'counts'),
    ];
    await readWholeSnapshot(bytes, expectedOf(bytes), readLocation);
    for (const each of spoilt)
      await expect(readWholeSnapshot(each, expectedOf(each), readLocation)).rejects.toThrow(
        DamagedPublication,
      );
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

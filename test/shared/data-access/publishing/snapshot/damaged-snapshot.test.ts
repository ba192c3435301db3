import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DamagedPublication } from '../../../../../shared/data-access/publishing/damaged-publication.ts';
import { checkSnapshot } from '../../../../../shared/data-access/publishing/snapshot/check-snapshot.ts';
import { openSnapshot } from '../../../../../shared/data-access/publishing/snapshot/open-snapshot.ts';
import { aCapability, postOffices } from '../../../../support/networks/network-records.ts';
import { expectedOf, readLocation, writtenSnapshot } from '../../../../support/networks/snapshot-of.ts';

const locations = postOffices(150);
const { bytes, source } = writtenSnapshot(locations, [aCapability(1)]);
const headerEnd = bytes.indexOf(0x0a);

/** Opens bytes whose manifest says that they are as they should be. */
const open = (spoilt: Uint8Array) => openSnapshot(spoilt, expectedOf(spoilt), readLocation);
/** Asks for every part of what they open as. */
const openWhole = (spoilt: Uint8Array) => {
  const catalogue = open(spoilt);
  return [
    catalogue.search({ filter: { types: new Set(['PO']) }, offset: 0, size: 1_000 }),
    catalogue.byLocationCode('000001_PO'),
    catalogue.capabilities(),
  ];
};
const check = (spoilt: Uint8Array) => checkSnapshot(spoilt, expectedOf(spoilt), source);

const flipped = (bit: number) => {
  const spoilt = Uint8Array.from(bytes);
  const byte = Math.floor(bit / 8);
  spoilt[byte] = (spoilt[byte] ?? 0) ^ (1 << (bit % 8));
  return spoilt;
};
const withHeader = (change: (header: string) => string) => {
  const header = Buffer.from(bytes.subarray(0, headerEnd)).toString('utf8');
  return Buffer.concat([Buffer.from(change(header)), bytes.subarray(headerEnd)]);
};

describe('a snapshot that is not the one of the manifest', () => {
  it('is refused whichever bit is another', async () => {
    await fc.assert(
      fc.property(fc.nat({ max: bytes.length * 8 - 1 }), (bit) => {
        expect(() => openSnapshot(flipped(bit), expectedOf(bytes), readLocation)).toThrow(DamagedPublication);
      }),
    );
  });

  it.each([
    ['shorter', bytes.subarray(0, -1)],
    ['longer', Buffer.concat([bytes, Buffer.from([0])])],
    ['empty', new Uint8Array()],
  ])('is refused when it is %s', async (_fault, spoilt) => {
    expect(() => openSnapshot(spoilt, expectedOf(bytes), readLocation)).toThrow(DamagedPublication);
    await expect(checkSnapshot(spoilt, expectedOf(bytes), source)).rejects.toThrow(DamagedPublication);
  });

  it('is refused when it is of another version', () => {
    const expected = expectedOf(bytes, '20261121T120000124Z-4f2a9c');
    expect(() => openSnapshot(bytes, expected, readLocation)).toThrow(DamagedPublication);
  });
});

describe('a snapshot that was damaged before the manifest named it', () => {
  it('is refused at any length but its own', async () => {
    await fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), (length) => {
        expect(() => open(bytes.subarray(0, length))).toThrow(DamagedPublication);
      }),
    );
    expect(() => open(Buffer.concat([bytes, Buffer.from([0])]))).toThrow(DamagedPublication);
  });

  it('does not pass the check of the publisher with any bit that makes another answer', async () => {
    const whole = openWhole(bytes);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length * 8 - 1 }), async (bit) => {
        const refused = await check(flipped(bit)).then(
          () => false,
          (error: unknown) => error instanceof DamagedPublication,
        );
        if (!refused) expect(openWhole(flipped(bit))).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  it('shows no location of a block that cannot be read, and all of the others', () => {
    const spoilt = Uint8Array.from(bytes).fill(0, bytes.length - 20);
    const catalogue = open(spoilt);
    const shown = locations.filter(({ locationCode }) => {
      try {
        return catalogue.byLocationCode(locationCode) !== undefined;
      } catch (error) {
        expect(error).toBeInstanceOf(DamagedPublication);
        return false;
      }
    });
    expect(shown).toHaveLength(128);
    expect(() => [...catalogue.byType('PO', {})]).toThrow(DamagedPublication);
  });

  it.each<[string, (header: string) => string]>([
    ['no JSON', () => 'PK'],
    ['no header', () => '{}'],
    ['more locations', (header) => header.replace('"locations":150', '"locations":151')],
    ['fewer locations', (header) => header.replace('"locations":150', '"locations":128')],
    ['more capabilities', (header) => header.replace('"capabilities":1', '"capabilities":2')],
    ['other blocks', (header) => header.replace('"linesPerBlock":32', '"linesPerBlock":16')],
    ['blocks of nothing', (header) => header.replace('"linesPerBlock":32', '"linesPerBlock":0')],
    ['a missing piece', (header) => header.replace('"codes"', '"code"')],
    ['a missing column', (header) => header.replace('"lat"', '"latitude"')],
    ['a column of another kind', (header) => header.replace('"Float64"', '"Uint32"')],
    ['a column that ends elsewhere', (header) => header.replace('"length":150', '"length":9000')],
    ['larger columns', (header) => header.replace(/"contentBytes":(\d+)/g, '"contentBytes":1$1')],
  ])('is refused when its header says %s', (_fault, change) => {
    const spoilt = withHeader(change);
    expect(Buffer.compare(spoilt, bytes)).not.toBe(0);
    expect(() => openWhole(spoilt)).toThrow(DamagedPublication);
  });
});

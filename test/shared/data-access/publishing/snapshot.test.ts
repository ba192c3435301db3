import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifySnapshot } from '../../../../shared/data-access/publishing/check-snapshot.ts';
import { DamagedPublication } from '../../../../shared/data-access/publishing/manifest.ts';
import { openSnapshot, packSnapshot } from '../../../../shared/data-access/publishing/snapshot.ts';
import {
  catalogueInMemory,
  type LocationCatalogue,
  type SearchRequest,
} from '../../../../shared/domain/location/catalogue/catalogue.ts';
import type { Location } from '../../../../shared/domain/location/location.ts';
import { aCapability, postOffice, postOffices } from '../../../support/networks/network-records.ts';
import {
  networkContent,
  snapshotOf,
  snapshotVersion,
  withoutPieces,
} from '../../../support/networks/stored-publication.ts';
import { distinct } from '../../domain/location/catalogue/brute-force.ts';
import { networks, sparingFilters } from '../../domain/location/catalogue/random-network.ts';
import { place } from '../../spatial/places.ts';

const open = (bytes: Uint8Array) => openSnapshot(bytes, { version: snapshotVersion });
const opened = async (locations: readonly Location[]) => open(await snapshotOf(locations)).catalogue;
const pageOf = (catalogue: LocationCatalogue, request: Partial<SearchRequest> = {}) => {
  const { total, page } = catalogue.search({ filter: {}, offset: 0, size: 100_000, ...request });
  return { total, page: [...page] };
};
const locationsOf = (catalogue: LocationCatalogue, request?: Partial<SearchRequest>) =>
  pageOf(catalogue, request).page.map(({ location }) => location);

/** A list of each kind. */
const lists = [
  ['types', 'PO'],
  ['workCentreIds', 1],
  ['ownDeliveryPointIds', 2],
  ['principalPostcodes', '0800'],
] as const;

describe('a catalogue opened from a snapshot', () => {
  it('returns the same results as a catalogue in memory', async () => {
    await fc.assert(
      fc.asyncProperty(networks, place, sparingFilters, async (network, centre, filter) => {
        const catalogue = await opened(distinct(network));
        const inMemory = catalogueInMemory(snapshotVersion, distinct(network), []);
        expect(catalogue.size).toBe(inMemory.size);
        for (const request of [{ filter }, { filter, area: { centre, radiusKm: 1_000 }, offset: 2, size: 9 }])
          expect(pageOf(catalogue, request)).toEqual(pageOf(inMemory, request));
        for (const { locationCode } of network)
          expect(catalogue.get(locationCode, filter)).toEqual(inMemory.get(locationCode, filter));
        for (const [list, key] of lists)
          expect([...catalogue.list(list, key, filter)]).toEqual([...inMemory.list(list, key, filter)]);
      }),
      { numRuns: 60 },
    );
  });

  it.each([1, 31, 32, 33, 300])('contains all %i locations, capabilities and records', async (count) => {
    const capabilities = [aCapability(1), aCapability(2)];
    const given = networkContent(postOffices(count), capabilities);
    const { catalogue, readRecords } = open((await packSnapshot(given)).bytes);
    expect(catalogue.version).toBe(snapshotVersion);
    expect(catalogue.capabilities.all()).toEqual(capabilities);
    expect(locationsOf(catalogue)).toEqual(postOffices(count));
    expect(await readRecords()).toEqual(given.records);
  });

  it('preserves line breaks, multi-byte characters, lone surrogates and very long texts', async () => {
    const locations = Array.from({ length: 200 }, (_, index) =>
      postOffice(index, {
        name: `Öffice\u2028\n"💌\ud800${'é'.repeat(index % 50)}`,
        accessRestrictionCode: `\udc00\n${'💌'.repeat(index % 3)}`,
        description: 'y'.repeat(index === 7 ? 500_000 : 0),
      }),
    );
    const catalogue = await opened(locations);
    expect(locationsOf(catalogue)).toEqual(locations);
    const filter = { accessRestrictionCodes: new Set(['\udc00\n💌']) };
    expect(catalogue.search({ filter, offset: 0, size: 0 }).total).toBe(67);
  });
});

describe('the snapshot writer', () => {
  it.each([
    ['out of order', '2_PO', '1_PO'],
    ['twice', '1_PO', '1_PO'],
    ['in an order other than code unit order', 'a', 'B'],
  ])('rejects records %s', async (_fault, ...codes) => {
    const records = codes.map((code) => ({
      code,
      text: JSON.stringify(postOffice(1, { locationCode: code })),
    }));
    await expect(packSnapshot({ ...networkContent([]), records })).rejects.toThrow(RangeError);
  });

  it('writes the same bytes for the same network', async () => {
    await fc.assert(
      fc.asyncProperty(networks, async (network) => {
        const locations = distinct(network);
        expect(Buffer.compare(await snapshotOf(locations), await snapshotOf(locations))).toBe(0);
      }),
      { numRuns: 20 },
    );
  });

  it('yields to other work', async () => {
    let turns = 0;
    const other = setInterval(() => turns++, 0);
    await snapshotOf(postOffices(2_500));
    clearInterval(other);
    expect(turns).toBeGreaterThan(0);
  });
});

const locations = Array.from({ length: 150 }, (_, index) =>
  postOffice(index, {
    type: index % 2 === 0 ? 'UPL' : 'PO',
    deliveryPointId: index,
    usageType: index % 4 === 0 ? '1' : '2',
    accessRestrictionCode: `restriction ${index % 3}`,
    locationTypeCode: `type ${index % 5}`,
  }),
);
const content = networkContent(locations, [aCapability(1)]);
const { bytes, index } = await packSnapshot(content);

const verify = async (stored: Uint8Array) => verifySnapshot(open(stored), content, index);

const flipped = (bit: number) => {
  const damaged = Uint8Array.from(bytes);
  const byte = Math.floor(bit / 8);
  damaged[byte] = (damaged[byte] ?? 0) ^ (1 << (bit % 8));
  return damaged;
};

it('a snapshot is rejected if it has another version', () => {
  expect(() => openSnapshot(bytes, { version: '20261121T120000124Z-4f2a9c' })).toThrow(DamagedPublication);
});

describe('a snapshot that was damaged before the manifest was written', () => {
  const readAll = async (stored: Uint8Array) => {
    const { catalogue, readRecords } = open(stored);
    const filter = { types: new Set(['PO'] as const) };
    return [await readRecords(), pageOf(catalogue, { filter }), catalogue.capabilities.all()];
  };

  it('fails the check if a flipped bit would change a result', async () => {
    const whole = await readAll(bytes);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length * 8 - 1 }), async (bit) => {
        const passes = await verify(flipped(bit)).then(
          () => true,
          (error: unknown) => {
            expect(error).toBeInstanceOf(DamagedPublication);
            return false;
          },
        );
        if (passes) expect(await readAll(flipped(bit))).toEqual(whole);
      }),
      { numRuns: 100 },
    );
  });

  it('still returns locations from intact blocks', () => {
    const { catalogue } = open(Uint8Array.from(bytes).fill(0, bytes.length - 20));
    const readable = locations.filter(({ locationCode }) => {
      try {
        return catalogue.get(locationCode) !== undefined;
      } catch (error) {
        expect(error).toBeInstanceOf(DamagedPublication);
        return false;
      }
    });
    expect(readable.length).toBeGreaterThan(locations.length / 2);
    expect(readable.length).toBeLessThan(locations.length);
    expect(() => locationsOf(catalogue)).toThrow(DamagedPublication);
  });

  it('is rejected if its head is missing or unreadable', () => {
    for (const head of ['', 'PK', '{}'])
      expect(() => open(Buffer.from(`${head}\n`))).toThrow(DamagedPublication);
  });
});

describe('the snapshot check', () => {
  it('accepts what the writer writes, even for an empty network', async () => {
    await verify(bytes);
    const empty = networkContent([]);
    const packed = await packSnapshot(empty);
    await verifySnapshot(open(packed.bytes), empty, packed.index);
  });

  it.each(['places', 'codes', 'types', 'capabilities', 'blocks', 'timeZones', 'schedules', 'parcelLimits'])(
    'rejects a snapshot without %s',
    async (name) => {
      const incomplete = withoutPieces(bytes, [name]);
      await expect(verify(incomplete)).rejects.toThrow(DamagedPublication);
      await expect(verify(incomplete)).rejects.toThrow(name);
    },
  );

  it('rejects a snapshot with more, fewer or different locations, or with different capabilities', async () => {
    const others = [
      [locations.slice(1), content.capabilities],
      [[...locations, postOffice(500)], content.capabilities],
      [locations.with(3, postOffice(3)), content.capabilities],
      [locations, [aCapability(2)]],
    ] as const;
    for (const [network, capabilities] of others)
      await expect(verify(await snapshotOf(network, capabilities))).rejects.toThrow(DamagedPublication);
  });

  it.each([
    ['types', '"UPL"', '"DC"'],
    ['timeZones', 'Australia/Sydney', 'Australia/Darwin'],
  ])('rejects an index whose %s are from different records', async (part, before, after) => {
    const records = content.records.map(({ code, text }) => ({ code, text: text.replace(before, after) }));
    const other = await packSnapshot({ ...content, records });
    const verification = verifySnapshot(open(bytes), { ...content, records }, other.index);
    await expect(verification).rejects.toThrow(`the catalogue differs from the network: ${part}`);
    // Head and index are from one network, blocks from another.
    const blocksAt = (file: Uint8Array) => {
      const end = file.indexOf(0x0a);
      const { pieces } = JSON.parse(Buffer.from(file.subarray(0, end)).toString('utf8'));
      return pieces.reduce((sum: number, { bytes }: { bytes: number }) => sum + bytes, end + 1);
    };
    const mixed = Buffer.concat([
      bytes.subarray(0, blocksAt(bytes)),
      other.bytes.subarray(blocksAt(other.bytes)),
    ]);
    await expect(verify(mixed)).rejects.toThrow(DamagedPublication);
  });
});

import { describe, expect, it } from 'vitest';
import {
  catalogueInMemory,
  type SearchRequest,
} from '../../../../../shared/domain/location/catalogue/catalogue.ts';
import type { LocationFilter } from '../../../../../shared/domain/location/catalogue/filter.ts';
import type { Address, Coordinates, Location } from '../../../../../shared/domain/location/location.ts';
import { greatCircleKm } from '../../../../../shared/spatial/index.ts';
import { seededRandom } from '../../../../benchmark/network/benchmark-network.ts';
import { postOffice } from '../../../../support/networks/network-records.ts';
import { matchesLocationFilter } from '../../../../support/oracles/matches-location-filter.ts';

const random = seededRandom(20_260_101);
const between = (low: number, high: number) => low + random() * (high - low);
const pick = <Value>(values: readonly [Value, ...Value[]]): Value =>
  values[Math.floor(random() * values.length)] ?? values[0];

const towns = Array.from({ length: 400 }, () => ({ lat: between(-43, -11), lon: between(114, 153) }));
const town = () => towns[Math.floor(random() ** 3 * towns.length)] ?? { lat: 0, lon: 0 };
/** Returns a random position near a town, rounded so that many places coincide or are equally far away. */
const near = ({ lat, lon }: Coordinates): Coordinates => ({
  lat: Number(between(lat - 0.15, lat + 0.15).toFixed(3)),
  lon: Number(between(lon - 0.15, lon + 0.15).toFixed(3)),
});

const [address] = postOffice(0).addresses;
const parcelCollect: Address = { ...address, type: 'PARCEL_COLLECT', postcode: '9999' };

const count = 8_000;
const network: Location[] = Array.from({ length: count }, (_, number) =>
  postOffice(number, {
    locationCode: `${100_000 + ((number * 7919) % count)}_X`,
    type: pick(['R_SPB', 'R_SPB', 'R_SPB', 'R_SPB', 'C_SPB', 'PO', 'PO', 'UPL']),
    coordinates: near(town()),
    addresses: [
      { ...address, postcode: String(2000 + Math.floor(random() * 2000)) },
      ...(number % 50 === 0 ? [parcelCollect] : []),
    ],
    services: Array.from({ length: 4 }, () => ({ code: Math.floor(400 * random() ** 1.5) })),
  }),
);

const codes = network.map(({ locationCode }) => locationCode);
const rankOfCode = new Map([...codes].sort().map((code, rank) => [code, rank]));
const ranks = Uint32Array.from(codes, (code) => rankOfCode.get(code) ?? 0);

const distancesFrom = (centre: Coordinates): Float64Array =>
  Float64Array.from(network, ({ coordinates }) => greatCircleKm(centre, coordinates));

/** Filters of every kind: none, common and rare values, several values, several criteria. */
const filterKinds: readonly (readonly [string, LocationFilter])[] = [
  ['no filter', {}],
  ['a common type', { types: new Set(['R_SPB']) }],
  ['two types and a service', { types: new Set(['PO', 'UPL']), serviceCodes: new Set([7]) }],
  ['services', { serviceCodes: new Set([1, 2, 399]) }],
  ['a postcode', { postcodes: new Set(['2345']) }],
  ['a rare postcode and a common type', { postcodes: new Set(['3999']), types: new Set(['R_SPB']) }],
  ['all address types', { allAddressTypes: new Set(['STREET_ADDRESS', 'PARCEL_COLLECT']) }],
];
const kinds = filterKinds.map(([name, filter]) => ({
  name,
  filter,
  matches: network.map((location) => matchesLocationFilter(location, filter)),
}));

const inArea = (distances: Float64Array, radiusKm: number): number[] => {
  const found: number[] = [];
  for (let position = 0; position < distances.length; position += 1)
    if ((distances[position] ?? 0) <= radiusKm) found.push(position);
  return found.sort(
    (one, other) =>
      (distances[one] ?? 0) - (distances[other] ?? 0) || (ranks[one] ?? 0) - (ranks[other] ?? 0),
  );
};

const isSame = (found: readonly string[], expected: readonly (string | undefined)[]): boolean =>
  found.length === expected.length && found.every((code, index) => code === expected[index]);

describe('a network of thousands of locations', () => {
  const catalogue = catalogueInMemory('1', network, []);
  const searched = (request: SearchRequest) => {
    const { total, page } = catalogue.search(request);
    return { total, shown: Array.from(page, ({ location }) => location.locationCode) };
  };

  it('returns the same results as brute force from 150 centres with every kind of filter', () => {
    for (let query = 0; query < 150; query += 1) {
      const centre = pick([near, (place: Coordinates) => place])(town());
      const radiusKm = Math.floor(2000 * random() ** 4);
      const limit = pick([1, 5, 5, 20, 1500, 10_000]);
      const offset = Math.floor(random() * 50);
      const area = { centre, radiusKm };
      const nearestFirst = inArea(distancesFrom(centre), radiusKm);
      for (const { name, filter, matches } of kinds) {
        const expected = nearestFirst
          .filter((position) => matches[position])
          .map((position) => codes[position]);
        const { shown: nearest } = searched({ filter, area, offset: 0, size: limit });
        const { total, shown } = searched({ filter, area, offset, size: 100 });
        const isRight =
          total === expected.length &&
          isSame(nearest, expected.slice(0, limit)) &&
          isSame(shown, expected.slice(offset, offset + 100));
        // A detailed comparison is slow, so it runs only if the results differ.
        if (isRight) continue;
        expect({ name, total, nearest, page: shown }).toEqual({
          name,
          total: expected.length,
          nearest: expected.slice(0, limit),
          page: expected.slice(offset, offset + 100),
        });
        expect.unreachable(`${name} around ${centre.lat}, ${centre.lon}`);
      }
    }
  });
});

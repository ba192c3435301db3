import { describe, expect, it } from 'vitest';
import { outline } from '../../infra/portal/base-map/outline.ts';
import { locationRecord } from '../../shared/domain/importing/location-record.ts';
import type { Location } from '../../shared/domain/location/location.ts';
import { sampleLocationLines } from './location-lines.ts';

const locations = [...sampleLocationLines()].map((line) => locationRecord.parse(line));

const ringsOfLand = outline()
  .features.filter(({ properties }) => properties.kind === 'served')
  .flatMap(({ geometry }) => (geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : []));

/** Whether the outline has land there, by the sides that a line to the south crosses. */
const isOnLand = ({ lat, lon }: Location['coordinates']): boolean => {
  let crossed = 0;
  for (const ring of ringsOfLand) {
    for (let index = 1; index < ring.length; index++) {
      const [fromLon = 0, fromLat = 0] = ring[index - 1] ?? [];
      const [toLon = 0, toLat = 0] = ring[index] ?? [];
      if (fromLon > lon === toLon > lon) continue;
      if (fromLat + ((toLat - fromLat) * (lon - fromLon)) / (toLon - fromLon) < lat) crossed++;
    }
  }
  return crossed % 2 === 1;
};

const kmBetween = (one: Location['coordinates'], other: Location['coordinates']): number => {
  const degreesEast = (one.lon - other.lon) * Math.cos((one.lat * Math.PI) / 180);
  return Math.hypot(one.lat - other.lat, degreesEast) * 111.2;
};

describe('the places of the sample', () => {
  it('are on land of the outline that the map draws', () => {
    const inTheWater = locations.filter(({ coordinates }) => !isOnLand(coordinates));
    expect(inTheWater.map(({ locationCode }) => locationCode)).toEqual([]);
    // So that the test cannot pass by taking everything for land.
    expect(isOnLand({ lat: -40.2, lon: 146 })).toBe(false);
  });

  it('lie within 3 km of each other if they are in one suburb', () => {
    const suburbs = Map.groupBy(locations, ({ addresses: [{ suburb, state }] }) => `${suburb} ${state}`);
    expect(suburbs.size).toBe(1_100);
    for (const [suburb, places] of suburbs) {
      const far = places.flatMap((one) =>
        places.map((other) => kmBetween(one.coordinates, other.coordinates)),
      );
      expect(Math.max(...far), suburb).toBeLessThan(3);
    }
  });

  it('do not all have the same position in a suburb', () => {
    const positions = locations.map(({ coordinates: { lat, lon } }) => `${lat} ${lon}`);
    expect(new Set(positions).size).toBeGreaterThan(locations.length * 0.99);
  });

  it('have one, two or three address lines, the street last', () => {
    const lines = locations.map(({ addresses: [{ addressLine1, addressLine2, addressLine3 }] }) =>
      [addressLine1, addressLine2, addressLine3].filter((line) => line !== undefined),
    );
    const numberWith = (count: number) => lines.filter(({ length }) => length === count).length;
    expect(numberWith(2)).toBeGreaterThan(300);
    expect(numberWith(3)).toBeGreaterThan(50);
    expect(numberWith(1)).toBeGreaterThan(numberWith(2) + numberWith(3));
    for (const each of lines) expect(each.at(-1)).toMatch(/^\d+ [A-Z]/);
  });

  it('have a delivery point with the location, with its address or with both', () => {
    const given = locations.map(({ deliveryPointId, addresses: [address] }) => ({
      ofLocation: deliveryPointId,
      ofAddress: address.deliveryPointId,
    }));
    const both = given.filter(({ ofLocation, ofAddress }) => ofLocation && ofAddress);
    expect(both.length).toBeGreaterThan(locations.length / 2);
    for (const { ofLocation, ofAddress } of both) expect(ofAddress).toBe(String(ofLocation));
    const count = locations.length / 20;
    expect(given.filter(({ ofLocation, ofAddress }) => ofLocation && !ofAddress).length).toBeGreaterThan(
      count,
    );
    expect(given.filter(({ ofLocation, ofAddress }) => !ofLocation && ofAddress).length).toBeGreaterThan(
      count,
    );
    expect(given.filter(({ ofLocation, ofAddress }) => !ofLocation && !ofAddress)).toEqual([]);
  });
});

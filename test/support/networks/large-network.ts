import { byCodeUnit } from '../../../shared/domain/code-unit-order.ts';
import { locationRecord } from '../../../shared/domain/importing/location-record.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { sampleLocationLines } from '../../sample-network/location-lines.ts';

/** Yields lines of an import file with `count` locations, which are shifted copies of the sample network. */
export function* largeNetworkLines(count: number): Generator<Readonly<Record<string, unknown>>> {
  const sample = [...sampleLocationLines()];
  for (let index = 0; index < count; index++) {
    const copy = Math.floor(index / sample.length);
    const line = sample[index % sample.length] ?? {};
    yield { ...line, location_code: `${copy}-${line.location_code}`, lat: Number(line.lat) + copy * 0.002 };
  }
}

/** Builds such locations as if imported, ordered by code. Each has its own delivery point. */
export const largeNetwork = (count: number): Location[] => {
  const sample = [...sampleLocationLines()].map((line) => locationRecord.parse(line));
  const renumbered = (text: string | undefined, copy: number) =>
    text === undefined ? text : String(Number(text) + copy);
  return Array.from({ length: count }, (_, index): Location => {
    const copy = Math.floor(index / sample.length);
    const location = sample[index % sample.length];
    if (!location) throw new Error('the sample is empty');
    const [first, ...others] = location.addresses.map((address) => ({
      ...address,
      deliveryPointId: renumbered(address.deliveryPointId, copy),
    }));
    if (!first) throw new Error('a location of the sample has no address');
    return {
      ...location,
      locationCode: `${copy}-${location.locationCode}`,
      coordinates: { ...location.coordinates, lat: location.coordinates.lat + copy * 0.002 },
      addresses: [first, ...others],
    };
  }).sort((one, other) => byCodeUnit(one.locationCode, other.locationCode));
};

import { draw, drawInteger, drawOne } from './draw.ts';
import type { Kind } from './location-kinds.ts';
import type { Place } from './places.ts';

const streets: readonly [string, ...string[]] = [
  'High Street',
  'Main Street',
  'Station Street',
  'Church Street',
  'Victoria Street',
  'George Street',
  'Albert Street',
  'Railway Parade',
  'Market Street',
  'Bridge Street',
  'King Street',
  'Queen Street',
  'Park Road',
  'Beach Road',
  'Commercial Road',
  'Princes Avenue',
  'Wattle Grove',
  'Banksia Drive',
  'Mill Lane',
  'Harbour Esplanade',
];

/** Degrees that a place reaches from its centre: some 600 m for a village, some 6 km for a city. */
const reach = (population: number): number => 0.005 + 0.045 * Math.sqrt(population / 60_000);

/** Where a location lies in its place, in degrees. */
export const positionIn = ({ lat, lon, population }: Place, code: string) => {
  const angle = draw(code, 'angle') * 2 * Math.PI;
  const distance = Math.sqrt(draw(code, 'distance')) * reach(population);
  const degrees = (value: number) => Math.round(value * 1e5) / 1e5;
  return {
    lat: degrees(lat + distance * Math.sin(angle)),
    lon: degrees(lon + (distance * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180)),
  };
};

/** The address of a location, once for everything it is used for. */
export const addressesOf = (kind: Kind, place: Place, code: string) => {
  const address = {
    address_line_1: `${drawInteger(1, 240, code, 'number')} ${drawOne(streets, code, 'street')}`,
    suburb: place.name.toUpperCase(),
    state: place.state,
    postcode: place.postcode,
    delivery_point_id: String(drawInteger(30_000_000, 99_999_999, code, 'delivery point')),
  };
  const collects = kind === 'PO' || kind === 'UPL' || kind === 'DC';
  return [
    { type: 'STREET_ADDRESS', ...address },
    ...(collects ? [{ type: 'PARCEL_COLLECT', ...address }] : []),
    ...(kind === 'DC' ? [{ type: 'COLLECTION_POINT', ...address, directions: 'Enter from the lane' }] : []),
  ];
};

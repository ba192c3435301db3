import { draw, drawInteger, drawOne } from './draw.ts';
import { isOnLand, type Position, positionFrom } from './land.ts';
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

/** Kilometres from the centre of a suburb to its edge: 800 m for the smallest places of the sample, 1.5 km for cities. */
const reachKm = (population: number): number => 0.5 + Math.sqrt(population / 60_000);

const maxAttempts = 50;

/** Returns where a location lies in its place: on land, which at the coast may take some attempts. */
export const positionIn = ({ lat, lon, population }: Place, code: string): Position => {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const angle = draw(code, 'angle', attempt) * 2 * Math.PI;
    const km = Math.sqrt(draw(code, 'distance', attempt)) * reachKm(population);
    const position = positionFrom({ lat, lon }, km, angle);
    if (isOnLand(position)) return position;
  }
  return { lat, lon };
};

/**
 * The id of a location's delivery point, which belongs to the location and its addresses. One location in ten has it
 * without its addresses, and one in ten only with these: APIs then show the one for the other.
 */
export const deliveryPointOf = (code: string) => {
  const id = drawInteger(30_000_000, 99_999_999, code, 'delivery point');
  const share = draw(code, 'delivery point given');
  return {
    ofLocation: share < 0.1 ? undefined : id,
    ofAddresses: share >= 0.9 ? undefined : String(id),
  };
};

/** Lines of an address: a street, in a shopping centre after the shop, and sometimes after the centre's name too. */
const addressLines = (kind: Kind, place: Place, code: string) => {
  const street = `${drawInteger(1, 240, code, 'number')} ${drawOne(streets, code, 'street')}`;
  const share = kind === 'R_SPB' || kind === 'C_SPB' ? 1 : draw(code, 'lines');
  if (share >= 0.25) return { address_line_1: street };
  const shop = `Shop ${drawInteger(1, 60, code, 'shop')}`;
  if (share >= 0.05) return { address_line_1: shop, address_line_2: street };
  return { address_line_1: shop, address_line_2: `${place.name} Plaza`, address_line_3: street };
};

/** The address of a location, once for everything it is used for. */
export const addressesOf = (kind: Kind, place: Place, code: string) => {
  const address = {
    ...addressLines(kind, place, code),
    suburb: place.name.toUpperCase(),
    state: place.state,
    postcode: place.postcode,
    delivery_point_id: deliveryPointOf(code).ofAddresses,
  };
  const collects = kind === 'PO' || kind === 'UPL' || kind === 'DC';
  return [
    { type: 'STREET_ADDRESS', ...address },
    ...(collects ? [{ type: 'PARCEL_COLLECT', ...address }] : []),
    ...(kind === 'DC' ? [{ type: 'COLLECTION_POINT', ...address, directions: 'Enter from the lane' }] : []),
  ];
};

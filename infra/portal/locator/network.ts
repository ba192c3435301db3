import type { RequestedTime } from '../../../shared/domain/location/hours/moment.ts';
import type { LocationType } from '../../../shared/domain/location/location.ts';
import { greatCircleKm } from '../../../shared/spatial/index.ts';
import { type MapPlace, mapPointer, type NetworkMap, openMapFile } from '../../../shared/wire/map-file.ts';
import { kindOf } from './kinds.ts';

/** A position in degrees, WGS 84. */
export interface Coordinates {
  readonly lat: number;
  readonly lon: number;
}

/** Edges of a part of the map in degrees. `west` may be greater than `east`, across longitude 180°. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Where visitors look for places. Distances are measured from the coordinates. */
export interface Where extends Coordinates {
  readonly by: 'suburb' | 'postcode' | 'outlet' | 'address' | 'point' | 'area';
  /** What the search box and the address of the page say: `Terrigal NSW 2260`, `310003_PO`. Empty for points. */
  readonly text: string;
  /** Its name in sentences: `Melbourne Post Office`, `your location`. */
  readonly label: string;
  /** Whether a place is inside. By default, it is if it is within `aroundKm`. */
  readonly contains?: (place: MapPlace) => boolean;
  /** Of an area. */
  readonly bounds?: Bounds;
}

/** Filters of the places, combined with AND. The API has the same, and they give the same results. */
export interface Filters {
  /** An empty list means all kinds. */
  readonly kinds: readonly LocationType[];
  /** Ids of operational capabilities, of which a place must offer any. */
  readonly services: readonly string[];
  /** `now`, or a local time such as `2026-12-24T17:30`, on the clock of each place. */
  readonly openAt?: string | undefined;
}

export const noFilters: Filters = { kinds: [], services: [] };

/** Whether anything is filtered. */
export const areFiltering = ({ kinds, services, openAt }: Filters): boolean =>
  kinds.length > 0 || services.length > 0 || openAt !== undefined;

export interface FoundPlace {
  readonly place: MapPlace;
  readonly km: number;
}

/** Places that a search finds, nearest first. */
export interface Found {
  readonly inside: readonly FoundPlace[];
  /** The nearest others, if few are inside. */
  readonly outside: readonly FoundPlace[];
}

/** How far around a point counts as inside. */
export const aroundKm = 20;

/** Loads the newest public map file. Rejects if it cannot be loaded or read. */
export const loadNetwork = async (signal: AbortSignal): Promise<NetworkMap> => {
  const { file } = mapPointer.parse(await json('/map/current.json', signal));
  const network = openMapFile(await json(file, signal));
  const places = network.places.map((place) => ({
    ...place,
    name: readable(place.name),
    suburb: readable(place.suburb),
  }));
  return { ...network, places };
};

/** Writes a text in capitals with capitals at the starts of its words only. */
export const readable = (text: string): string =>
  /\p{Ll}/u.test(text)
    ? text
    : text.toLowerCase().replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase());

/** The name of a place with its kind: `Melbourne Post Office`, `Red street post box`. */
export const fullName = ({ name, kind }: Pick<MapPlace, 'name' | 'kind'>): string => {
  const ofKind = kindOf(kind).name;
  if (name.toLowerCase() === ofKind.toLowerCase()) return ofKind;
  return name.toLowerCase().includes(ofKind.toLowerCase())
    ? name
    : `${name} ${readable(ofKind.toUpperCase())}`;
};

/** The suburb, state and postcode of a place, as far as they are known. */
export const localityOf = ({ suburb, state, postcode }: MapPlace): string =>
  [suburb, state, postcode].filter(Boolean).join(' ');

/** Returns the time at which places must be open. `now` is cut to the full minute, as the API does. */
const requestedTime = (openAt: string, now: number): RequestedTime =>
  openAt === 'now'
    ? { time: Math.floor(now / 60_000) * 60_000, isLocal: false }
    : { time: Date.parse(`${openAt}Z`), isLocal: true };

/** Creates a function that returns whether a place passes the filters. */
export const filterOf = (
  network: NetworkMap,
  { kinds: types, services, openAt }: Filters,
  now: number,
): ((place: MapPlace) => boolean) => {
  const time = openAt === undefined ? undefined : requestedTime(openAt, now);
  const ids = new Set(services);
  return (place) =>
    (types.length === 0 || types.includes(place.kind)) &&
    (ids.size === 0 || place.services.some(({ id }) => ids.has(id))) &&
    (time === undefined || network.isOpenAt(place, time, services));
};

/** Finds the given places by their distance. */
export const findPlaces = (places: readonly MapPlace[], where: Where, enough = 10): Found => {
  const all = places
    .map((place) => ({ place, km: greatCircleKm(where, place) }))
    .sort((one, other) => one.km - other.km || (one.place.id < other.place.id ? -1 : 1));
  const isInside = containsOf(where);
  const inside = all.filter(({ place }) => isInside(place));
  // Visitors who choose an area want that area only.
  const missing = where.by === 'area' ? 0 : Math.max(0, enough - inside.length);
  const outside: FoundPlace[] = [];
  for (const each of all) {
    if (outside.length === missing) break;
    if (!isInside(each.place)) outside.push(each);
  }
  return { inside, outside };
};

/** Returns the number of places of each kind, or with each service, inside the place that is searched. */
export const countsOf = <Key>(
  places: readonly MapPlace[],
  where: Where | undefined,
  keysOf: (place: MapPlace) => Iterable<Key>,
): ReadonlyMap<Key, number> => {
  const isInside = where ? containsOf(where) : () => true;
  const counts = new Map<Key, number>();
  for (const place of places) {
    if (!isInside(place)) continue;
    for (const key of keysOf(place)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/** Creates a function that returns whether a place is within bounds. */
export const isWithin =
  ({ west, south, east, north }: Bounds) =>
  ({ lat, lon }: Coordinates): boolean =>
    lat >= south && lat <= north && (west <= east ? lon >= west && lon <= east : lon >= west || lon <= east);

const containsOf = (where: Where): ((place: MapPlace) => boolean) =>
  where.contains ?? ((place) => greatCircleKm(where, place) <= aroundKm);

const json = async (address: string, signal: AbortSignal): Promise<unknown> => {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`${address} returned ${response.status}`);
  return response.json();
};

import type { RequestedTime } from '../../../shared/domain/location/hours/moment.ts';
import type { LocationType } from '../../../shared/domain/location/location.ts';
import { greatCircleKm } from '../../../shared/spatial/index.ts';
import type { MapPlace, NetworkMap } from '../../../shared/wire/map-file.ts';
import { kinds } from './kinds.ts';

/** A position in degrees, WGS 84. */
export interface Coordinates {
  readonly lat: number;
  readonly lon: number;
}

/** Edges of a part of the map in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** Where visitors look for places. Distances are measured from the coordinates. */
export interface Where extends Coordinates {
  readonly by: 'suburb' | 'postcode' | 'outlet' | 'point' | 'area';
  /** What the search box and the address of the page say: `Terrigal NSW 2260`, `310003_PO`. Empty for points. */
  readonly text: string;
  /** Its name in sentences: `Melbourne Post Office`, `your location`. */
  readonly label: string;
  /** Whether a place is inside. By default, it is if it is within `aroundKm`. */
  readonly contains?: (place: MapPlace) => boolean;
  /** Of an area. */
  readonly bounds?: Bounds;
  /** Of an outlet. */
  readonly place?: MapPlace;
  /** Second line of its suggestion. */
  readonly detail?: string;
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

export const noFilters: Filters = { kinds: [], services: [], openAt: undefined };

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

/** Writes a text in capitals with capitals at the starts of its words only. */
export const readable = (text: string): string =>
  /\p{Ll}/u.test(text)
    ? text
    : text.toLowerCase().replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase());

/** The name of a place with its kind: `Melbourne Post Office`, `Red street post box`. */
export const fullName = ({ name, kind }: MapPlace): string => {
  const ofKind = kinds[kind].name;
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
  return (place) =>
    (types.length === 0 || types.includes(place.kind)) &&
    (services.length === 0 || place.services.some(({ id }) => services.includes(id))) &&
    (time === undefined || network.isOpenAt(place, time, services));
};

/** Finds the given places by their distance. */
export const findPlaces = (places: readonly MapPlace[], where: Where, enough = 10): Found => {
  const all = places
    .map((place) => ({ place, km: greatCircleKm(where, place) }))
    .sort((one, other) => one.km - other.km || (one.place.id < other.place.id ? -1 : 1));
  const { inside = [], outside = [] } = Object.groupBy(all, ({ place, km }) =>
    (where.contains?.(place) ?? km <= aroundKm) ? 'inside' : 'outside',
  );
  // Visitors who choose an area want that area only.
  const missing = where.by === 'area' ? 0 : Math.max(0, enough - inside.length);
  return { inside, outside: outside.slice(0, missing) };
};

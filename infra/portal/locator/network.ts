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

/** Edges of an area on the map, in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** A search for places. Distances are measured from its coordinates. */
export interface Where extends Coordinates {
  readonly by: 'suburb' | 'postcode' | 'outlet' | 'point' | 'area';
  /** Text in the search box and the page's address: `Terrigal NSW 2260`, `310003_PO`. Empty for points and areas. */
  readonly text: string;
  /** Name for sentences: `Melbourne Post Office`, `your location`. */
  readonly label: string;
  /** Whether a place is inside (default: within `aroundKm`). */
  readonly contains?: (place: MapPlace) => boolean;
  /** Only for areas. */
  readonly bounds?: Bounds;
  /** Only for outlets. */
  readonly place?: MapPlace;
  /** Second line of the suggestion. */
  readonly detail?: string;
}

/** Filters for places, combined with AND. The API has the same filters, with the same results. */
export interface Filters {
  /** An empty list means all kinds. */
  readonly kinds: readonly LocationType[];
  /** Ids of operational capabilities, of which a place must offer at least one. */
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
  /** The nearest other places, if few are inside. */
  readonly outside: readonly FoundPlace[];
}

/** Radius around a point within which places count as inside. */
export const aroundKm = 20;

/** Converts text in all capitals to title case. Leaves other text unchanged. */
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

/** Returns the time at which places must be open. `now` is rounded down to the minute, as in the API. */
const requestedTime = (openAt: string, now: number): RequestedTime =>
  openAt === 'now'
    ? { time: Math.floor(now / 60_000) * 60_000, isLocal: false }
    : { time: Date.parse(`${openAt}Z`), isLocal: true };

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

/** Sorts places by distance, and splits them into the places inside the search and the nearest other places. */
export const findPlaces = (places: readonly MapPlace[], where: Where, enough = 10): Found => {
  const all = places
    .map((place) => ({ place, km: greatCircleKm(where, place) }))
    .sort((one, other) => one.km - other.km || (one.place.id < other.place.id ? -1 : 1));
  const { inside = [], outside = [] } = Object.groupBy(all, ({ place, km }) =>
    (where.contains?.(place) ?? km <= aroundKm) ? 'inside' : 'outside',
  );
  // Visitors who choose an area want only places in that area.
  const missing = where.by === 'area' ? 0 : Math.max(0, enough - inside.length);
  return { inside, outside: outside.slice(0, missing) };
};

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
export const localityOf = ({ suburb, state, postcode }: Pick<MapPlace, 'suburb' | 'state' | 'postcode'>) =>
  [suburb, state, postcode].filter(Boolean).join(' ');

export const wherePoint = (point: Coordinates, label: string): Where => ({
  by: 'point',
  text: '',
  label,
  ...point,
});

/** Returns a search for an area, with edges rounded as in the page's address. */
export const whereArea = (shown: Bounds): Where => {
  const [west = 0, south = 0, east = 0, north = 0] = shown.map((edge) => Number(edge.toFixed(4)));
  return {
    ...{ by: 'area', text: '', label: 'this area' },
    ...{ lat: (south + north) / 2, lon: (west + east) / 2, bounds: [west, south, east, north] },
    contains: ({ lat, lon }) => lat >= south && lat <= north && lon >= west && lon <= east,
  };
};

export const filterOf = (
  network: NetworkMap,
  { kinds: types, services, openAt }: Filters,
  now: number,
): ((place: MapPlace) => boolean) => {
  // `now` is rounded down to the minute, as in the API.
  const time =
    openAt === 'now'
      ? Math.floor(now / 60_000) * 60_000
      : openAt && { time: Date.parse(`${openAt}Z`), isLocal: true };
  return (place) =>
    (types.length === 0 || types.includes(place.kind)) &&
    (services.length === 0 || place.services.some(({ id }) => services.includes(id))) &&
    (!time || network.isOpenAt(place, time, services));
};

/** Number of places below which a search also finds the nearest places outside. */
const enough = 10;

/** Sorts places by distance, and splits them into the places inside the search and the nearest other places. */
export const findPlaces = (places: readonly MapPlace[], where: Where): Found => {
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

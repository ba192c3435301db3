import Flatbush from 'flatbush';
import { around as aroundInFlatbush, within } from 'geoflatbush';
import { around as aroundInKdbush } from 'geokdbush';
import KDBush from 'kdbush';
import {
  openSpatialIndex,
  orderedPlaces,
  type Place,
  type PlaceColumns,
  type SearchArea,
} from '../../../shared/spatial/index.ts';
import { postgis } from './postgis.ts';

/** Numbers of places, as an index returns them. */
export type Found = ArrayLike<number>;

/** Index over places, or a server with one. */
export interface Contender {
  readonly name: string;
  /** Returns the first `limit` places of the area, nearest first. */
  nearest(area: SearchArea, limit: number): Found | Promise<Found>;
  count(area: SearchArea): number | Promise<number>;
  /** Number of the place at each position, if results are positions instead of numbers. */
  readonly placeAt?: ArrayLike<number>;
  close?(): Promise<void>;
}

export const ownName = 'Waypost';

/** Search by every contender: for the nearest `limit` places, or for the total if it is absent. */
export interface SearchKind {
  readonly name: string;
  readonly radiusKm: number;
  readonly limit?: number;
}

export const nearestFive: SearchKind = { name: 'nearest 5 in 50 km', radiusKm: 50, limit: 5 };
export const nearestMany: SearchKind = { name: 'limit 10,000 in 1000 km', radiusKm: 1_000, limit: 10_000 };
export const totalWithin: SearchKind = { name: 'total within 1000 km', radiusKm: 1_000 };

export const searchKinds: readonly SearchKind[] = [nearestFive, nearestMany, totalWithin];

/** Returns a function that searches around a centre. */
export const searchWith =
  ({ nearest, count }: Pick<Contender, 'nearest' | 'count'>, { radiusKm, limit }: SearchKind) =>
  (centre: Place) =>
    limit === undefined ? count({ centre, radiusKm }) : nearest({ centre, radiusKm }, limit);

/** Opens all contenders over the same places, including PostGIS if requested and installed. */
export const openContenders = async (places: PlaceColumns, withServers: boolean): Promise<Contender[]> => {
  const server = withServers ? await postgis(places) : undefined;
  return [ownIndex(places), kdbush(places), flatbush(places), ...(server ? [server] : [])];
};

const ownIndex = (places: PlaceColumns): Contender => {
  const ordered = orderedPlaces(places);
  const index = openSpatialIndex(ordered);
  return {
    name: ownName,
    nearest: (area, limit) => index.nearest(area, limit).positions,
    count: (area) => index.count(area),
    placeAt: ordered.rank,
  };
};

/** Flat k-d tree, searched in order of distance. */
const kdbush = ({ lat, lon }: PlaceColumns): Contender => {
  const index = new KDBush(lat.length);
  for (const [number, degrees] of lat.entries()) index.add(lon[number] ?? 0, degrees);
  index.finish();
  const around = ({ centre, radiusKm }: SearchArea, limit = Number.POSITIVE_INFINITY) =>
    aroundInKdbush(index, centre.lon, centre.lat, limit, radiusKm);
  return { name: 'geokdbush', nearest: around, count: (area) => around(area).length };
};

/** Packed Hilbert R-tree. */
const flatbush = ({ lat, lon }: PlaceColumns): Contender => {
  const index = new Flatbush(lat.length);
  for (const [number, degrees] of lat.entries()) index.add(lon[number] ?? 0, degrees);
  index.finish();
  return {
    name: 'geoflatbush',
    nearest: ({ centre, radiusKm }, limit) =>
      aroundInFlatbush(index, centre.lon, centre.lat, limit, radiusKm),
    count: ({ centre, radiusKm }) => within(index, centre.lon, centre.lat, radiusKm).length,
  };
};

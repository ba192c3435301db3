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

/** Place numbers, in the form in which an index returns them. */
export type Found = ArrayLike<number>;

/** An index of places, or a server that has one. */
export interface Contender {
  readonly name: string;
  nearest(area: SearchArea, limit: number): Found | Promise<Found>;
  count(area: SearchArea): number | Promise<number>;
  /** Number of the place at each position of the index, if results are positions instead of numbers. */
  readonly placeAt?: ArrayLike<number>;
  close?(): Promise<void>;
}

export const ownName = 'Waypost';

/** A search that every contender runs: the nearest `limit` places, or the total number if `limit` is absent. */
export interface SearchKind {
  readonly name: string;
  readonly radiusKm: number;
  readonly limit?: number;
}

export const nearestFive: SearchKind = { name: 'nearest 5 in 50 km', radiusKm: 50, limit: 5 };
export const nearestMany: SearchKind = { name: 'limit 10,000 in 1000 km', radiusKm: 1_000, limit: 10_000 };
export const totalWithin: SearchKind = { name: 'total within 1000 km', radiusKm: 1_000 };

export const searchKinds: readonly SearchKind[] = [nearestFive, nearestMany, totalWithin];

export const searchWith =
  ({ nearest, count }: Pick<Contender, 'nearest' | 'count'>, { radiusKm, limit }: SearchKind) =>
  (centre: Place) =>
    limit === undefined ? count({ centre, radiusKm }) : nearest({ centre, radiusKm }, limit);

/** Opens all contenders with the same places. PostGIS is included if it is requested and installed. */
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

/** Opens a flat k-d tree, which is searched in order of distance. */
const kdbush = ({ lat, lon }: PlaceColumns): Contender => {
  const index = new KDBush(lat.length);
  for (const [number, degrees] of lat.entries()) index.add(lon[number] ?? 0, degrees);
  index.finish();
  const around = ({ centre, radiusKm }: SearchArea, limit = Number.POSITIVE_INFINITY) =>
    aroundInKdbush(index, centre.lon, centre.lat, limit, radiusKm);
  return { name: 'geokdbush', nearest: around, count: (area) => around(area).length };
};

/** Opens a packed Hilbert R-tree. */
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

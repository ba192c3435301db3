import Flatbush from 'flatbush';
import { around as aroundInFlatbush, within } from 'geoflatbush';
import { around as aroundInKdbush } from 'geokdbush';
import KDBush from 'kdbush';
import {
  openSpatialIndex,
  orderedPlaces,
  type PlaceColumns,
  type SearchArea,
} from '../../../shared/spatial/index.ts';
import { postgis } from './postgis.ts';

/** Places by number, as an index returns them. */
export type Found = ArrayLike<number>;

/** An index over places, or a server that has one. */
export interface Contender {
  readonly name: string;
  /** Returns the first `limit` places of the area, nearest first. */
  nearest(area: SearchArea, limit: number): Found | Promise<Found>;
  count(area: SearchArea): number | Promise<number>;
  /** If it returns positions instead of numbers of places: the number of the place at each position. */
  readonly placeAt?: ArrayLike<number>;
  close?(): Promise<void>;
}

export const ownName = 'Waypost';

/** Opens all contenders over the same places; PostGIS, if it is wanted, only if it is installed. */
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

/** A flat k-d tree, searched in order of distance. */
const kdbush = ({ lat, lon }: PlaceColumns): Contender => {
  const index = new KDBush(lat.length);
  for (const [number, degrees] of lat.entries()) index.add(lon[number] ?? 0, degrees);
  index.finish();
  const around = ({ centre, radiusKm }: SearchArea, limit = Number.POSITIVE_INFINITY) =>
    aroundInKdbush(index, centre.lon, centre.lat, limit, radiusKm);
  return { name: 'geokdbush', nearest: around, count: (area) => around(area).length };
};

/** A packed Hilbert R-tree. */
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

import { DatabaseSync } from 'node:sqlite';
import Flatbush from 'flatbush';
import { around as aroundInFlatbush, within } from 'geoflatbush';
import { around as aroundInKdbush } from 'geokdbush';
import KDBush from 'kdbush';
import {
  greatCircleKm,
  openSpatialIndex,
  orderedPlaces,
  type PlaceColumns,
  type SearchArea,
} from '../../../shared/spatial/index.ts';
import { postgis, redisGeoSearch } from './servers.ts';

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
  /** For a server that reports its own time, without the client and the connection, in microseconds. */
  readonly inServer?: {
    nearest(area: SearchArea, limit: number): Promise<number>;
    count(area: SearchArea): Promise<number>;
  };
  close?(): void | Promise<void>;
}

/** Builds an index over these places; undefined if its server is not installed. */
export type OpenContender = (places: PlaceColumns) => Contender | Promise<Contender | undefined>;

export const ownName = 'Waypost';
export const bruteForceName = 'brute force';

/** Opens all contenders over the same places. `absent` names the servers that are not installed. */
export const openContenders = async (places: PlaceColumns, withServers: boolean) => {
  const inProcess = [ownIndex, kdbush, flatbush, sqliteRTree, bruteForce];
  const servers = { PostGIS: postgis, Redis: redisGeoSearch };
  const contenders: Contender[] = [];
  const absent: string[] = [];
  const close = async () => {
    for (const contender of contenders) await contender.close?.();
  };
  try {
    for (const open of inProcess) contenders.push(open(places));
    for (const [name, open] of withServers ? Object.entries(servers) : []) {
      const contender = await open(places);
      if (contender) contenders.push(contender);
      else absent.push(name);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { contenders, absent, close };
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

/** Examines every place. All others are compared with it. */
const bruteForce = ({ lat, lon }: PlaceColumns): Contender => {
  const placesIn = ({ centre, radiusKm }: SearchArea) => {
    const found: { number: number; km: number }[] = [];
    for (let number = 0; number < lat.length; number++) {
      const km = greatCircleKm(centre, { lat: lat[number] ?? 0, lon: lon[number] ?? 0 });
      if (km <= radiusKm) found.push({ number, km });
    }
    return found;
  };
  return {
    name: bruteForceName,
    nearest: (area, limit) =>
      placesIn(area)
        .sort((one, other) => one.km - other.km || one.number - other.number)
        .slice(0, limit)
        .map(({ number }) => number),
    count: (area) => placesIn(area).length,
  };
};

const earthRadiusKm = 6371;
const degreesPerRadian = 180 / Math.PI;

/** Added to every side of a box, about a centimetre, so that rounding loses no place on the rim. */
const marginDegrees = 1e-7;

const sqlDistanceKm = `2 * ${earthRadiusKm} * asin(min(1, sqrt(
  pow(sin(radians(lat - :lat) / 2), 2)
  + cos(radians(lat)) * cos(radians(:lat)) * pow(sin(radians(lon - :lon) / 2), 2))))`;

/** Returns the bounding box of an area, which must not contain a pole or the antimeridian. */
const boxAround = ({ centre, radiusKm }: SearchArea) => {
  const angle = radiusKm / earthRadiusKm;
  const high = angle * degreesPerRadian + marginDegrees;
  const ratio = Math.sin(angle) / Math.cos(centre.lat / degreesPerRadian);
  const wide = (ratio < 1 ? Math.asin(ratio) * degreesPerRadian : 180) + marginDegrees;
  return {
    west: centre.lon - wide,
    east: centre.lon + wide,
    south: centre.lat - high,
    north: centre.lat + high,
    lat: centre.lat,
    lon: centre.lon,
    km: radiusKm,
  };
};

/** The R*Tree of SQLite in memory: the tree finds boxes, SQL computes distances, the nearest come from growing rings. */
const sqliteRTree = ({ lat, lon }: PlaceColumns): Contender => {
  const database = new DatabaseSync(':memory:');
  database.exec('create virtual table places using rtree(id, west, east, south, north, +lat, +lon)');
  const insert = database.prepare('insert into places values (?, ?, ?, ?, ?, ?, ?)');
  database.exec('begin');
  for (const [number, y] of lat.entries()) {
    const x = lon[number] ?? 0;
    insert.run(number, x, x, y, y, y, x);
  }
  database.exec('commit');
  const inBox = `from (select id, ${sqlDistanceKm} as km from places
    where east >= :west and west <= :east and north >= :south and south <= :north) where km <= :km`;
  const nearest = database.prepare(`select id ${inBox} order by km, id limit :limit`);
  const count = database.prepare(`select count(*) as total ${inBox}`);
  return {
    name: 'SQLite R*Tree',
    nearest({ centre, radiusKm }, limit) {
      for (let ringKm = Math.sqrt(limit); ; ringKm *= 3) {
        const reachKm = Math.min(ringKm, radiusKm);
        const rows = nearest.all({ ...boxAround({ centre, radiusKm: reachKm }), limit });
        if (rows.length >= limit || reachKm === radiusKm) return rows.map(({ id }) => Number(id));
      }
    },
    count: (area) => Number(count.get(boxAround(area))?.total),
    close: () => database.close(),
  };
};

import { DatabaseSync } from 'node:sqlite';
import type { SearchArea } from '../../../../shared/spatial/index.ts';
import type { OpenContender } from '../contender.ts';

const earthRadiusKm = 6371;
const degrees = 180 / Math.PI;

/** Rounding must not leave out what lies on the rim: about a centimetre more on every side. */
const marginDegrees = 1e-7;

const distanceKm = `2 * ${earthRadiusKm} * asin(min(1, sqrt(
  pow(sin(radians(lat - :lat) / 2), 2)
  + cos(radians(lat)) * cos(radians(:lat)) * pow(sin(radians(lon - :lon) / 2), 2))))`;

/** The box around an area, which must not reach a pole or the 180th meridian. */
const boxAround = ({ centre, radiusKm }: SearchArea) => {
  const angle = radiusKm / earthRadiusKm;
  const high = angle * degrees + marginDegrees;
  const ratio = Math.sin(angle) / Math.cos(centre.lat / degrees);
  const wide = (ratio < 1 ? Math.asin(ratio) * degrees : 180) + marginDegrees;
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

/** The R*Tree of SQLite, in memory: boxes by the tree, distances by its own functions, nearest in growing rings. */
export const sqliteRTree: OpenContender = ({ lat, lon }) => {
  const database = new DatabaseSync(':memory:');
  database.exec('create virtual table places using rtree(id, west, east, south, north, +lat, +lon)');
  const insert = database.prepare('insert into places values (?, ?, ?, ?, ?, ?, ?)');
  database.exec('begin');
  for (const [number, y] of lat.entries()) {
    const x = lon[number] ?? 0;
    insert.run(number, x, x, y, y, y, x);
  }
  database.exec('commit');
  const inBox = `from (select id, ${distanceKm} as km from places
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

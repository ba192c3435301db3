import type pg from 'pg';
import * as z from 'zod';
import type { PlaceColumns, SearchArea } from '../../../../shared/spatial/index.ts';
import type { OpenContender } from '../contender.ts';
import { startPostgis } from '../servers/postgis-server.ts';

const batch = 50_000;

/** PostGIS reckons on a sphere of the mean radius of WGS 84: its metres are as much longer. */
const metresOfKilometre = (1_000 * 6_371.008_771_415) / 6_371;

const point = 'st_point($1, $2)::geography';

/** What is nearest by a walk of the index, of which all within the radius are the first. */
const nearest = `select id from (
  select id, position <-> ${point} as metres from places order by position <-> ${point} limit $4
) as found where metres <= $3`;
const count = `select count(*)::int as total from places where st_dwithin(position, ${point}, $3, false)`;

const idRows = z.array(z.object({ id: z.int() }));
const totalRows = z.tuple([z.object({ total: z.int() })]);
const explained = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ 'Execution Time': z.number() })]) }),
]);

const fill = async (client: pg.Client, { lat, lon }: PlaceColumns): Promise<void> => {
  await client.query('create extension postgis');
  await client.query(
    'create unlogged table places (id int not null, position geography(point, 4326) not null)',
  );
  for (let start = 0; start < lat.length; start += batch) {
    const [y, x] = [lat, lon].map((column) => Array.from(column.subarray(start, start + batch)));
    await client.query(
      `insert into places select $3::int + n - 1, st_point(x, y)::geography
       from unnest($1::float8[], $2::float8[]) with ordinality as each(x, y, n)`,
      [x, y, start],
    );
  }
  await client.query('create index places_position on places using gist (position)');
  // What lies together is stored together, as the other contenders have it.
  await client.query('cluster places using places_position');
  await client.query('vacuum analyze places');
};

const valuesOf = ({ centre, radiusKm }: SearchArea) => [centre.lon, centre.lat, radiusKm * metresOfKilometre];

/** PostGIS: geography with a GiST index, prepared statements over a local socket, distances on the sphere. */
export const postgis: OpenContender = async (places) => {
  const server = await startPostgis();
  if (!server) return undefined;
  const { client } = server;
  await fill(client, places);
  const ask = async (name: string, text: string, values: readonly number[]) =>
    (await client.query({ name, text, values: [...values] })).rows;
  const [lon = 0, lat = 0] = [places.lon[0], places.lat[0]];
  const sample = valuesOf({ centre: { lat, lon }, radiusKm: 1 });
  // Held to their form once, here: to look at every row would be counted as the server's time.
  idRows.parse(await ask('nearest', nearest, [...sample, 5]));
  totalRows.parse(await ask('count', count, sample));
  await client.query(`prepare explained_nearest(float8, float8, float8, int) as ${nearest}`);
  await client.query(`prepare explained_count(float8, float8, float8) as ${count}`);
  const microseconds = async (name: string, values: readonly number[]) => {
    const { rows } = await client.query(
      `explain (analyze, timing off, format json) execute ${name}(${values.join(', ')})`,
    );
    return explained.parse(rows)[0]['QUERY PLAN'][0]['Execution Time'] * 1_000;
  };
  return {
    name: 'PostGIS',
    nearest: async (area, limit) =>
      (await ask('nearest', nearest, [...valuesOf(area), limit])).map(({ id }) => id),
    count: async (area) => (await ask('count', count, valuesOf(area)))[0]?.total,
    inServer: {
      nearest: (area, limit) => microseconds('explained_nearest', [...valuesOf(area), limit]),
      count: (area) => microseconds('explained_count', valuesOf(area)),
    },
    close: () => server.close(),
  };
};

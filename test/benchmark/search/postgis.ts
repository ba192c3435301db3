import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chown, mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod';
import type { PlaceColumns, SearchArea } from '../../../shared/spatial/index.ts';
import { isProgram, programOnPath } from '../../support/processes/program-on-path.ts';
import type { Contender } from './contenders.ts';

/** PostGIS metres per kilometre. Its sphere has the mean radius of WGS 84 instead of 6,371 km. */
const metresPerKilometre = (1_000 * 6_371.008_771_415) / 6_371;

const point = 'st_point($1, $2)::geography';
const nearestQuery = `select id from (
  select id, position <-> ${point} as metres from places order by position <-> ${point} limit $4
) as found where metres <= $3`;
const countQuery = `select count(*)::int as total from places where st_dwithin(position, ${point}, $3, false)`;

const idRows = z.array(z.object({ id: z.int() }));
const totalRows = z.tuple([z.object({ total: z.int() })]);

/** Starts PostGIS with a GiST index and prepared statements. Returns undefined if it is not installed. */
export const postgis = async (places: PlaceColumns): Promise<Contender | undefined> => {
  const server = await startPostgis();
  if (!server) return undefined;
  const { client, close } = server;
  await fillPostgis(client, places);
  const valuesOf = ({ centre, radiusKm }: SearchArea) => [
    centre.lon,
    centre.lat,
    radiusKm * metresPerKilometre,
  ];
  const query = async (name: string, text: string, values: readonly number[]) =>
    (await client.query({ name, text, values: [...values] })).rows;
  const sample = valuesOf({ centre: { lat: places.lat[0] ?? 0, lon: places.lon[0] ?? 0 }, radiusKm: 1 });
  // Results are validated only here, because parsing every row would count as the server's time.
  idRows.parse(await query('nearest', nearestQuery, [...sample, 5]));
  totalRows.parse(await query('count', countQuery, sample));
  return {
    name: 'PostGIS',
    nearest: async (area, limit) =>
      (await query('nearest', nearestQuery, [...valuesOf(area), limit])).map(({ id }) => id),
    count: async (area) => (await query('count', countQuery, valuesOf(area)))[0]?.total,
    close,
  };
};

const postgisRows = 50_000;

const fillPostgis = async (client: pg.Client, { lat, lon }: PlaceColumns): Promise<void> => {
  await client.query('create extension postgis');
  await client.query(
    'create unlogged table places (id int not null, position geography(point, 4326) not null)',
  );
  for (let start = 0; start < lat.length; start += postgisRows) {
    const [y, x] = [lat, lon].map((column) => Array.from(column.subarray(start, start + postgisRows)));
    await client.query(
      `insert into places select $3::int + n - 1, st_point(x, y)::geography
       from unnest($1::float8[], $2::float8[]) with ordinality as each(x, y, n)`,
      [x, y, start],
    );
  }
  await client.query('create index places_position on places using gist (position)');
  // Stores neighbours next to each other, as the other contenders do.
  await client.query('cluster places using places_position');
  await client.query('vacuum analyze places');
};

/** Settings with enough memory for a million places, one core per query, and no durability. */
const postgresSettings = {
  listen_addresses: '',
  shared_buffers: '1GB',
  work_mem: '256MB',
  maintenance_work_mem: '512MB',
  effective_cache_size: '2GB',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '4GB',
  autovacuum: 'off',
};

const postgresUser = 'postgres';

const startPostgis = async () => {
  const [initdb, postgres] = ['initdb', 'postgres'].map(postgresqlProgram);
  if (!initdb || !postgres) return undefined;
  await using stop = new AsyncDisposableStack();
  const { path: cwd } = stop.use(await mkdtempDisposable(join(tmpdir(), 'waypost-postgis-')));
  // PostgreSQL does not run as root. If this process does, the server uses the account of its package.
  const account = userInfo().uid === 0 ? await accountOf(postgresUser) : undefined;
  if (account) await chown(cwd, account.uid, account.gid);
  const data = join(cwd, 'data');
  const init = spawn(initdb, ['-D', data, '-U', postgresUser, '--auth=trust', '--no-sync', '-E', 'UTF8'], {
    ...account,
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(init, 'close');
  if (code !== 0) throw new Error(`initdb ended with ${code}`);
  const settings = Object.entries(postgresSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(postgres, ['-D', data, '-k', cwd, ...settings], { ...account, cwd, stdio: 'ignore' });
  const exited = once(server, 'exit');
  stop.defer(async () => {
    // SIGINT requests a fast shutdown, which does not wait for clients.
    server.kill('SIGINT');
    await exited;
  });
  const client = await retryUntilConnected(async () => {
    const each = new pg.Client({ host: cwd, user: postgresUser, database: 'postgres' });
    await each.connect();
    return each;
  });
  stop.defer(() => client.end());
  const available = await client.query(`select 1 from pg_available_extensions where name = 'postgis'`);
  if (available.rowCount === 0) return undefined;
  const running = stop.move();
  return { client, close: () => running.disposeAsync() };
};

/** Prefers programs on the PATH to the newest version in the folder of Debian. */
const postgresqlProgram = (name: string): string | undefined =>
  programOnPath(name) ?? globSync(`/usr/lib/postgresql/*/bin/${name}`).sort().reverse().find(isProgram);

const accountOf = async (name: string) => {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = lines.find(([account]) => account === name) ?? [];
  if (uid === undefined || gid === undefined) throw new Error(`This machine has no account ${name}.`);
  return { uid: Number(uid), gid: Number(gid) };
};

/** Retries the connection until the server has started. Throws the last error after 30 seconds. */
const retryUntilConnected = async <T>(connect: () => Promise<T>): Promise<T> => {
  const deadline = performance.now() + 30_000;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(100);
    }
  }
};

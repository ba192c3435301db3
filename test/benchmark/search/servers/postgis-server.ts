import { spawn } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { endProcess, runToEnd, temporaryFolder, untilItAnswers } from './own-process.ts';
import { postgresqlProgram } from './postgresql-program.ts';
import { accountOf } from './system-account.ts';

/** A PostgreSQL of our own with PostGIS, reached through a socket in a folder that goes with it. */
export interface PostgisServer {
  readonly client: pg.Client;
  close(): Promise<void>;
}

/** Memory enough for a million places, one core a query, and nothing written for durability's sake. */
const settings = {
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

const userOfServer = 'postgres';

/** Starts one; undefined where PostgreSQL or PostGIS is not installed. */
export const startPostgis = async (): Promise<PostgisServer | undefined> => {
  const initdb = postgresqlProgram('initdb');
  const postgres = postgresqlProgram('postgres');
  if (!initdb || !postgres) return undefined;
  const folder = await temporaryFolder('postgis');
  // PostgreSQL refuses to run as root: there it runs as the user that its package made.
  const account = userInfo().uid === 0 ? await accountOf(userOfServer) : undefined;
  if (account) await chown(folder.path, account.uid, account.gid);
  const data = join(folder.path, 'data');
  await runToEnd(initdb, ['-D', data, '-U', userOfServer, '--auth=trust', '--no-sync', '-E', 'UTF8'], {
    ...account,
    cwd: folder.path,
  });
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(postgres, ['-D', data, '-k', folder.path, ...given], {
    ...account,
    cwd: folder.path,
    stdio: 'ignore',
  });
  const close = async () => {
    // The "fast shutdown" of PostgreSQL, which does not wait for its clients.
    await endProcess(server, 'SIGINT');
    await folder.remove();
  };
  try {
    const client = await untilItAnswers(async () => {
      const each = new pg.Client({ host: folder.path, user: userOfServer, database: 'postgres' });
      await each.connect();
      return each;
    });
    const available = await client.query(`select 1 from pg_available_extensions where name = 'postgis'`);
    if (available.rowCount === 0) {
      await client.end();
      await close();
      return undefined;
    }
    return {
      client,
      async close() {
        await client.end();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
};

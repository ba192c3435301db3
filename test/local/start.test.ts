import { spawn } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { dataFilesIn } from '../../infra/local/files/data-files.ts';
import { startObjectStore } from '../../infra/local/object-store/object-store.ts';
import { readStackFile } from '../../infra/local/stack-file.ts';
import { storeCredentialsIn } from '../../infra/local/store-credentials.ts';
import { bodyOf, createWaypostClient } from '../../shared/client/index.ts';
import { s3Client } from '../../shared/data-access/s3-client.ts';
import { httpTarget } from '../support/http-target.ts';
import { startWaypost } from '../support/run-waypost.ts';
import { newDataDirectory, removeDataDirectory, startStackProcess } from '../support/stack-process.ts';

const shared = inject('sharedStack');

const tryToStart = async (...args: readonly string[]) => {
  const start = spawn(process.execPath, ['infra/local/start.ts', ...args]);
  const ended = new Promise<number | null>((resolve) => start.on('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(start.stdout), text(start.stderr), ended]);
  return { stdout, stderr, code };
};

const freshDirectory = async (): Promise<string> => {
  const directory = await newDataDirectory();
  onTestFinished(() => removeDataDirectory(directory));
  return directory;
};

/** What a stack leaves behind that is killed in its first publication, for nearly as long as a lease can last. */
const leaveLease = async (dataDirectory: string): Promise<void> => {
  const { objectsDirectory, storeCredentialsFile } = dataFilesIn(dataDirectory);
  const described = await readStackFile(shared.dataDirectory);
  if (!described) throw new Error('There is no stack file.');
  const { publishedBucket: Bucket, region } = described;
  const credentials = await storeCredentialsIn(storeCredentialsFile);
  const store = await startObjectStore({ directory: objectsDirectory, credentials, region });
  await store.createBucket(Bucket);
  const client = s3Client({ endpoint: store.endpoint, region, credentials });
  const endsAt = new Date(Date.now() + 115_000).toISOString();
  const Body = JSON.stringify({ holder: 'dead', endsAt, released: false });
  await client.send(new PutObjectCommand({ Bucket, Key: 'lease.json', Body }));
  client.destroy();
  await store.close();
};

const totalOf = async (url: string, key: string): Promise<number> => {
  const { locationsV3 } = createWaypostClient({ baseUrl: url, key });
  return bodyOf(await locationsV3.GET('/workcentres', { params: { query: { size: 0 } } })).pagination.total;
};

describe('npm start', () => {
  it('loads the sample network the first time, whatever a killed start left, keeps it, and keeps what replaced it', async () => {
    const dataDirectory = await freshDirectory();
    await leaveLease(dataDirectory);
    const first = await startStackProcess({ dataDirectory, assemblyOf: shared.dataDirectory, sample: true });
    expect(await totalOf(first.url, first.key)).toBeGreaterThan(3_000);
    const { billManagement } = createWaypostClient({ baseUrl: first.url, key: first.key });
    const { billers } = bodyOf(await billManagement.GET('/biller-metadata'));
    expect(JSON.stringify(billers).length).toBeGreaterThan(10_000);

    const file = join(dataDirectory, 'one.ndjson');
    await writeFile(
      file,
      JSON.stringify({
        location_code: '1_PO',
        type: 'PO',
        work_centre_id: 1,
        lat: -33,
        lon: 151,
        addresses: [{ address_line_1: '1 High St', suburb: 'A', state: 'NSW', postcode: '2000' }],
      }),
    );
    const imported = await startWaypost(['import', 'locations', file, '--data-dir', dataDirectory]).ended;
    expect(imported.status).toBe(0);
    expect(await totalOf(first.url, first.key)).toBe(1);
    await first.stop();

    const second = await startStackProcess({ dataDirectory, sample: true });
    expect(second.key).toBe(first.key);
    expect(await totalOf(second.url, second.key)).toBe(1);
    await second.stop();
  }, 120_000);

  it('answers with an empty network, and no export, where no sample is wanted (F06)', async () => {
    const dataDirectory = await freshDirectory();
    const stack = await startStackProcess({ dataDirectory, assemblyOf: shared.dataDirectory });
    const target = httpTarget(stack.url, stack.key);
    expect(await totalOf(stack.url, stack.key)).toBe(0);
    expect(await target.send({ path: '/locations/v2/points/type/PO' })).toMatchObject({
      status: 200,
      body: '{"points":[]}',
    });
    const unmade = await target.send({ path: '/locations/v3/export/workcentres' });
    expect(unmade.status).toBe(503);
    expect(unmade.headers['retry-after']).toMatch(/^\d+$/);
    await stack.stop();
  }, 60_000);

  it('keeps the key for its owner alone', async () => {
    const { mode } = await stat(dataFilesIn(shared.dataDirectory).keyFile);
    expect(mode & 0o777).toBe(0o600);
  });

  it('says which port is taken, and how to take another', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    const { port } = z.object({ port: z.number() }).parse(server.address());
    const { code, stderr } = await tryToStart('--port', String(port), '--data-dir', await freshDirectory());
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${port}`);
    expect(stderr).toContain('another port');
    expect(stderr).not.toContain('    at ');
  });

  it('G24 does not run twice on one data directory, and says which process has it', async () => {
    const { code, stderr } = await tryToStart('--port', '0', '--data-dir', shared.dataDirectory);
    expect(code).toBe(1);
    const pid = (await readStackFile(shared.dataDirectory))?.pid;
    expect(stderr).toContain(`running on ${shared.dataDirectory} (process ${pid}). Stop it, or`);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(await totalOf(shared.url, shared.key)).toBeGreaterThan(0);
  });

  it('explains itself, and refuses what it does not know', async () => {
    const { stdout } = await tryToStart('--help');
    expect(stdout).toContain('--data-dir');
    expect(stdout).toContain('DEBUG=waypost');
    expect(await tryToStart('--port', 'x')).toMatchObject({ code: 1 });
    expect(await tryToStart('--nonsense')).toMatchObject({ code: 1 });
  });
});

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { dataFilesIn } from '../../infra/local/data-directory/data-files.ts';
import { lossesOf, nothingAcknowledged, submit } from '../support/stack/acknowledged-writes.ts';
import { issueUnlimitedKey } from '../support/stack/stack-stores.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { sharedStack } from './running-stack.ts';

const soon = { timeout: 60_000 };

const mayMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']).status === 0;

/** Shell script that starts a stack on a 200 MB disk in its own mount namespace. The namespace ends with the stack. */
const onSmallDisk = `
  mount -t tmpfs -o size=200m tmpfs "$1" && mkdir "$1/data" && cp -r "$2" "$1/data/assembly" &&
  exec "$3" infra/local/start.ts --empty --port 0 --data-dir "$1/data"
`;

/** Shell script that starts a stack with the sample on a disk that is too small for it. */
const onFullDisk = `
  mount -t tmpfs -o size=2m tmpfs "$1" && mkdir -p "$1/data/assembly" &&
  mount --bind "$2" "$1/data/assembly" && exec "$3" infra/local/start.ts --port 0 --data-dir "$1/data"
`;

const startWith = async (script: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-disk-'));
  const { assemblyDirectory } = dataFilesIn(sharedStack.dataDirectory);
  const child = spawn(
    'unshare',
    ['-rm', 'sh', '-c', script, 'sh', folder, assemblyDirectory, process.execPath],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  });
  return { child, folder };
};

const startOnSmallDisk = async () => {
  const { child, folder } = await startWith(onSmallDisk);
  child.stderr.pipe(process.stderr);
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Ready: (\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    // Path to the disk in the stack's mount namespace.
    const disk = `/proc/${child.pid}/root${folder}`;
    await access(disk, constants.W_OK);
    const dataDirectory = join(disk, 'data');
    const key = await issueUnlimitedKey(dataDirectory, 'tests');
    return { child, disk, dataDirectory, target: httpTarget(url, key) };
  }
  throw new Error('the stack ended');
};

const fill = async (file: string) => {
  const handle = await open(file, 'w');
  for (const size of [1_048_576, 4_096, 512, 1]) {
    const piece = Buffer.alloc(size);
    while ((await handle.write(piece).catch(() => ({ bytesWritten: 0 }))).bytesWritten > 0);
  }
  await handle.close();
};

/** Checks a copy of the database, because SQLite would resolve the original's path in this process's namespace. */
const integrityOf = async (databaseFile: string) => {
  const copies = await mkdtemp(join(tmpdir(), 'waypost-copy-'));
  onTestFinished(() => rm(copies, { recursive: true }));
  const copy = join(copies, 'database.sqlite');
  for (const suffix of ['', '-wal']) await copyFile(`${databaseFile}${suffix}`, `${copy}${suffix}`);
  using database = new DatabaseSync(copy);
  return database.prepare('PRAGMA integrity_check').get();
};

it.skipIf(!mayMount)('G12 says why a start failed on a full disk, and what to do', async () => {
  const { child } = await startWith(onFullDisk);
  expect(await text(child.stderr)).toMatch(
    /^loading the sample network failed \(.*disk is full.*\)\. Fix the cause, and start again\n$/,
  );
});

it.skipIf(!mayMount)(
  'G12 loses no acknowledged write on a full disk, and recovers when space is freed',
  async () => {
    const { child, disk, dataDirectory, target } = await startOnSmallDisk();
    const acknowledged = nothingAcknowledged();
    const { enquiries, refusals } = acknowledged;
    const send = () => submit(target, `Where is it? ${'x'.repeat(1_500)}`, undefined, acknowledged);
    const statusOf = async (path: string) => (await target.send({ path })).status;
    const reads = ['/bill-management-api/v1/biller-metadata/bill-types', '/locations/v3/workcentres?size=1'];
    for (const path of reads) await expect.poll(() => statusOf(path), soon).toBe(200);
    await expect.poll(() => send().then(() => enquiries.size), soon).toBeGreaterThan(0);
    refusals.length = 0;

    await fill(join(disk, 'full'));
    for (let sent = 0; sent < 200 && refusals.length < 10; sent++) await send();

    expect(refusals.length).toBe(10);
    for (const each of refusals) expect(each).toMatch(/^503 .*SERVICE_UNAVAILABLE/);
    for (const path of reads) expect(await statusOf(path)).toBe(200);
    expect(child.exitCode).toBe(null);

    await rm(join(disk, 'full'));
    const { requestsLog, databaseFile } = dataFilesIn(dataDirectory);
    const { size: loggedBefore } = await stat(requestsLog);
    const before = enquiries.size;
    await expect.poll(() => send().then(() => enquiries.size), soon).toBeGreaterThan(before);
    await expect.poll(async () => (await stat(requestsLog)).size).toBeGreaterThan(loggedBefore);
    expect(await lossesOf(dataDirectory, acknowledged)).toMatchObject({ lost: [], altered: [] });
    expect(await integrityOf(databaseFile)).toEqual({ integrity_check: 'ok' });
  },
);

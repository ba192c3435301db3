import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { dataFilesIn } from '../../infra/local/data-directory/data-files.ts';
import { readStackFile } from '../../infra/local/data-directory/stack-file.ts';
import { isRunning } from '../infra/local/database/engine-under-test.ts';
import { lossesOf, nothingAcknowledged, submit } from '../support/stack/acknowledged-writes.ts';
import {
  newDataDirectory,
  removeDataDirectory,
  type StackProcess,
  startStackProcess,
} from '../support/stack/stack-process.ts';
import { networkTotal } from '../support/stack/stack-stores.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { sharedStack } from './running-stack.ts';

const tryToStart = async (...args: readonly string[]) => {
  const start = spawn(process.execPath, ['infra/local/start.ts', ...args]);
  const ended = new Promise<number | null>((resolve) => start.on('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(start.stdout), text(start.stderr), ended]);
  return { stdout, stderr, code };
};

const childrenOf = async (processId: number): Promise<number[]> =>
  (await readFile(`/proc/${processId}/task/${processId}/children`, 'utf8'))
    .split(' ')
    .filter(Boolean)
    .map(Number);

const engineOf = async (databaseFile: string): Promise<number> => {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (/^[^\0]*dynoxide\0serve\0/.test(command) && command.includes(`\0${databaseFile}\0`))
      return Number(pid);
  }
  throw new Error('no engine runs');
};

const freshDirectory = async (): Promise<string> => {
  const directory = await newDataDirectory();
  onTestFinished(() => removeDataDirectory(directory));
  return directory;
};

describe('npm start without the sample', () => {
  let stack: StackProcess;
  beforeAll(async () => {
    stack = await startStackProcess({ assemblyOf: sharedStack.dataDirectory });
  });
  afterAll(async () => {
    await stack.stop('SIGKILL');
    await removeDataDirectory(stack.dataDirectory);
  });

  it('serves an empty network and no export (F06)', async () => {
    const target = httpTarget(stack.url, stack.key);
    expect(await networkTotal(stack)).toBe(0);
    expect(await target.send({ path: '/locations/v2/points/type/PO' })).toMatchObject({
      status: 200,
      body: '{"points":[]}',
    });
    const unmade = await target.send({ path: '/locations/v3/export/workcentres' });
    expect(unmade.status).toBe(503);
    expect(unmade.headers['retry-after']).toMatch(/^\d+$/);
  });

  it('G11 restarts a killed database engine, returns 503 in the meantime, and loses no accepted enquiry', async () => {
    const { databaseFile, storesLog } = dataFilesIn(stack.dataDirectory);
    const target = httpTarget(stack.url, stack.key);
    const acknowledged = nothingAcknowledged();
    const { enquiries, refusals } = acknowledged;
    const send = (text: string) => submit(target, text, undefined, acknowledged);
    await send('the first');
    const killed = await engineOf(databaseFile);

    process.kill(killed, 'SIGKILL');
    for (let sent = 0; sent < 20; sent++) await send(`number ${sent}`);
    await expect
      .poll(() => send('the last').then(() => enquiries.size), { timeout: 60_000 })
      .toBeGreaterThan(1);

    for (const each of refusals) expect(each).toMatch(/^503 /);
    expect(await engineOf(databaseFile)).not.toBe(killed);
    expect(await lossesOf(stack.dataDirectory, acknowledged)).toMatchObject({ lost: [], altered: [] });
    await expect.poll(() => readFile(storesLog, 'utf8')).toContain('ended by SIGKILL. Restarting it');
  });

  it('shuts down cleanly when both the terminal and npm send SIGINT for one Ctrl-C', async () => {
    stack.process.kill('SIGINT');
    await stack.stop('SIGINT');
    expect(stack.process.exitCode).toBe(0);
    expect(await readStackFile(stack.dataDirectory)).toBeUndefined();
  });

  describe('on a damaged copy of its data directory', () => {
    // The copy of a running stack could heal itself from the write-ahead log.
    beforeAll(() => stack.stop());
    let directory: string;
    beforeEach(async () => {
      directory = await freshDirectory();
      await cp(stack.dataDirectory, directory, { recursive: true });
    });

    it('G13 fails, and reports the damaged file and the remedy', async () => {
      await writeFile(dataFilesIn(directory).stateFile, 'no database, or what is left of one');
      const { code, stderr } = await tryToStart('--port', '0', '--data-dir', directory);
      expect(code).toBe(1);
      expect(stderr).toMatch(/state\.sqlite.*restore/i);
      expect(stderr).not.toContain('    at ');
      expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3);
    });

    it('G13 recreates damaged descriptions and assemblies, keeps existing data, and warns if the database cannot be isolated', async () => {
      const { assemblyDirectory, initialisedFile, stackFile } = dataFilesIn(directory);
      await rm(initialisedFile);
      await writeFile(stackFile, '{"pid":');
      await truncate(join(assemblyDirectory, 'portal', 'index.html'), 100);
      await truncate(join(assemblyDirectory, 'manifest.json'), 1_000);
      // Left by a start that was killed. No process on Linux can have this id.
      const left = `${assemblyDirectory}-${2 ** 22}`;
      await mkdir(left);
      const programs = await freshDirectory();
      const unshare = '#!/bin/sh\necho "unshare failed: Operation not permitted" >&2\nexit 1\n';
      await writeFile(join(programs, 'unshare'), unshare, { mode: 0o755 });
      const again = await startStackProcess({
        dataDirectory: directory,
        sample: true,
        environment: { PATH: `${programs}:${process.env.PATH}` },
      });
      onTestFinished(() => again.stop());
      expect(await (await fetch(again.url)).text()).toContain('</html>');
      expect(existsSync(left)).toBe(false);
      expect(await networkTotal(again)).toBe(0);
      expect(await readFile(initialisedFile, 'utf8')).toBe('{"sample":false}');
      const reason = 'the database cannot be isolated (unshare failed: Operation not permitted)';
      expect(again.printed().filter((line) => line.startsWith('Warning'))).toEqual([
        `Warning: other users of this machine can read and change all data, because ${reason}`,
      ]);
    });
  });
});

describe('npm start', () => {
  it('makes files with secrets readable only by their owner, and does not use its key in tests', async () => {
    const { keyFile, stackFile } = dataFilesIn(sharedStack.dataDirectory);
    for (const file of [keyFile, stackFile]) expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(keyFile, 'utf8')).trim()).not.toBe(sharedStack.key);
  });

  it('stops the synthesis when it is stopped during start', async () => {
    const directory = await freshDirectory();
    const start = spawn(process.execPath, ['infra/local/start.ts', '--port', '0', '--data-dir', directory]);
    const ended = new Promise<number | null>((resolve) => start.on('close', resolve));
    const synthesising = () =>
      readdir(directory).then((names) => names.some((name) => /^assembly-\d/.test(name)));
    await expect.poll(synthesising, { timeout: 60_000 }).toBe(true);
    const app = await childrenOf(start.pid ?? 0);
    expect(app.length).toBeGreaterThan(0);
    start.kill('SIGTERM');
    expect(await ended).toBe(130);
    await expect.poll(async () => (await Promise.all(app.map(isRunning))).includes(true)).toBe(false);
  });

  it('stops all its processes even if only npm receives SIGTERM', async () => {
    const directory = await freshDirectory();
    const { assemblyDirectory } = dataFilesIn(directory);
    await cp(dataFilesIn(sharedStack.dataDirectory).assemblyDirectory, assemblyDirectory, {
      recursive: true,
    });
    const npm = spawn('npm', ['start', '--', '--empty', '--port', '0', '--data-dir', directory]);
    const ended = new Promise((resolve) => npm.on('close', resolve));
    for await (const line of createInterface({ input: npm.stdout })) if (line.startsWith('Ready')) break;
    const pid = (await readStackFile(directory))?.pid ?? 0;
    const started = [pid, ...(await childrenOf(pid))];
    expect(started).toHaveLength(2);
    npm.kill('SIGTERM');
    await ended;
    await expect.poll(async () => (await Promise.all(started.map(isRunning))).includes(true)).toBe(false);
  });

  it('reports a port that is in use, and how to choose another', async () => {
    const { port } = new URL(sharedStack.url);
    const { code, stderr } = await tryToStart('--port', port, '--data-dir', await freshDirectory());
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^Port ${port} .*another port.*\n$`));
  });

  it('reports a port that a program uses at the IPv6 loopback address, which localhost may mean', async ({
    skip,
  }) => {
    const server = createServer();
    const listening = once(server.listen(0, '::1'), 'listening').catch(() => 'no IPv6');
    if ((await listening) === 'no IPv6') skip('the machine has no IPv6');
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = String(typeof address === 'object' && address?.port);
    const { code, stderr } = await tryToStart('--port', port, '--data-dir', await freshDirectory());
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^Port ${port} of ::1 .*another port.*\n$`));
  });

  it('G24 does not start with a data directory that is in use, and reports the process that uses it', async () => {
    const { code, stderr } = await tryToStart('--port', '0', '--data-dir', sharedStack.dataDirectory);
    expect(code).toBe(1);
    const pid = (await readStackFile(sharedStack.dataDirectory))?.pid;
    expect(stderr).toContain(`running on ${sharedStack.dataDirectory} (process ${pid}). Stop it, or`);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('prints help, and rejects unknown options and invalid values', async () => {
    const { stdout } = await tryToStart('--help');
    expect(stdout).toContain('--data-dir');
    expect(stdout).toContain('DEBUG=waypost');
    expect(await tryToStart('--port', 'x')).toMatchObject({ code: 1 });
    expect(await tryToStart('--nonsense')).toMatchObject({ code: 1 });
  });
});

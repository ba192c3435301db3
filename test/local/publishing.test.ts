import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFilesIn } from '../../infra/local/files/data-files.ts';
import { httpTarget } from '../support/http-target.ts';
import { fileOf, locationLine } from '../support/import-lines.ts';
import { type OwnStack, startOwnStack } from '../support/own-stack.ts';
import { runWaypost } from '../support/run-waypost.ts';

const program = resolve(import.meta.dirname, '../../infra/operator/waypost.ts');

const linesOf = (count: number) =>
  fileOf(Array.from({ length: count }, (_, index) => locationLine(`L${index}`, { services: [] })));

describe('publishing by the command line on a running stack', () => {
  let stack: OwnStack;
  beforeAll(async () => {
    stack = await startOwnStack({ sample: true });
  });
  afterAll(() => stack.remove());

  const waypost = (args: readonly string[], input = '') =>
    runWaypost([...args, '--data-dir', stack.dataDirectory], { input });
  const importLocations = (count: number) => waypost(['import', 'locations', '-'], linesOf(count));
  const state = async () => {
    const { status, stdout } = await waypost(['status', '--json']);
    return { exitStatus: status, ...JSON.parse(stdout) };
  };
  const statusOf = async (id: string) =>
    (await httpTarget(stack.url, stack.key).send({ path: `/locations/v3/workcentres/${id}` })).status;

  it('finds all well with the sample, and every file whole', async () => {
    const { exitStatus, problems, published, served, nextRunAt } = await state();
    expect({ exitStatus, problems }).toEqual({ exitStatus: 0, problems: [] });
    expect(served).toBe(published.version);
    expect(Date.parse(nextRunAt)).toBeGreaterThan(Date.parse(published.publishedAt));
    const { status, stdout } = await waypost(['verify']);
    expect(status).toBe(0);
    expect(stdout.match(/^ok /gm)).toHaveLength(11);
  });

  it("replaces the sample by the operator's first import, however few its locations", async () => {
    const { status, stderr } = await importLocations(100);
    expect(status).toBe(0);
    expect(stderr).toContain('replacing the sample network');
    expect((await state()).published).toMatchObject({ locations: 100, changes: { added: 100 } });
  });

  it('stores but does not publish what lost more than a tenth, until it is forced', async () => {
    const refused = await importLocations(50);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('(50 locations are stored, 100 are published)');
    expect(await statusOf('L99')).toBe(200);
    expect(await state()).toMatchObject({
      exitStatus: 1,
      lastRun: { outcome: { status: 'refused' } },
      problems: [expect.stringContaining('refused')],
    });

    const forced = await waypost(['publish', '--force', '--wait']);
    expect(forced.status).toBe(0);
    expect(forced.stdout).toMatch(/^changes +0 added, 0 changed, 50 removed$/m);
    expect(await statusOf('L99')).toBe(404);
    expect((await state()).exitStatus).toBe(0);
    expect((await waypost(['verify'])).status).toBe(0);
  });

  it('publishes nothing of an import that was killed, until that is repeated', async () => {
    const importing = spawn(
      process.execPath,
      [program, 'import', 'locations', '-', '--data-dir', stack.dataDirectory],
      { stdio: ['pipe', 'ignore', 'ignore'] },
    );
    // More than is written at once, and no end of the input.
    importing.stdin.write(linesOf(500));
    await expect
      .poll(async () => (await state()).unfinishedImport, { timeout: 20_000 })
      .toMatchObject({ kind: 'locations', isRunning: true });
    const ended = once(importing, 'exit');
    importing.kill('SIGKILL');
    await ended;
    // Its lock would count as left behind only some seconds from now.
    await utimes(dataFilesIn(stack.dataDirectory).importLock, 0, 0);

    expect(await waypost(['publish'])).toMatchObject({ status: 1, stdout: '' });
    expect(await statusOf('L60')).toBe(404);
    expect((await state()).published.locations).toBe(50);

    expect((await importLocations(500)).status).toBe(0);
    expect(await statusOf('L60')).toBe(200);
    expect(await state()).toMatchObject({ exitStatus: 0, unfinishedImport: null });
  }, 60_000);
});

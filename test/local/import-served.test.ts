import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, createWaypostClient } from '../../shared/client/index.ts';
import { catalogueVersionHeaderName } from '../../shared/http/headers.ts';
import { fixtureNetwork } from '../support/fixture/fixture-network.ts';
import { fileOf } from '../support/networks/import-lines.ts';
import { runWaypost } from '../support/stack/run-waypost.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { type OwnStack, startOwnStack } from './running-stack.ts';

describe('waypost import on a running stack', () => {
  let stack: OwnStack;
  beforeAll(async () => {
    stack = await startOwnStack();
  });
  afterAll(() => stack.remove());

  const importFile = async (kind: string, content: string | Buffer, ...options: readonly string[]) => {
    const file = join(stack.dataDirectory, `${kind}.ndjson`);
    await writeFile(file, content);
    return runWaypost(['import', kind, file, '--data-dir', stack.dataDirectory, ...options]);
  };
  const statusOf = async (path: string) => (await httpTarget(stack.url, stack.key).send({ path })).status;
  const servedVersion = async () => {
    const { headers } = await httpTarget(stack.url, stack.key).send({
      path: '/locations/v3/workcentres?size=0',
    });
    return headers[catalogueVersionHeaderName] ?? expect.fail('no version is named');
  };
  const [one, two, three] = fixtureNetwork.locations;
  if (!one || !two || !three) throw new Error('the fixture has locations');

  it('serves the good lines of a file with bad ones, lists these with number and reason, and ends with 3', async () => {
    const bad = { ...two, type: 'KIOSK' };
    const lines = `${JSON.stringify(one)}\n${JSON.stringify(bad)}\n{"location_code":\n\n${JSON.stringify(three)}\n`;
    const { status, stderr } = await importFile('locations', lines);
    expect(status).toBe(3);
    expect(stderr).toMatch(/:2: .*type.*PO, UPL/);
    expect(stderr).toMatch(/:3: .*JSON/);
    expect(await statusOf(`/locations/v3/workcentres/${one.location_code}`)).toBe(200);
    expect(await statusOf(`/locations/v3/workcentres/${two.location_code}`)).toBe(404);
    expect(await statusOf(`/locations/v3/workcentres/${three.location_code}`)).toBe(200);
  });

  it('replaces the whole network by a gzip file, on both versions at once', async () => {
    const { status } = await importFile('locations', gzipSync(fileOf([two])), '--force');
    expect(status).toBe(0);
    expect(await statusOf(`/locations/v3/workcentres/${one.location_code}`)).toBe(404);
    const { locationsV2 } = createWaypostClient({ baseUrl: stack.url, key: stack.key });
    const { points } = bodyOf(
      await locationsV2.GET('/points/{location_code}', {
        params: { path: { location_code: two.location_code } },
      }),
    );
    expect(points).toMatchObject([{ location_code: two.location_code }]);
  });

  it('publishes nothing where the same is imported again', async () => {
    const before = await servedVersion();
    const { status, stdout, stderr } = await importFile('locations', gzipSync(fileOf([two])));
    expect(status).toBe(0);
    expect(stdout).toMatch(/^unchanged +1$/m);
    expect(stderr).toContain(`nothing differs from what is published: version ${before} stays\n`);
    expect(await servedVersion()).toBe(before);
  });

  it('adds to the network with --merge', async () => {
    expect((await importFile('locations', fileOf([three]), '--merge')).status).toBe(0);
    expect(await statusOf(`/locations/v3/workcentres/${two.location_code}`)).toBe(200);
    expect(await statusOf(`/locations/v3/workcentres/${three.location_code}`)).toBe(200);
  });

  it('imports several files as one, and names the lines of each', async () => {
    const north = join(stack.dataDirectory, 'north.ndjson');
    await writeFile(north, `${fileOf([one])}{"location_code":\n`);
    const misspelt = gzipSync(fileOf([two]).replace('{', '{"phone":"03 5550 0000",'));
    const { status, stderr } = await importFile('locations', misspelt, north, '--merge');
    expect(stderr).toContain(`${north}:2: not JSON`);
    expect(stderr).toMatch(/phone \(1 line, in \S+locations\.ndjson line 1\)/);
    expect(status).toBe(3);
    expect(await statusOf(`/locations/v3/workcentres/${one.location_code}`)).toBe(200);
  });

  it('goes on after --no-wait, and is followed to its end by the key that it prints', async () => {
    const { stdout } = await importFile('locations', fileOf([two, three]), '--force', '--no-wait');
    const followed = await runWaypost(['import', 'follow', stdout.trim(), '--json'], {
      environment: { WAYPOST_DATA_DIR: stack.dataDirectory },
    });
    expect(followed.status).toBe(0);
    expect(JSON.parse(followed.stdout)).toMatchObject({ kind: 'locations', added: 0, removed: 1 });
    expect(await statusOf(`/locations/v3/workcentres/${one.location_code}`)).toBe(404);
  });

  it('leaves everything as it is where no line is valid', async () => {
    const { status, stderr } = await importFile('locations', '\n');
    expect(status).toBe(1);
    expect(stderr).toContain('nothing was removed. Fix the file; or, to remove all locations');
    expect(await statusOf(`/locations/v3/workcentres/${three.location_code}`)).toBe(200);
  });

  it('changes nothing with --dry-run', async () => {
    expect((await importFile('locations', fileOf([one]), '--dry-run')).status).toBe(0);
    expect(await statusOf(`/locations/v3/workcentres/${one.location_code}`)).toBe(404);
    expect(await statusOf(`/locations/v3/workcentres/${three.location_code}`)).toBe(200);
  });

  it('stores and does not publish others in the place of what is published, until it is forced', async () => {
    const others = fixtureNetwork.locations.slice(3, 40);
    const { status, stderr } = await importFile('locations', fileOf(others));
    expect(status).toBe(4);
    expect(stderr).toContain('publishing is refused: 2 of 2 published locations are gone, more than a tenth');
    expect(await statusOf(`/locations/v3/workcentres/${three.location_code}`)).toBe(200);
    const forced = await importFile('locations', fileOf(others), '--force');
    expect(forced.status).toBe(0);
    expect(await statusOf(`/locations/v3/workcentres/${three.location_code}`)).toBe(404);
  });

  it('does the same with services', async () => {
    expect((await importFile('services', fileOf(fixtureNetwork.services))).status).toBe(0);
    const fewer = fileOf(fixtureNetwork.services.slice(2));
    const { status, stderr } = await importFile('services', fewer);
    expect(status).toBe(4);
    expect(stderr).toContain('publishing is refused: 2 of 12 published services are gone, more than a tenth');
    expect((await importFile('services', fewer, '--force')).status).toBe(0);
  });
});

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
  if (!one || !two || !three) throw new Error('the fixture has too few locations');

  it('imports the valid lines of a file, reports the number and fault of each invalid line, and exits with 3', async () => {
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

  it('replaces the whole network from a gzip file, in both versions of the API', async () => {
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

  it('publishes nothing when the same file is imported again', async () => {
    const before = await servedVersion();
    const { status, stdout, stderr } = await importFile('locations', gzipSync(fileOf([two])));
    expect(status).toBe(0);
    expect(stdout).toMatch(/^unchanged +1$/m);
    expect(stderr).toContain(`nothing has changed: version ${before} remains published\n`);
    expect(await servedVersion()).toBe(before);
  });

  it('adds to the network with --merge', async () => {
    expect((await importFile('locations', fileOf([three]), '--merge')).status).toBe(0);
    expect(await statusOf(`/locations/v3/workcentres/${two.location_code}`)).toBe(200);
    expect(await statusOf(`/locations/v3/workcentres/${three.location_code}`)).toBe(200);
  });

  it('imports several files as one, and reports lines by file', async () => {
    const north = join(stack.dataDirectory, 'north.ndjson');
    await writeFile(north, `${fileOf([one])}{"location_code":\n`);
    const misspelt = gzipSync(fileOf([two]).replace('{', '{"phone":"03 5550 0000",'));
    const { status, stderr } = await importFile('locations', misspelt, north, '--merge');
    expect(stderr).toContain(`${north}:2: not JSON`);
    expect(stderr).toMatch(/phone \(1 line, in \S+locations\.ndjson line 1\)/);
    expect(status).toBe(3);
    expect(await statusOf(`/locations/v3/workcentres/${one.location_code}`)).toBe(200);
  });

  it('continues after --no-wait, and can be followed with the object key that it prints', async () => {
    const { stdout } = await importFile('locations', fileOf([two, three]), '--force', '--no-wait');
    const followed = await runWaypost(['import', 'follow', stdout.trim(), '--json'], {
      environment: { WAYPOST_DATA_DIR: stack.dataDirectory },
    });
    expect(followed.status).toBe(0);
    expect(JSON.parse(followed.stdout)).toMatchObject({ kind: 'locations', added: 0, removed: 1 });
    expect(await statusOf(`/locations/v3/workcentres/${one.location_code}`)).toBe(404);
  });

  it('changes nothing if no line is valid', async () => {
    const { status, stderr } = await importFile('locations', '\n');
    expect(status).toBe(1);
    expect(stderr).toContain('nothing was removed. Fix the file or, to remove all locations');
    expect(await statusOf(`/locations/v3/workcentres/${three.location_code}`)).toBe(200);
  });

  it('changes nothing with --dry-run', async () => {
    expect((await importFile('locations', fileOf([one]), '--dry-run')).status).toBe(0);
    expect(await statusOf(`/locations/v3/workcentres/${one.location_code}`)).toBe(404);
    expect(await statusOf(`/locations/v3/workcentres/${three.location_code}`)).toBe(200);
  });

  it('stores a different network, but publishes it only with --force', async () => {
    const others = fixtureNetwork.locations.slice(3, 40);
    const { status, stderr } = await importFile('locations', fileOf(others));
    expect(status).toBe(4);
    expect(stderr).toContain(
      'publishing was rejected: 2 of 2 published locations would be removed, more than 10 %',
    );
    expect(await statusOf(`/locations/v3/workcentres/${three.location_code}`)).toBe(200);
    const forced = await importFile('locations', fileOf(others), '--force');
    expect(forced.status).toBe(0);
    expect(await statusOf(`/locations/v3/workcentres/${three.location_code}`)).toBe(404);
  });

  it('stores different services, but publishes them only with --force', async () => {
    expect((await importFile('services', fileOf(fixtureNetwork.services))).status).toBe(0);
    const fewer = fileOf(fixtureNetwork.services.slice(2));
    const { status, stderr } = await importFile('services', fewer);
    expect(status).toBe(4);
    expect(stderr).toContain(
      'publishing was rejected: 2 of 12 published services would be removed, more than 10 %',
    );
    expect((await importFile('services', fewer, '--force')).status).toBe(0);
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureNetwork, toImportLines } from '../support/fixture/fixture-network.ts';
import { type OwnStack, startOwnStack } from '../support/stack/own-stack.ts';
import { runWaypost } from '../support/stack/run-waypost.ts';
import { httpTarget } from '../support/targets/http-target.ts';

describe('waypost import --upload on a running stack', () => {
  let stack: OwnStack;
  beforeAll(async () => {
    stack = await startOwnStack();
  });
  afterAll(() => stack.remove());

  const fileWith = async (name: string, content: string | Uint8Array) => {
    const file = join(stack.dataDirectory, name);
    await writeFile(file, content);
    return file;
  };
  const waypost = (...args: readonly string[]) => runWaypost([...args, '--data-dir', stack.dataDirectory]);
  const statusOf = async (path: string) => (await httpTarget(stack.url, stack.key).send({ path })).status;
  const [one, two, three] = fixtureNetwork.locations;
  if (!one || !two || !three) throw new Error('the fixture has locations');

  it('has the stack import its files from the bucket as on AWS, and ends when they are served', async () => {
    const north = await fileWith('north.ndjson', `${toImportLines([one])}{"location_code":\n`);
    const misspelt = toImportLines([two]).replace('{', '{"phone":"03 5550 0000",');
    const south = await fileWith('south.ndjson.gz', gzipSync(misspelt));
    const { status, stdout, stderr } = await waypost('import', 'locations', north, south, '--upload');
    expect(stderr).toContain(`${north}:2: not JSON`);
    expect(stderr).toContain('1 unknown member is ignored: phone (1 line, in line 3)');
    expect(stderr).toMatch(/\(2 locations, \d+ services\) is being served\n$/);
    expect(stdout).toMatch(/^added +2$/m);
    expect(status).toBe(1);
    expect(await statusOf(`/locations/v3/workcentres/${two.location_code}`)).toBe(200);
  });

  it('goes on importing after --no-wait, and is followed to its end by the key that it prints', async () => {
    const file = await fileWith('more.ndjson', toImportLines([three]));
    const { stdout } = await waypost('import', 'locations', file, '--merge', '--upload', '--no-wait');
    const followed = await waypost('import', 'follow', stdout.trim(), '--json');
    expect(followed.status).toBe(0);
    expect(JSON.parse(followed.stdout)).toMatchObject({ kind: 'locations', added: 1, removed: 0 });
    expect(await statusOf(`/locations/v3/workcentres/${three.location_code}`)).toBe(200);
  });

  it('leaves everything as it is where no line is valid', async () => {
    const file = await fileWith('empty.ndjson', '\n');
    const { status, stderr } = await waypost('import', 'locations', file, '--upload');
    expect(status).toBe(1);
    expect(stderr).toContain('nothing was removed. To remove all locations, repeat with --force');
    expect(await statusOf(`/locations/v3/workcentres/${one.location_code}`)).toBe(200);
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeCredentialsIn } from '../../infra/local/data-directory/data-directory.ts';
import { dataFilesIn } from '../../infra/local/data-directory/data-files.ts';
import { startS3 } from '../../infra/local/s3/server.ts';
import { openState } from '../../infra/local/state.ts';
import { bodyOf, createWaypostClient } from '../../shared/client/index.ts';
import { s3Client } from '../../shared/data-access/clients.ts';
import { locationKey } from '../../shared/data-access/location-table.ts';
import { fileOf, locationLine } from '../support/networks/import-lines.ts';
import { keepSample } from '../support/stack/kept-sample.ts';
import { runWaypost, startWaypost } from '../support/stack/run-waypost.ts';
import {
  newDataDirectory,
  removeDataDirectory,
  type StackProcess,
  startStackProcess,
} from '../support/stack/stack-process.ts';
import {
  describedStack,
  isLocationStored,
  networkTotal,
  openStackStores,
} from '../support/stack/stack-stores.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { sharedStack } from './running-stack.ts';

const linesOf = (count: number, more: object = {}) =>
  fileOf(Array.from({ length: count }, (_, index) => locationLine(`L${index}`, { services: [], ...more })));

/** Creates the files of a stack that was killed during its first publication, when its lease had just begun. */
const leaveLease = async (dataDirectory: string): Promise<void> => {
  const {
    initialisedFile,
    stateFile,
    objectsDirectory: directory,
    storeCredentialsFile,
  } = dataFilesIn(dataDirectory);
  await writeFile(initialisedFile, '{"loading":true}');
  const { publishedBucket: Bucket, region } = await describedStack(sharedStack.dataDirectory);
  const credentials = await storeCredentialsIn(storeCredentialsFile);
  const state = openState(stateFile);
  const store = await startS3({ state, directory, credentials, region });
  store.createBucket(Bucket);
  const client = s3Client({ endpoint: store.endpoint, region, credentials });
  const endsAt = new Date(Date.now() + 115_000).toISOString();
  const Body = JSON.stringify({ holder: 'dead', endsAt, released: false });
  await client.send(new PutObjectCommand({ Bucket, Key: 'lease.json', Body }));
  client.destroy();
  await store.close();
  state.close();
};

describe('publishing on a stack that npm start filled with the sample network', () => {
  let dataDirectory: string;
  let stack: StackProcess;
  beforeAll(async () => {
    dataDirectory = await newDataDirectory();
    await leaveLease(dataDirectory);
    stack = await startStackProcess({ dataDirectory, assemblyOf: sharedStack.dataDirectory, sample: true });
  });
  afterAll(async () => {
    await stack.stop();
    await removeDataDirectory(dataDirectory);
  });

  const waypost = (args: readonly string[], input = '') =>
    runWaypost([...args, '--data-dir', dataDirectory], { input });
  const importLocations = (count: number) => waypost(['import', 'locations', '-'], linesOf(count));
  const state = async () => {
    const { status, stdout } = await waypost(['status', '--json']);
    return { exitStatus: status, ...JSON.parse(stdout) };
  };
  const statusOf = async (id: string) =>
    (await httpTarget(stack.url, stack.key).send({ path: `/locations/v3/workcentres/${id}` })).status;
  /** Returns the name of a location in both versions of the API. */
  const namesOf = async (id: string) => {
    const { locationsV2, locationsV3 } = createWaypostClient({ baseUrl: stack.url, key: stack.key });
    const v2 = await locationsV2.GET('/points/{location_code}', { params: { path: { location_code: id } } });
    const v3 = await locationsV3.GET('/workcentres/{id}', { params: { path: { id } } });
    return [bodyOf(v2).points[0]?.name, bodyOf(v3).workcentres[0]?.attributes.business_name];
  };
  const served = (id: string) => expect.poll(() => namesOf(id), { timeout: 60_000, interval: 50 });

  it('loads the sample at the first start, even if a previous start was killed', async () => {
    expect(await networkTotal(stack)).toBeGreaterThan(3_000);
    const { billManagement } = createWaypostClient({ baseUrl: stack.url, key: stack.key });
    const { billers } = bodyOf(await billManagement.GET('/biller-metadata'));
    expect(JSON.stringify(billers).length).toBeGreaterThan(10_000);
    expect(await readFile(dataFilesIn(dataDirectory).initialisedFile, 'utf8')).toBe('{"sample":true}');
  });

  it('prints the path of its key, but never the key', () => {
    const { keyFile } = dataFilesIn(dataDirectory);
    const printed = stack.printed().join('\n');
    expect(printed).toContain(`\nYour key is in ${keyFile}\n`);
    expect(printed).toContain(`curl -H "AUTH-KEY: $(cat ${keyFile})"`);
    expect(printed).not.toMatch(/wp_(live|test|web)_/);
  });

  it('keeps its data and key across a restart', async () => {
    const ownersKey = () => readFile(dataFilesIn(dataDirectory).keyFile, 'utf8');
    const key = await ownersKey();
    const total = await networkTotal(stack);
    await stack.stop();
    // Lets other tests copy the sample network instead of loading it.
    await keepSample(dataDirectory);
    stack = await startStackProcess({ dataDirectory, sample: true });
    expect(await ownersKey()).toBe(key);
    expect(await networkTotal(stack)).toBe(total);
  });

  it('reports no problems, and verifies every published file', async () => {
    const { exitStatus, problems, published, served, nextRunAt } = await state();
    expect({ exitStatus, problems }).toEqual({ exitStatus: 0, problems: [] });
    expect(served).toBe(published.version);
    expect(Date.parse(nextRunAt)).toBeGreaterThan(Date.parse(published.publishedAt));
    const { status, stdout } = await waypost(['verify']);
    expect(status).toBe(0);
    expect(stdout.match(/^ok /gm)).toHaveLength(13);
  });

  it("replaces the sample with the operator's first import, however small", async () => {
    const { status, stderr } = await importLocations(100);
    expect(status).toBe(0);
    expect(stderr).toContain('replacing the sample network');
    expect((await state()).published).toMatchObject({ locations: 100, changes: { added: 100 } });
    expect(await networkTotal(stack)).toBe(100);
  });

  it('serves a changed row, a manual change and its undo in both versions of the API', async () => {
    using stores = await openStackStores(dataDirectory);
    const rename = (name: string) =>
      stores.documents.send(
        new UpdateCommand({
          TableName: stores.tables.locations,
          Key: { ...locationKey('L1') },
          UpdateExpression: 'SET #name = :name',
          ExpressionAttributeNames: { '#name': 'name' },
          ExpressionAttributeValues: { ':name': name },
        }),
      );
    await rename('IN THE TABLE');
    await served('L1').toEqual(['IN THE TABLE', 'IN THE TABLE']);
    const change = ['locations', 'set', 'L1', 'name=BY HAND', '--reason', 'a test', '--json'];
    const { batch } = JSON.parse((await waypost(change)).stdout);
    await served('L1').toEqual(['BY HAND', 'BY HAND']);
    await rename('KINGLAKE');
    expect(await waypost(['locations', 'undo', batch, '--reason', 'a test'])).toMatchObject({ status: 0 });
    await served('L1').toEqual(['KINGLAKE', 'KINGLAKE']);
  });

  it('rolls back a faulty import at once, and blocks publications until an operator publishes', async () => {
    const { published: before } = await state();
    const faulty = linesOf(100, { name: 'X' });
    const rejected = await waypost(['import', 'locations', '-', '--merge'], faulty);
    expect(rejected).toMatchObject({
      status: 4,
      stdout: expect.stringMatching(/^L\d+ +names +KINGLAKE +X$/m),
    });
    expect((await waypost(['publish', '--force', '--wait'])).status).toBe(0);
    expect(await namesOf('L1')).toEqual(['X', 'X']);

    const unknown = await waypost(['rollback', 'nothing']);
    expect(unknown).toMatchObject({ status: 1, stderr: expect.stringContaining('no kept version nothing') });
    expect(unknown.stdout).toContain(before.version);
    const rollback = await waypost(['rollback', before.version, '--reason', 'names are X', '--json']);
    expect(JSON.parse(rollback.stdout)).toMatchObject({
      status: 'published',
      rolledBackTo: before.version,
      full: true,
    });
    expect(await namesOf('L1')).toEqual(['KINGLAKE', 'KINGLAKE']);
    expect(rollback.stderr).toContain('Publications of the stored records are held back');
    expect(rollback.stderr).toMatch(/locations do not open or close\s+on their first and last days/);

    const held = `publications are held back by the rollback to ${before.version} by `;
    const { exitStatus, problems, rollback: hold } = await state();
    expect({ exitStatus, problems }).toEqual({ exitStatus: 1, problems: [expect.stringContaining(held)] });
    expect(hold).toMatchObject({ to: before.version, reason: 'names are X' });
    expect(problems[0]).toContain('names are X');

    const correct = await waypost(['import', 'locations', '-', '--merge'], linesOf(100));
    expect(correct).toMatchObject({ status: 1, stderr: expect.stringContaining(`stored, but ${held}`) });
    expect((await waypost(['publish', '--wait'])).status).toBe(0);
    expect(await state()).toMatchObject({
      exitStatus: 0,
      rollback: null,
      published: { changes: { changed: 0 } },
    });
  });

  it('stores a network that has lost more than 10% of its locations, but publishes it only with --force', async () => {
    const refused = await importLocations(50);
    expect(refused.status).toBe(4);
    expect(refused.stderr).toContain('(50 locations are stored, 100 are published)');
    expect(await statusOf('L99')).toBe(200);
    expect(await state()).toMatchObject({
      exitStatus: 1,
      lastRun: { outcome: { status: 'refused' } },
      problems: [expect.stringContaining('rejected')],
    });

    const forced = await waypost(['publish', '--force', '--wait']);
    expect(forced.status).toBe(0);
    expect(forced.stdout).toMatch(/^changes +0 added, 0 changed, 50 removed$/m);
    expect(await statusOf('L99')).toBe(404);
  });

  it('does not publish during an import, even if the import’s command was killed', async () => {
    const command = startWaypost(['import', 'locations', '-', '--data-dir', dataDirectory], {
      input: linesOf(1_500),
    });
    await expect
      .poll(() => isLocationStored(dataDirectory, 'L60'), { timeout: 60_000, interval: 10 })
      .toBe(true);
    expect((await state()).unfinishedImport).toMatchObject({ kind: 'locations', isRunning: true });
    command.kill();
    await command.ended;
    expect(await waypost(['publish', '--force'])).toMatchObject({ status: 1, stdout: '' });
    // The stack finishes the import without the command, and publishes the changes.
    await expect.poll(async () => (await state()).unfinishedImport, { timeout: 60_000 }).toBeNull();
    await expect.poll(() => networkTotal(stack), { timeout: 60_000 }).toBe(1_500);
  });
});

import { describe, expect, it } from 'vitest';
import { markImportStarted } from '../../../../shared/data-access/importing/import-mark.ts';
import type { Bucket } from '../../../../shared/data-access/objects/bucket.ts';
import { listKeptVersions } from '../../../../shared/data-access/publishing/kept-versions.ts';
import { readRuns } from '../../../../shared/data-access/publishing/runs.ts';
import { rollbackKey } from '../../../../shared/domain/publication/object-keys.ts';
import { captureLog } from '../../../support/captured-log.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { aCapability, postOffices } from '../../../support/networks/network-records.ts';
import {
  changeOf,
  manifestIn,
  networkOf,
  publishNetwork,
  runPublisher,
} from '../../../support/networks/publish-network.ts';
import { perTest } from '../../../support/per-test.ts';
import { failOnPut, interceptedBucket } from '../intercepted-bucket.ts';
import { catalogueOf, linesIn } from './published-files.ts';

const store = perTest(startLocalBucket);

const good = networkOf(postOffices(50), [aCapability(1), aCapability(2)]);
const bad = networkOf(
  postOffices(60)
    .slice(2)
    .map((office, index) => (index < 10 ? { ...office, name: 'BAD' } : office)),
  [aCapability(1)],
);

const rollBackTo = (to: string, tables = bad, bucket: Bucket = store) =>
  runPublisher(bucket, tables, {
    event: { reason: 'rollback', rollback: { to, by: 'ada@host', reason: 'bad file' } },
  });

const endingHold = { reason: 'operator', endRollback: true };

const served = async () => {
  const catalogue = await catalogueOf(store);
  const { page } = catalogue.search({ filter: {}, offset: 0, size: 1_000 });
  return { locations: [...page].map(({ location }) => location), capabilities: catalogue.capabilities.all() };
};

const exported = async () =>
  (await linesIn(store, (await manifestIn(store)).full.exports.ndjson.key)).slice(1);

const hold = { to: expect.any(String), by: 'ada@host', reason: 'bad file', startedAt: expect.any(String) };

describe('a rollback', () => {
  it('publishes the records and exports of a kept version as a newer version, and reports the changes from the current one', async () => {
    const { version } = await publishNetwork(store, good);
    const before = { served: await served(), exported: await exported() };
    const { version: badVersion } = await publishNetwork(store, bad);
    const result = await rollBackTo(version);
    expect(result).toMatchObject({ status: 'published', full: true, locations: 50, capabilities: 2 });
    expect(result).toMatchObject({ changes: { added: 2, removed: 10 } });
    expect({ served: await served(), exported: await exported() }).toEqual(before);
    const manifest = await manifestIn(store);
    expect(manifest.version > badVersion).toBe(true);
    expect(manifest.full.version).toBe(manifest.version);
    // The rollback publishes the records first, and then the full exports as a second version with no changes.
    const { versions } = await listKeptVersions(store, manifest, 20);
    expect(versions.map(({ changes }) => changes)).toMatchObject([
      { since: badVersion, added: 2, removed: 10 },
      { since: version },
      {},
    ]);
    expect(manifest.changes).toMatchObject({ since: versions[0]?.version, added: 0, changed: 0, removed: 0 });
  });

  it('blocks scheduled runs, imports and changes until an operator publishes', async () => {
    const { version } = await publishNetwork(store, good);
    await publishNetwork(store, bad);
    await rollBackTo(version);
    const rolledBack = await manifestIn(store);
    const held = { status: 'held', kind: 'rollback', startedAt: expect.any(String), rollback: hold };
    for (const event of [
      { reason: 'schedule' },
      { reason: 'schedule', force: true },
      { reason: 'import', onlyChanges: true, mayLose: 'locations' },
      // No error is thrown, because the publication that ends the hold reads all rows.
      changeOf('000003_PO'),
    ])
      expect(await runPublisher(store, bad, { event })).toEqual(held);
    expect((await readRuns(store))[0]?.outcome).toEqual(held);
    expect((await manifestIn(store)).version).toBe(rolledBack.version);
    // A rejected publication does not end the hold.
    const empty = networkOf([], good.capabilities);
    expect(await runPublisher(store, empty, { event: endingHold })).toMatchObject({ status: 'refused' });
    expect(await runPublisher(store, good)).toMatchObject(held);
    expect(await runPublisher(store, good, { event: endingHold })).toMatchObject({ status: 'published' });
    expect(await runPublisher(store, good)).toMatchObject({ status: 'published' });
  });

  it('is possible after an interrupted import, and can be followed by a rollback to another version', async () => {
    const { version } = await publishNetwork(store, good);
    const { version: other } = await publishNetwork(store, bad);
    await markImportStarted(store, {
      kind: 'locations',
      mode: 'replace',
      startedAt: new Date().toISOString(),
    });
    expect(await rollBackTo(version, networkOf([]))).toMatchObject({ status: 'published', locations: 50 });
    expect(await rollBackTo(other, networkOf([]))).toMatchObject({ status: 'published', locations: 58 });
  });

  it('changes and blocks nothing if a file of the kept version is damaged or missing', async () => {
    const { version } = await publishNetwork(store, good);
    const { version: published } = await publishNetwork(store, bad);
    for (const file of ['catalogue.bin', 'manifest.json']) {
      await store.put(`versions/${version}/${file}`, 'damaged');
      await expect(rollBackTo(version), file).rejects.toThrow(/catalogue\.bin|manifest/);
    }
    expect((await manifestIn(store)).version).toBe(published);
    expect(await runPublisher(store, bad)).toMatchObject({ status: 'published' });
    await expect(rollBackTo('20200101T000000000Z-000000')).rejects.toThrow('manifest.json is missing');
  });

  const failsAt = (keys: RegExp) => failOnPut((key) => keys.test(key));

  it.each([
    ['catalogue.bin cannot be stored', { before: failsAt(/catalogue\.bin$/) }, 'unchanged'],
    [
      'only the response to the write of the manifest is lost',
      { after: failsAt(/^manifest\.json$/) },
      'held',
    ],
  ] as const)('holds publications only if its version is served: %s', async (_what, failure, status) => {
    captureLog();
    const { version } = await publishNetwork(store, good);
    await publishNetwork(store, bad);
    await expect(rollBackTo(version, bad, interceptedBucket(store, failure))).rejects.toThrow();
    const event = { reason: 'schedule', onlyChanges: true };
    expect(await runPublisher(store, bad, { event })).toMatchObject({ status });
  });

  it('keeps the hold of the previous rollback if it fails', async () => {
    captureLog();
    const { version } = await publishNetwork(store, good);
    const { version: other } = await publishNetwork(store, bad);
    await rollBackTo(version);
    const held = await runPublisher(store, bad);
    const failing = interceptedBucket(store, { before: failsAt(/catalogue\.bin$/) });
    await expect(rollBackTo(other, bad, failing)).rejects.toThrow();
    expect(await runPublisher(store, bad)).toEqual(held);
  });

  it('makes the guards compare with its records even if its exports could not be written', async () => {
    const log = captureLog();
    const renamed = networkOf(
      postOffices(50).map((office) => ({ ...office, name: 'BAD' })),
      good.capabilities,
    );
    const { version } = await publishNetwork(store, good);
    await publishNetwork(store, renamed);
    const exportsFail = interceptedBucket(store, { before: failsAt(/workcentres\.json\.gz$/) });
    expect(await rollBackTo(version, renamed, exportsFail)).toMatchObject({
      status: 'published',
      full: false,
    });
    expect(log()).toContain('"PublisherFaults":1');
    expect(await runPublisher(store, renamed, { event: endingHold })).toMatchObject({ status: 'refused' });
    expect(await runPublisher(store, good, { event: endingHold })).toMatchObject({ status: 'published' });
  });

  it('blocks publications even if its record is damaged', async () => {
    await publishNetwork(store, good);
    await store.put(rollbackKey, 'damaged');
    expect(await runPublisher(store, good)).toEqual({ status: 'held', kind: 'rollback' });
    expect(await runPublisher(store, good, { event: endingHold })).toMatchObject({ status: 'published' });
    expect(await runPublisher(store, good)).toMatchObject({ status: 'published' });
  });
});

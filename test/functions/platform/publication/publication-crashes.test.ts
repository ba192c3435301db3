import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DamagedPublication } from '../../../../shared/data-access/publishing/manifest.ts';
import { readRuns } from '../../../../shared/data-access/publishing/runs.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { postOffice, postOffices } from '../../../support/networks/network-records.ts';
import {
  changeOf,
  manifestIn,
  networkOf,
  publishNetwork,
  runPublisher,
  servedFrom,
} from '../../../support/networks/publish-network.ts';
import { perTest, temporaryFolder } from '../../../support/per-test.ts';
import { failOnPut, interceptedBucket, onPut } from '../intercepted-bucket.ts';

const store = perTest(startLocalBucket);

/** Returns a bucket that calls `handle` with the key before each put. The put fails if `handle` throws. */
const watched = (handle: (key: string) => unknown) => interceptedBucket(store, { before: onPut(handle) });

const inTwoWeeks = () => Date.now() + 14 * 86_400_000;

const versionsIn = async (): Promise<readonly string[]> =>
  [...new Set((await store.keys()).flatMap((key) => /^versions\/([^/]+)\//.exec(key)?.[1] ?? []))].sort();

/** Files of a version, each of which is read back before the version is published. */
const verifiedFiles = [
  'catalogue.bin',
  'changes-2.ndjson.gz',
  'changes.ndjson.gz',
  'files.json',
  'history.json',
  'no-changes.ndjson.gz',
  'place-names.bin',
  'removed.ndjson.gz',
  'words.bin',
  'workcentres.csv.gz',
  'workcentres.geojson.gz',
  'workcentres.json.gz',
  'workcentres.ndjson.gz',
];

const damage = async (version: string, name: string): Promise<void> => {
  const key = `versions/${version}/${name}`;
  const bytes = await store.get(key);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 0x10;
  await store.put(key, bytes);
};

describe('a killed publication', () => {
  const folder = perTest(temporaryFolder);

  it('leaves a folder of files, which a later run removes', async () => {
    vi.stubEnv('TMPDIR', folder.path);
    onTestFinished(() => void vi.unstubAllEnvs());
    const [abandoned, active] = ['waypost-publication-1', 'waypost-publication-2'] as const;
    for (const name of [abandoned, active]) await mkdir(join(folder.path, name));
    await writeFile(join(folder.path, abandoned, 'csv'), 'id');
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await utimes(join(folder.path, abandoned), anHourAgo, anHourAgo);
    await publishNetwork(store, networkOf(postOffices(1)));
    expect(await readdir(folder.path)).toEqual([active]);
  });
});

describe('a failed publication', () => {
  it('keeps the previous version served, whichever file cannot be stored, and the next run recovers', async () => {
    await publishNetwork(store, networkOf(postOffices(4)));
    const { version } = await publishNetwork(store, networkOf(postOffices(5)));
    // The catalogue is the first file of a version, so nothing is left behind if it fails.
    const files =
      'catalogue.bin words.bin place-names.bin workcentres.json.gz changes.ndjson.gz files.json history.json';
    const names = [...`${files} manifest.json`.split(' ').map((name) => `/${name}`), 'manifest.json'];
    for (const name of names) {
      const before = failOnPut((put) => put === name || (name.startsWith('/') && put.endsWith(name)));
      const failing = interceptedBucket(store, { before });
      await expect(publishNetwork(failing, networkOf(postOffices(9))), name).rejects.toThrow(
        StoreUnavailable,
      );
      expect((await manifestIn(store)).version, name).toBe(version);
      expect((await readRuns(store))[0]?.outcome, name).toMatchObject({ status: 'failed' });
    }
    expect(await servedFrom(store)).toEqual({ version, size: 5 });
    const abandoned = (await versionsIn()).slice(2);
    expect(abandoned).toHaveLength(names.length - 1);
    const next = await runPublisher(store, networkOf(postOffices(9)), { now: inTwoWeeks });
    expect(next).toMatchObject({ status: 'published', locations: 9 });
    // Files of the failed runs are deleted.
    for (const each of abandoned) expect(await versionsIn()).not.toContain(each);
  });

  it('keeps the previous version served, whichever file is damaged in the bucket, and the next run recovers', async () => {
    await publishNetwork(store, networkOf(postOffices(5)));
    const { version } = await publishNetwork(store, networkOf(postOffices(6)));
    for (const name of verifiedFiles) {
      const kept = await versionsIn();
      // This is the last file written before all are read back.
      const after = onPut(async (key) => {
        if (!key.endsWith('history.json')) return;
        const [written = ''] = (await versionsIn()).filter((each) => !kept.includes(each));
        await damage(written, name);
      });
      const damaging = interceptedBucket(store, { after });
      await expect(publishNetwork(damaging, networkOf(postOffices(9))), name).rejects.toThrow(
        DamagedPublication,
      );
      expect((await manifestIn(store)).version, name).toBe(version);
    }
    expect(await servedFrom(store)).toEqual({ version, size: 6 });
    const next = await publishNetwork(store, networkOf(postOffices(9)));
    expect((await servedFrom(store)).size).toBe(9);
    const folder = `versions/${next.version}/`;
    const names = (await store.keys())
      .filter((key) => key.startsWith(folder))
      .map((key) => key.slice(folder.length));
    // No other file could be damaged. Only a rollback reads the copy of the manifest, and it verifies the copy.
    expect(names.sort()).toEqual([...verifiedFiles, 'manifest.json'].sort());
  });

  it('counts as published if only the response to the write of the manifest was lost', async () => {
    await publishNetwork(store, networkOf(postOffices(5)));
    const bucket = interceptedBucket(store, { after: failOnPut((key) => key === 'manifest.json') });
    await expect(publishNetwork(bucket, networkOf(postOffices(9)))).rejects.toThrow(StoreUnavailable);
    const { version } = await manifestIn(store);
    expect(await servedFrom(store)).toEqual({ version, size: 9 });
    expect((await store.keys()).filter((key) => key.includes(version))).toHaveLength(14);
  });
});

describe('a publication that succeeds', () => {
  it('deletes versions that were superseded long ago, but never the published one', async () => {
    const day = 86_400_000;
    const publishOnDay = async (days: number) => {
      const now = () => Date.UTC(2026, 10, 1) + days * day;
      return (await publishNetwork(store, networkOf(postOffices(2)), { now })).version;
    };
    const first = await publishOnDay(0);
    const second = await publishOnDay(20);
    const third = await publishOnDay(26);
    expect(await versionsIn()).toEqual([first, second, third]);
    const fourth = await publishOnDay(28);
    expect(await versionsIn()).toEqual([second, third, fourth]);
  });

  it('deletes nothing while the history is damaged', async () => {
    const { version } = await publishNetwork(store, networkOf(postOffices(2)));
    const damaging = watched(async (key) => {
      if (key === 'runs.json') await damage((await manifestIn(store)).version, 'history.json');
    });
    await publishNetwork(damaging, networkOf(postOffices(3)), { now: inTwoWeeks });
    expect(await versionsIn()).toContain(version);
  });

  const office = (name: string) => networkOf([postOffice(1, { name }), postOffice(2)]);
  const inDays = (days: number) => () => Date.now() + days * 86_400_000;
  const event = changeOf('000001_PO');

  it('keeps replaced full exports until the next run, because links to them may still be in use', async () => {
    const { version: replaced } = await publishNetwork(store, office('FIRST'));
    await publishNetwork(store, office('CHANGED'), { event, now: inDays(1) });
    await publishNetwork(store, office('CHANGED'), { now: inDays(9) });
    expect(await versionsIn()).toContain(replaced);
    await publishNetwork(store, office('CHANGED'), { now: inDays(9.1) });
    expect(await versionsIn()).not.toContain(replaced);
  });

  it('keeps the version of the full exports while changes are published', async () => {
    const { version: full } = await publishNetwork(store, office('FIRST'));
    for (const days of [1, 2])
      await publishNetwork(store, office(`OF DAY ${days}`), { event, now: inDays(days) });
    expect((await manifestIn(store)).full.version).toBe(full);
    expect(await versionsIn()).toContain(full);
    // The history no longer reaches back to the old full exports, so new ones are written for clients to start from.
    const result = await publishNetwork(store, office('LAST'), { event, now: inDays(9) });
    expect(result).toMatchObject({ full: true });
    expect((await manifestIn(store)).full.version).toBe(result.version);
  });

  it.each(['{"format":9}', ''])('replaces an unreadable manifest: %j', async (text) => {
    await store.put('manifest.json', text);
    expect(await runPublisher(store, networkOf(postOffices(2)))).toMatchObject({ status: 'published' });
    expect((await servedFrom(store)).size).toBe(2);
  });
});

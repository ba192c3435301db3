import { describe, expect, it } from 'vitest';
import { sha256Of } from '../../../../shared/data-access/objects/bucket.ts';
import { readRuns } from '../../../../shared/data-access/publishing/runs.ts';
import { manifestKey } from '../../../../shared/domain/publication/object-keys.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { postOffice, postOffices } from '../../../support/networks/network-records.ts';
import {
  manifestIn,
  networkOf,
  type PublishOptions,
  publishNetwork,
  runPublisher,
  tablesOf,
} from '../../../support/networks/publish-network.ts';
import { perTest } from '../../../support/per-test.ts';
import { linesIn } from './published-files.ts';

const store = perTest(startLocalBucket);

const day = 86_400_000;
const noon = Date.UTC(2026, 10, 21, 12);
const at = (time: number): PublishOptions => ({ now: () => time });

const linesOf = async (format: 'changes' | 'removed') => {
  const { changes, removed } = await manifestIn(store);
  return linesIn(store, format === 'changes' ? changes.file.key : removed.key);
};

const anImport = { event: { reason: 'import', onlyChanges: true } };

describe("a publication's changes", () => {
  it('are empty in the first version', async () => {
    const { version, changes } = await publishNetwork(store, networkOf(postOffices(2)), at(noon));
    expect(changes).toEqual({ added: 0, changed: 0, removed: 0 });
    expect(await linesOf('changes')).toEqual([
      { version, generated_at: '2026-11-21T12:00:00.000Z', added: 0, changed: 0, removed: 0 },
    ]);
  });

  it('include all locations if the previous version had none', async () => {
    await publishNetwork(store, networkOf([]));
    const { changes } = await publishNetwork(store, networkOf(postOffices(2)));
    expect(changes).toEqual({ added: 2, changed: 0, removed: 0 });
    expect((await linesOf('changes')).slice(1)).toMatchObject([
      { change: 'added', id: '000001_PO', workcentre: { id: '000001_PO' } },
      { change: 'added', id: '000002_PO', workcentre: { id: '000002_PO' } },
    ]);
  });

  it('list the added, changed and removed locations since the previous version', async () => {
    const { version: since } = await publishNetwork(store, networkOf(postOffices(3)), at(noon));
    const next = networkOf([postOffice(1), postOffice(2, { name: 'ANOTHER' }), postOffice(4)]);
    const { version, changes } = await publishNetwork(store, next, at(noon + day));
    expect(changes).toEqual({ added: 1, changed: 1, removed: 1 });
    const [head, ...lines] = await linesOf('changes');
    expect(head).toMatchObject({ version, since, added: 1, changed: 1, removed: 1 });
    expect(lines).toMatchObject([
      { change: 'changed', id: '000002_PO', workcentre: { attributes: { business_name: 'ANOTHER' } } },
      { change: 'removed', id: '000003_PO', removed_at: '2026-11-22T12:00:00.000Z' },
      { change: 'added', id: '000004_PO' },
    ]);
    const { noChanges } = await manifestIn(store);
    const none = { version, since: version, added: 0, changed: 0, removed: 0 };
    expect(await linesIn(store, noChanges.key)).toEqual([
      { ...none, generated_at: '2026-11-22T12:00:00.000Z' },
    ]);
  });

  it('leave a dated tombstone for 90 days, unless the location comes back', async () => {
    await publishNetwork(store, networkOf(postOffices(3)), at(noon));
    await publishNetwork(store, networkOf([postOffice(1)]), at(noon + day));
    expect(await linesOf('removed')).toMatchObject([
      { total: 2 },
      { id: '000002_PO', removed_at: '2026-11-22T12:00:00.000Z' },
      { id: '000003_PO', removed_at: '2026-11-22T12:00:00.000Z' },
    ]);
    await publishNetwork(store, networkOf([postOffice(1), postOffice(3)]), at(noon + 90 * day));
    expect((await linesOf('removed')).slice(1)).toMatchObject([{ id: '000002_PO' }]);
    await publishNetwork(store, networkOf([postOffice(1), postOffice(3)]), at(noon + 92 * day));
    expect(await linesOf('removed')).toMatchObject([{ total: 0 }]);
  });

  it('are empty if the previous version is unreadable', async () => {
    await publishNetwork(store, networkOf(postOffices(3)));
    await store.put((await manifestIn(store)).snapshot.key, 'damaged');
    const { changes } = await publishNetwork(store, networkOf(postOffices(4)));
    expect(changes).toEqual({ added: 0, changed: 0, removed: 0 });
    expect((await linesOf('changes'))[0]).not.toHaveProperty('since');
  });

  it('are required for publishing an import, unless the manifest is damaged', async () => {
    const { version } = await publishNetwork(store, networkOf(postOffices(3)));
    const import3 = () => runPublisher(store, networkOf(postOffices(3)), anImport);
    expect(await import3()).toMatchObject({ status: 'unchanged', version });
    expect((await manifestIn(store)).version).toBe(version);
    expect((await readRuns(store))[0]).toMatchObject({ reason: 'import', outcome: { status: 'unchanged' } });
    await store.put(manifestKey, 'damaged');
    expect(await import3()).toMatchObject({ status: 'published' });
  });

  it.each(['words', 'placeNames', 'map'] as const)(
    'are not required if an older publisher has not written %s',
    async (member) => {
      await publishNetwork(store, networkOf(postOffices(3)));
      const { [member]: _, ...older } = await manifestIn(store);
      await store.put(manifestKey, JSON.stringify(older));
      expect(await runPublisher(store, networkOf(postOffices(3)), anImport)).toMatchObject({
        status: 'published',
      });
    },
  );

  it('are published when the same file is imported again if the first publication failed', async () => {
    await publishNetwork(store, networkOf(postOffices(3)));
    const cause = new Error('the disk is full');
    const fail = () => Promise.reject(new StoreUnavailable('reading', { cause }));
    const tables = { ...tablesOf(networkOf([])), readAll: fail };
    const failing = runPublisher(store, networkOf(postOffices(4)), { ...anImport, tables });
    // The caller receives only the message.
    await expect(failing).rejects.toThrow(new StoreUnavailable('reading', { why: 'the disk is full' }));
    const again = await runPublisher(store, networkOf(postOffices(4)), anImport);
    expect(again).toMatchObject({ status: 'published', locations: 4 });
  });

  it('are not required for a scheduled publication, because current hours differ every day', async () => {
    const { version } = await publishNetwork(store, networkOf(postOffices(3)));
    const again = await runPublisher(store, networkOf(postOffices(3)), { event: { reason: 'schedule' } });
    expect(again).toMatchObject({ status: 'published', changes: { added: 0, changed: 0, removed: 0 } });
    expect((await manifestIn(store)).changes.since).toBe(version);
  });

  it('lead from each kept version to the next', async () => {
    const versions: string[] = [];
    const publish = async (count: number, days: number) => {
      const { version } = await publishNetwork(store, networkOf(postOffices(count)), at(noon + days * day));
      versions.push(version);
    };
    await publish(1, 0);
    await publish(2, 5);
    await publish(2, 6);
    await publish(3, 12.5);
    const history = JSON.parse(
      Buffer.from(await store.get((await manifestIn(store)).history.key)).toString(),
    );
    const stepOf = async (version = '', name = 'changes') => {
      const stored = await store.get(`versions/${version}/${name}.ndjson.gz`);
      return { bytes: stored.length, sha256: sha256Of(stored) };
    };
    // The file that combines two steps was still needed when it was written.
    expect(history.entries).toEqual([
      expect.objectContaining({ version: versions[1], position: 1, steps: [await stepOf(versions[1])] }),
      { version: versions[2], publishedAt: expect.any(String), position: 1, steps: [] },
      expect.objectContaining({
        version: versions[3],
        position: 2,
        steps: [await stepOf(versions[3]), await stepOf(versions[3], 'changes-2')],
      }),
    ]);
    const joined = await linesIn(store, `versions/${versions[3]}/changes-2.ndjson.gz`);
    expect(joined).toMatchObject([
      { version: versions[3], since: versions[0], added: 2, changed: 0, removed: 0 },
      { change: 'added', id: '000002_PO' },
      { change: 'added', id: '000003_PO' },
    ]);
  });

  it('are not joined with those of a large import, so that the next change is published quickly', async () => {
    for (const count of [1, 5_001, 5_002]) await publishNetwork(store, networkOf(postOffices(count)));
    const { history } = await manifestIn(store);
    const { entries } = JSON.parse(Buffer.from(await store.get(history.key)).toString());
    expect(entries.at(-1)).toMatchObject({ position: 2, steps: [expect.anything()] });
    expect(await linesOf('changes')).toHaveLength(2);
  });
});

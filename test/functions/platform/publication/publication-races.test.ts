import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ChangeNotPublished } from '../../../../functions/platform/publish-locations.ts';
import { markImportStarted, withImportMark } from '../../../../shared/data-access/importing/import-mark.ts';
import { sdkBucket } from '../../../../shared/data-access/objects/sdk-bucket.ts';
import { readRuns } from '../../../../shared/data-access/publishing/runs.ts';
import { bucketClient, startLocalBucket } from '../../../support/local-bucket.ts';
import { postOffices } from '../../../support/networks/network-records.ts';
import {
  manifestIn,
  networkOf,
  type PublishOptions,
  publishNetwork,
  runPublisher,
  servedFrom,
  tablesOf,
} from '../../../support/networks/publish-network.ts';
import { perTest } from '../../../support/per-test.ts';
import { putEndedMark } from '../../../support/stack/import-states.ts';
import { interceptedBucket, onPut } from '../intercepted-bucket.ts';
import { pausedTables } from './published-files.ts';

const store = perTest(startLocalBucket);

const change = { Records: [{ eventSource: 'aws:dynamodb' }] };

describe('publications', () => {
  it('have increasing versions, even if the clock is set back', async () => {
    const times = [5_000_000, 5_000_000, 4_000_000];
    const versions: string[] = [];
    for (const time of times) {
      const { version } = await publishNetwork(store, networkOf(postOffices(1)), { now: () => time });
      versions.push(version);
    }
    expect(versions.toSorted()).toEqual(versions);
    expect(new Set(versions).size).toBe(3);
    expect((await servedFrom(store)).version).toBe(versions.at(-1));
  });

  it('F11: succeed in one of 20 concurrent runs, and end as busy in the others', async () => {
    const network = networkOf(postOffices(3));
    const allDecided = Promise.withResolvers<void>();
    let decided = 0;
    const decide = () => {
      decided += 1;
      if (decided === 20) allDecided.resolve();
    };
    // The run with the lease waits until the others have ended. Otherwise, a late run could start after it.
    const readAll = async () => {
      decide();
      await allDecided.promise;
      return tablesOf(network).readAll(new Date());
    };
    const tables = { ...tablesOf(network), readAll };
    const results = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const client = bucketClient(store.endpoint);
        const { status } = await runPublisher(sdkBucket(client, store.bucket), network, { tables });
        if (status === 'busy') decide();
        client.destroy();
        return status;
      }),
    );
    expect(results.toSorted()).toEqual([...Array<string>(19).fill('busy'), 'published']);
    expect((await servedFrom(store)).size).toBe(3);
    expect(await readRuns(store)).toHaveLength(1);
  });

  /** Starts a run that pauses while it reads the tables until `resume` is called. */
  const pausedRun = (count: number, given: PublishOptions = {}) => {
    const { tables, ...rest } = pausedTables(networkOf(postOffices(count)));
    return { ended: runPublisher(store, networkOf([]), { tables, ...given }), ...rest };
  };

  it('end as busy during another run, and their events are redelivered if they are for changes', async () => {
    const first = pausedRun(2);
    await first.reading;
    // A full run does not wait for another full run, which would leave it nothing to do.
    const other = await runPublisher(store, networkOf(postOffices(3)), { maxLeaseWait: 600_000 });
    expect(other).toEqual({ status: 'busy', until: expect.stringMatching(/Z$/) });
    const anImport = { reason: 'import', onlyChanges: true };
    expect(await runPublisher(store, networkOf(postOffices(3)), { event: anImport })).toMatchObject({
      status: 'busy',
    });
    await expect(runPublisher(store, networkOf(postOffices(3)), { event: change })).rejects.toThrow(
      ChangeNotPublished,
    );
    first.resume();
    expect(await first.ended).toMatchObject({ status: 'published' });
    const again = await runPublisher(store, networkOf(postOffices(3)), { event: change });
    expect(again).toMatchObject({ status: 'published', locations: 3 });
  });

  it('on a schedule wait for a run of manual changes, and only the scheduled run is recorded', async () => {
    const byHand = { reason: 'manual changes', onlyChanges: true, changed: ['000001_PO'] };
    const first = pausedRun(2, { event: byHand });
    await first.reading;
    const scheduled = runPublisher(store, networkOf(postOffices(3)), {
      event: { reason: 'schedule' },
      maxLeaseWait: 60_000,
    });
    await Promise.race([scheduled, delay(600)]);
    first.resume();
    expect(await first.ended).toMatchObject({ status: 'published', locations: 2 });
    expect(await scheduled).toMatchObject({ status: 'published', locations: 3 });
    expect((await readRuns(store)).map(({ reason }) => reason)).toEqual(['schedule']);
  });

  /** Starts a run that pauses before storing its last file until `resume` is called. */
  const pausedWriter = (count: number) => {
    const writing = Promise.withResolvers<void>();
    const pause = Promise.withResolvers<void>();
    const before = onPut(async (key) => {
      if (!key.endsWith('history.json')) return;
      writing.resolve();
      await pause.promise;
    });
    const ended = runPublisher(interceptedBucket(store, { before }), networkOf(postOffices(count)));
    return { ended, writing: writing.promise, resume: pause.resolve };
  };

  it('F12: do not touch the files or the record of the next run after losing their lease', async () => {
    await publishNetwork(store, networkOf(postOffices(4)));
    const stalled = pausedRun(4, { now: () => Date.now() - 60_001 });
    await stalled.reading;
    const next = pausedWriter(5);
    await next.writing;
    stalled.resume();
    await expect(stalled.ended).rejects.toThrow('another publisher has taken over');
    next.resume();
    expect(await next.ended).toMatchObject({ status: 'published', locations: 5 });
    const { version } = await manifestIn(store);
    expect((await store.keys()).filter((key) => key.includes(version))).toHaveLength(14);
    expect((await readRuns(store)).map(({ outcome }) => outcome.status)).toEqual(['published', 'published']);
  });

  it('F12: do not overwrite the next publication after losing their lease, even with a later version', async () => {
    await publishNetwork(store, networkOf(postOffices(5)));
    const ahead = pausedRun(5, { now: () => Date.now() + 121_000 });
    await ahead.reading;
    const { version } = await publishNetwork(store, networkOf(postOffices(6)));
    ahead.resume();
    await expect(ahead.ended).rejects.toThrow('another publisher has taken over');
    expect(await servedFrom(store)).toEqual({ version, size: 6 });
  });

  it('G18: ignore a lease from a clock that is days ahead', async () => {
    const inTwoDays = () => Date.now() + 2 * 86_400_000;
    const stalled = pausedRun(2, { now: inTwoDays });
    await stalled.reading;
    await publishNetwork(store, networkOf(postOffices(3)));
    expect((await servedFrom(store)).size).toBe(3);
    stalled.resume();
    await expect(stalled.ended).rejects.toThrow('another publisher has taken over');
  });

  it('G18: succeed even if the clock jumps', async () => {
    const times = [0, 172_800_000, -600_000, 3_600_000];
    let calls = 0;
    const now = () => Date.now() + (times[calls++ % times.length] ?? 0);
    expect(await publishNetwork(store, networkOf(postOffices(2)), { now })).toMatchObject({ locations: 2 });
    expect(await publishNetwork(store, networkOf(postOffices(3)))).toMatchObject({ locations: 3 });
    expect((await servedFrom(store)).size).toBe(3);
  });

  it('G14: are held during an import, unless forced', async () => {
    const { version } = await publishNetwork(store, networkOf(postOffices(3)));
    const startedAt = new Date().toISOString();
    const mark = { kind: 'locations', mode: 'replace', startedAt } as const;
    await markImportStarted(store, mark);
    const half = networkOf(postOffices(4));
    const held = { status: 'held', kind: 'locations', startedAt };
    expect(await runPublisher(store, half, { event: { reason: 'schedule' } })).toEqual(held);
    await expect(runPublisher(store, half, { event: change })).rejects.toThrow(ChangeNotPublished);
    expect((await servedFrom(store)).version).toBe(version);
    await store.put('last-import.json', 'damaged');
    expect(await runPublisher(store, half)).toEqual({ status: 'held', kind: 'unknown' });
    expect(await runPublisher(store, half, { event: { force: true } })).toMatchObject({
      status: 'published',
    });
    await putEndedMark(store, mark);
    expect(await runPublisher(store, networkOf(postOffices(5)))).toMatchObject({ status: 'published' });
  });

  const startedAt = '2026-11-20T00:00:00.000Z';
  const ofLocations = { kind: 'locations', mode: 'replace', startedAt } as const;
  const ofServices = { kind: 'services', mode: 'merge', startedAt } as const;
  const held = { status: 'held', kind: 'locations', startedAt };
  const ended = { ...held, endedAt: expect.any(String) };
  const runLocations = async () => {
    await markImportStarted(store, ofLocations);
    await putEndedMark(store, ofLocations);
  };
  const runForcedServices = () =>
    withImportMark(store, { ...ofServices, mode: 'replace', interrupted: ofLocations }, async () => ({
      summary: { read: 1, failed: 0, refused: false },
    }));

  it.each([
    ['if an import ran', () => {}, false, runLocations, ended],
    [
      'even if forced, if a forced import ran after an interrupted one',
      () => markImportStarted(store, ofLocations),
      true,
      runForcedServices,
      held,
    ],
    [
      'even if forced, if another import started',
      () => markImportStarted(store, ofServices),
      true,
      () => markImportStarted(store, ofLocations),
      held,
    ],
    [
      'even if forced, if an import ran after the mark was damaged',
      () => store.put('last-import.json', 'damaged'),
      true,
      runLocations,
      ended,
    ],
  ])('F09: are held %s while they read the tables', async (_if, before, force, during, expected) => {
    const { version } = await publishNetwork(store, networkOf(postOffices(3)));
    await before();
    const straddling = pausedRun(4, force ? { event: { force } } : {});
    await straddling.reading;
    await during();
    straddling.resume();
    expect(await straddling.ended).toEqual(expected);
    expect((await servedFrom(store)).version).toBe(version);
    await putEndedMark(store, ofLocations);
    expect(await runPublisher(store, networkOf(postOffices(5)))).toMatchObject({ status: 'published' });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChangeNotPublished } from '../../../../functions/platform/publish-locations.ts';
import { takeLease } from '../../../../shared/data-access/publishing/lease.ts';
import { readRuns, recordRun } from '../../../../shared/data-access/publishing/runs.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';
import { postOffices } from '../../../support/networks/network-records.ts';
import {
  manifestIn,
  networkOf,
  publishNetwork,
  readGiven,
  runPublisher,
} from '../../../support/networks/publish-network.ts';

let store: LocalBucket;
beforeEach(async () => {
  store = await startLocalBucket();
});
afterEach(() => store.close());

const noon = Date.UTC(2026, 10, 21, 12);
const second = 1_000;
const hour = 3_600 * second;

const recordAt = (time: number) => ({
  eventSource: 'aws:dynamodb',
  dynamodb: { ApproximateCreationDateTime: Math.floor(time / second) },
});

/** Changes as a table's stream tells of them, made at these times. */
const changesAt = (...times: number[]) => ({ Records: times.map(recordAt) });

/** Runs the publisher at that time on so many locations, and counts how often it reads the tables. */
const runAt = async (time: number, event: unknown, locations = 3) => {
  let reads = 0;
  const network = networkOf(postOffices(locations));
  const result = await runPublisher(store, network, {
    now: () => time,
    event,
    readNetwork: (take) => {
      reads++;
      return readGiven(network)(take);
    },
  });
  return { result, reads };
};

const publishAt = (time: number) => publishNetwork(store, networkOf(postOffices(3)), { now: () => time });

describe('a run for changes', () => {
  it('ends without reading the tables where the last publication began after all of them', async () => {
    const { version } = await publishAt(noon);
    const { result, reads } = await runAt(noon + second, changesAt(noon - 9 * second, noon - 6 * second));
    expect(result).toEqual({ status: 'unchanged', version, locations: 3, capabilities: 0 });
    expect(reads).toBe(0);
  });

  it('ends so while another run is publishing, as it needs no turn', async () => {
    const { version } = await publishAt(noon);
    const lease = await takeLease(store, { holder: 'another', now: () => noon + second });
    if (lease.kind === 'busy') throw new Error('nobody else has the lease');
    await expect(runAt(noon + second, changesAt(noon))).rejects.toThrow(ChangeNotPublished);
    const { result } = await runAt(noon + second, changesAt(noon - 6 * second));
    await lease.lease.release();
    expect(result).toMatchObject({ status: 'unchanged', version });
  });

  it('reads the tables where the newest of them was made after that, or by so little that clocks may differ', async () => {
    await publishAt(noon);
    const newer = await runAt(noon + 7 * second, changesAt(noon - 9 * second, noon + second), 4);
    expect(newer).toMatchObject({ result: { status: 'published', locations: 4 }, reads: 1 });
    const within = await runAt(noon + 9 * second, changesAt(noon + 2 * second), 5);
    expect(within).toMatchObject({ result: { status: 'published', locations: 5 }, reads: 1 });
  });

  it('reads the tables where a record does not say when it was made', async () => {
    await publishAt(noon);
    const { eventSource } = recordAt(noon);
    for (const dynamodb of [undefined, {}, { ApproximateCreationDateTime: '2026-11-21T11:00:00Z' }]) {
      const event = { Records: [recordAt(noon - hour), { eventSource, dynamodb }] };
      expect(await runAt(noon + second, event)).toMatchObject({ result: { status: 'unchanged' }, reads: 1 });
    }
  });

  it('goes by a run that found nothing changed as well, but not by one that has not read the tables', async () => {
    await publishAt(noon);
    const looked = noon + 20 * second;
    expect((await runAt(looked, changesAt(noon + second))).reads).toBe(1);
    const made = changesAt(looked - 6 * second);
    expect((await runAt(looked + second, made)).reads).toBe(0);
    expect((await runAt(looked + 50 * second, made)).reads).toBe(0);
    expect(await readRuns(store)).toHaveLength(2);
    const later = await runAt(looked + 60 * second, changesAt(looked + 40 * second), 4);
    expect(later).toMatchObject({ result: { status: 'published', locations: 4 }, reads: 1 });
  });

  it('does not go by a run that was refused or failed', async () => {
    await publishAt(noon);
    expect((await runAt(noon + hour, { reason: 'schedule' }, 0)).result.status).toBe('refused');
    const made = changesAt(noon + hour / 2);
    expect(await runAt(noon + hour + second, made, 4)).toMatchObject({
      result: { status: 'published', locations: 4 },
      reads: 1,
    });
  });

  it('G18: reads the tables where the clock went back since the last publication', async () => {
    await publishAt(noon + hour);
    const { reads } = await runAt(noon + 10 * second, changesAt(noon));
    expect(reads).toBe(1);
  });

  it('G18: reads the tables also when the clock has caught up with a publication that was ahead', async () => {
    await publishAt(noon + hour);
    expect((await runAt(noon, { reason: 'schedule' }, 0)).result.status).toBe('refused');
    expect((await runAt(noon + 2 * hour, changesAt(noon + 60 * second))).reads).toBe(1);
  });

  it('reads the tables where the clock went back while the last publication ran', async () => {
    const { version } = await publishAt(noon);
    await recordRun(store, {
      startedAt: new Date(noon + hour).toISOString(),
      endedAt: new Date(noon + second).toISOString(),
      reason: 'schedule',
      forced: false,
      outcome: { status: 'unchanged', version, locations: 3, capabilities: 0 },
    });
    expect((await runAt(noon + 2 * hour, changesAt(noon + 60 * second))).reads).toBe(1);
  });

  it('reads the tables where what the last run published is gone', async () => {
    await publishAt(noon);
    const manifest = await manifestIn(store);
    await publishAt(noon + hour);
    const made = changesAt(noon + hour / 2);
    await store.put('manifest.json', JSON.stringify(manifest));
    expect((await runAt(noon + hour + second, made, 4)).reads).toBe(1);
    await store.put('manifest.json', 'damaged');
    expect((await runAt(noon + 2 * hour, made, 5)).reads).toBe(1);
  });
});

describe('a run that no change has asked for', () => {
  it.each([{ reason: 'schedule' }, { reason: 'operator', force: true }, {}])(
    'reads the tables: %j',
    async (event) => {
      await publishAt(noon);
      expect(await runAt(noon + second, event)).toMatchObject({ result: { status: 'published' }, reads: 1 });
    },
  );
});

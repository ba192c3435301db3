import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { capabilityRecord } from '../../shared/domain/importing/capability-record.ts';
import { sampleServices } from '../sample-network/service-lines.ts';
import { type LocalBucket, startLocalBucket } from '../support/local-bucket.ts';
import { largeNetwork } from '../support/networks/large-network.ts';
import { changeOf, manifestIn } from '../support/networks/publish-network.ts';
import { forkDeployedPublisher } from '../support/processes/deployed-publisher.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../support/tables/embedded-tables.ts';
import { storeRows } from '../support/tables/store-tables.ts';

/** Maximum processor seconds and megabytes of a publication, and maximum megabytes of its snapshot. */
export interface PublishingLimits {
  readonly locations: number;
  readonly wholeSeconds: number;
  readonly changeSeconds: number;
  readonly megabytes: number;
  readonly snapshotMegabytes: number;
}

/** Expects the deployed publisher to publish a network, and then a change to one location, within these limits. */
export const publishingSuite = (limits: PublishingLimits): void => {
  const { locations, wholeSeconds, changeSeconds, megabytes, snapshotMegabytes } = limits;
  let directory: string;
  let database: EmbeddedTables;
  let store: LocalBucket;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'waypost-publisher-'));
    database = await startEmbeddedTables();
    await storeRows(
      database,
      'capabilities',
      sampleServices.map(({ line }) => capabilityRecord.parse(line)),
    );
    await storeRows(database, 'locations', largeNetwork(locations));
  });
  afterAll(async () => {
    await database.close();
    await rm(directory, { recursive: true });
  });
  beforeEach(async () => {
    store = await startLocalBucket();
  });
  afterEach(() => store.close());

  it(`publishing ${locations} locations takes at most ${wholeSeconds} s of processor time and ${megabytes} MB, and a single change ${changeSeconds} s`, {
    timeout: 120_000,
  }, async () => {
    const publish = async (event: object) => {
      const publisher = await forkDeployedPublisher(database, store, directory);
      onTestFinished(() => publisher.stop());
      const began = performance.now();
      const { processorMilliseconds, peakMegabytes } = await publisher.answer([event]);
      const seconds = (performance.now() - began) / 1_000;
      const manifest = await manifestIn(store);
      return { manifest, seconds, processorSeconds: processorMilliseconds / 1_000, peakMegabytes };
    };
    const { manifest: whole, ...usedByWhole } = await publish({ reason: 'figures' });
    const [office] = largeNetwork(1);
    if (!office) throw new Error('the network is empty');
    await storeRows(database, 'locations', [{ ...office, name: `RENAMED ${Date.now()}` }]);
    const { manifest: change, ...usedByChange } = await publish(changeOf(office.locationCode));
    const sizes = Object.entries(whole.full.exports).map(([format, { bytes }]) => [format, bytes]);
    console.log({ usedByWhole, usedByChange, snapshot: whole.snapshot.bytes, ...Object.fromEntries(sizes) });

    expect(whole).toMatchObject({ counts: { locations }, full: { version: whole.version } });
    expect(usedByWhole.processorSeconds).toBeLessThan(wholeSeconds);
    expect(usedByWhole.peakMegabytes).toBeLessThan(megabytes);
    expect(whole.snapshot.bytes).toBeLessThan(snapshotMegabytes * 1e6);
    const changes = { added: 0, changed: 1, removed: 0 };
    expect(change).toMatchObject({ counts: { locations }, full: { version: whole.version }, changes });
    expect(usedByChange.processorSeconds).toBeLessThan(changeSeconds);
    expect(usedByChange.peakMegabytes).toBeLessThan(megabytes);
  });
};

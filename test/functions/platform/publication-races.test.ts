import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishLocations } from '../../../functions/platform/publish-locations.ts';
import { readManifest } from '../../../shared/data-access/publishing/published-manifest.ts';
import { publicationResult } from '../../../shared/domain/location/publication.ts';
import { type LocalBucket, startLocalBucket } from '../../support/local-bucket.ts';
import { postOffices } from '../../support/network-records.ts';
import { networkOf, publishNetwork, servedFrom } from '../../support/publish-network.ts';

let store: LocalBucket;
beforeEach(async () => {
  store = await startLocalBucket();
});
afterEach(() => store.close());

describe('publications after and beside each other', () => {
  it('have ever greater versions, also when the clock goes back', async () => {
    const times = [5_000_000, 5_000_000, 4_000_000, 6_000_000];
    const versions: string[] = [];
    for (const time of times) {
      const { version } = await publishNetwork(store, networkOf(postOffices(1)), { now: () => time });
      versions.push(version);
    }
    expect(versions.toSorted()).toEqual(versions);
    expect(new Set(versions).size).toBe(4);
    expect((await servedFrom(store)).version).toBe(versions.at(-1));
  });

  it('F11: end with the newest, whoever is faster', async () => {
    await publishNetwork(store, networkOf(postOffices(1)));
    const start = Date.now() + 1_000;
    const results = await Promise.all(
      [2, 4, 3].map((count) =>
        publishNetwork(store, networkOf(postOffices(count)), { now: () => start + count * 1_000 }),
      ),
    );
    expect((await servedFrom(store)).size).toBe(4);
    expect(results[1]).toMatchObject({ status: 'published', locations: 4 });
  });

  it('report the version that is served instead when a later run was faster', async () => {
    const slow = publishLocations({
      bucket: store,
      network: async () => {
        await publishNetwork(store, networkOf(postOffices(2)), { now: () => Date.now() + 60_000 });
        return networkOf(postOffices(1));
      },
      now: Date.now,
      randomHex: () => '000000',
    });
    const result = publicationResult.parse(await slow({}));
    expect(result).toMatchObject({ status: 'superseded', locations: 2 });
    expect(await servedFrom(store)).toEqual({ version: result.version, size: 2 });
  });

  it('take over from a run that began earlier, read older data and was faster', async () => {
    const newer = publishLocations({
      bucket: store,
      network: async () => {
        await publishNetwork(store, networkOf(postOffices(1)), { now: () => Date.now() - 60_000 });
        return networkOf(postOffices(2));
      },
      now: Date.now,
      randomHex: () => '000000',
    });
    expect(await newer({})).toMatchObject({ status: 'published', locations: 2 });
    expect((await servedFrom(store)).size).toBe(2);
  });

  it('F09: show one state of the network in the catalogue and in the export', async () => {
    await publishNetwork(store, networkOf(postOffices(3)));
    await publishNetwork(store, networkOf(postOffices(4)));
    const reading = await readManifest(store);
    const manifest = reading.kind === 'found' ? reading.manifest : undefined;
    expect(manifest?.export.key).toContain(manifest?.version);
    expect(manifest?.catalogue.key).toContain(manifest?.version);
    expect(manifest).toMatchObject({ export: { total: 4 }, counts: { locations: 4 } });
  });
});

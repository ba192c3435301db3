import { describe, expect, it } from 'vitest';
import { sdkBucket } from '../../../../shared/data-access/objects/sdk-bucket.ts';
import {
  DamagedPublication,
  moveManifest,
  readManifest,
} from '../../../../shared/data-access/publishing/manifest.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { manifestIn } from '../../../support/networks/publish-network.ts';
import { nextVersion, storePublication } from '../../../support/networks/stored-publication.ts';
import { perTest } from '../../../support/per-test.ts';

const store = perTest(startLocalBucket);

describe('the manifest', () => {
  it('only moves forward, and not if another publisher has moved it, whichever version is newer', async () => {
    const older = await storePublication(store);
    const newer = await storePublication(store);
    const previous = await readManifest(store);
    if (previous.kind !== 'found') throw new Error('expected a manifest');
    for (const manifest of [older, newer])
      expect(await moveManifest(store, manifest, previous)).toEqual(newer);
    for (const manifest of [older, { ...newer, version: nextVersion() }])
      expect(await moveManifest(store, manifest, {})).toEqual(newer);
    expect(await manifestIn(store)).toEqual(newer);
    // A response may have been lost.
    expect(await moveManifest(store, newer, {})).toBeUndefined();
  });

  it('is rejected if it has another format, which the error names', async () => {
    await store.put('manifest.json', JSON.stringify({ ...(await storePublication(store)), format: '0' }));
    const reading = readManifest(store);
    await expect(reading).rejects.toThrow(DamagedPublication);
    await expect(reading).rejects.toThrow(/→ at format/);
  });

  it('is unavailable, not absent, without the bucket or while the store is down', async () => {
    const manifest = await storePublication(store);
    await expect(readManifest(sdkBucket(store.client, 'no-such-bucket'))).rejects.toThrow(StoreUnavailable);
    await store.stop();
    await expect(readManifest(store)).rejects.toThrow(StoreUnavailable);
    await expect(moveManifest(store, manifest, {})).rejects.toThrow(StoreUnavailable);
  });
});

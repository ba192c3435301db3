import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sdkBucket } from '../../../../shared/data-access/objects/sdk-bucket.ts';
import {
  DamagedPublication,
  type Manifest,
  moveManifest,
  readManifest,
} from '../../../../shared/data-access/publishing/manifest.ts';
import { perWorkCentreFormat } from '../../../../shared/domain/publication/work-centre-export.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';

let store: LocalBucket;
beforeEach(async () => {
  store = await startLocalBucket();
});
afterEach(() => store.close());

/** Builds the manifest of the n-th version. */
const manifestOf = (n: number): Manifest => {
  const version = `20261121T12000000${n}Z-000000`;
  const sha256 = 'a'.repeat(64);
  const stored = (name: string) => ({ key: `versions/${version}/${name}`, bytes: 10, sha256 });
  const text = (name: string) => ({ ...stored(name), records: 0, contentBytes: 0, contentSha256: sha256 });
  const time = '2026-11-21T12:00:00.000Z';
  return {
    // A filter or column that other releases do not have does not change it.
    format: 4,
    version,
    generatedAt: time,
    publishedAt: time,
    counts: { locations: 0, capabilities: 0 },
    snapshot: stored('catalogue.bin'),
    full: {
      version,
      generatedAt: time,
      locations: 0,
      exports: perWorkCentreFormat((format) => text(`workcentres.${format}.gz`)),
    },
    changes: { added: 0, changed: 0, removed: 0, file: text('changes.ndjson.gz') },
    noChanges: text('no-changes.ndjson.gz'),
    removed: text('removed.ndjson.gz'),
    files: stored('files.json'),
    history: stored('history.json'),
  };
};

const found = async () => {
  const reading = await readManifest(store);
  if (reading.kind !== 'found') throw new Error(`expected a manifest: ${reading.kind}`);
  return reading;
};

describe('the manifest', () => {
  it('is unchanged for a reader that already has it, until it is moved', async () => {
    await moveManifest(store, manifestOf(1), {});
    const first = await found();
    expect(await readManifest(store, first.etag)).toEqual({ kind: 'unchanged' });
    await moveManifest(store, manifestOf(2), first);
    expect(await readManifest(store, first.etag)).toMatchObject({ kind: 'found', manifest: manifestOf(2) });
  });

  it('only moves forward', async () => {
    await moveManifest(store, manifestOf(2), {});
    const previous = await found();
    expect(await moveManifest(store, manifestOf(1), previous)).toEqual(manifestOf(2));
    expect(await moveManifest(store, manifestOf(2), previous)).toEqual(manifestOf(2));
    expect((await found()).manifest).toEqual(manifestOf(2));
  });

  it('stays where another publisher has moved it, whichever version is newer', async () => {
    await moveManifest(store, manifestOf(2), {});
    for (const n of [1, 3]) {
      expect(await moveManifest(store, manifestOf(n), {})).toEqual(manifestOf(2));
    }
    expect((await found()).manifest).toEqual(manifestOf(2));
  });

  it('counts as moved if it already has this version, because a response may have been lost', async () => {
    await moveManifest(store, manifestOf(1), {});
    expect(await moveManifest(store, manifestOf(1), {})).toBeUndefined();
  });

  it('is rejected if it has another format, which the error names', async () => {
    await store.put('manifest.json', JSON.stringify({ ...manifestOf(1), format: '0' }));
    const reading = readManifest(store);
    await expect(reading).rejects.toThrow(DamagedPublication);
    await expect(reading).rejects.toThrow(/→ at format/);
  });

  it('is unavailable, not absent, without the bucket or while the store is down', async () => {
    await expect(readManifest(sdkBucket(store.client, 'no-such-bucket'))).rejects.toThrow(StoreUnavailable);
    await store.stop();
    await expect(readManifest(store)).rejects.toThrow(StoreUnavailable);
    await expect(moveManifest(store, manifestOf(1), {})).rejects.toThrow(StoreUnavailable);
  });
});

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

/** A manifest of the n-th version. */
const manifestOf = (n: number): Manifest => {
  const version = `20261121T12000000${n}Z-000000`;
  const sha256 = 'a'.repeat(64);
  const stored = (name: string) => ({ key: `versions/${version}/${name}`, bytes: 10, sha256 });
  const text = (name: string) => ({ ...stored(name), records: 0, contentBytes: 0, contentSha256: sha256 });
  const time = '2026-11-21T12:00:00.000Z';
  return {
    format: 1,
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
  it('is absent until the first is written', async () => {
    expect(await readManifest(store)).toEqual({ kind: 'absent' });
    await moveManifest(store, manifestOf(1), {});
    expect((await found()).manifest).toEqual(manifestOf(1));
  });

  it('is returned as unchanged to a reader who has it, until it moves', async () => {
    await moveManifest(store, manifestOf(1), {});
    const first = await found();
    expect(await readManifest(store, first.etag)).toEqual({ kind: 'unchanged' });
    await moveManifest(store, manifestOf(2), first);
    expect(await readManifest(store, first.etag)).toMatchObject({ kind: 'found', manifest: manifestOf(2) });
  });

  it.each([
    ['an older version', 1, 'seen'],
    ['the same version, in place of the one it was', 2, 'seen'],
    ['a version after another that the writer has not seen', 3, 'unseen'],
    ['a version before another that the writer has not seen', 1, 'unseen'],
  ])('is not replaced by %s', async (_which, next, seen) => {
    await moveManifest(store, manifestOf(2), {});
    expect(await moveManifest(store, manifestOf(next), seen === 'seen' ? await found() : {})).toEqual(
      manifestOf(2),
    );
    expect((await found()).manifest).toEqual(manifestOf(2));
  });

  it('is moved to a version that it already has, as after a lost response', async () => {
    await moveManifest(store, manifestOf(1), {});
    expect(await moveManifest(store, manifestOf(1), {})).toBeUndefined();
  });

  it('is moved by only one of several concurrent publishers', async () => {
    const published = await Promise.all([3, 1, 4, 2].map((n) => moveManifest(store, manifestOf(n), {})));
    const { manifest } = await found();
    expect(published.filter((other) => other !== undefined)).toEqual([manifest, manifest, manifest]);
  });

  it('is not moved if it is damaged', async () => {
    await store.put('manifest.json', 'damaged');
    await expect(moveManifest(store, manifestOf(1), {})).rejects.toThrow(DamagedPublication);
  });

  it.each([
    ['{', ''],
    ['[]', ''],
    ['{"format":1}', ''],
    ['{"format":"1"}', ''],
    [JSON.stringify({ ...manifestOf(1), format: 2 }), /expected 1\s+→ at format/],
  ])('is rejected as damaged, with its format if that differs: %#', async (content, message) => {
    await store.put('manifest.json', content);
    const reading = readManifest(store);
    await expect(reading).rejects.toThrow(DamagedPublication);
    await expect(reading).rejects.toThrow(message);
  });

  it('is unavailable rather than absent without the bucket or the store', async () => {
    await expect(readManifest(sdkBucket(store.client, 'no-such-bucket'))).rejects.toThrow(StoreUnavailable);
    await store.stop();
    await expect(readManifest(store)).rejects.toThrow(StoreUnavailable);
    await expect(moveManifest(store, manifestOf(1), {})).rejects.toThrow(StoreUnavailable);
  });
});

import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishedExport } from '../../../../shared/data-access/publishing/published-export.ts';
import { readManifest } from '../../../../shared/data-access/publishing/published-manifest.ts';
import { NoExportYet } from '../../../../shared/domain/location/work-centre-export.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { bucketClient, type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';
import { postOffices } from '../../../support/network-records.ts';
import { networkOf, publishNetwork } from '../../../support/publish-network.ts';

const clock = { milliseconds: 0 };
let store: LocalBucket;
beforeEach(async () => {
  clock.milliseconds = Date.now();
  store = await startLocalBucket(() => clock.milliseconds);
});
afterEach(() => store.close());

const publish = (count: number) => publishNetwork(store, networkOf(postOffices(count)));
const linkTo = (endpoint: string) =>
  publishedExport({
    client: bucketClient(endpoint),
    bucket: store.bucket,
    checkSeconds: 60,
    now: () => clock.milliseconds,
  });

const manifestOfStore = async () => {
  const reading = await readManifest(store);
  if (reading.kind !== 'found') throw new Error('nothing is published');
  return reading.manifest;
};

describe('the link to the newest export', () => {
  it('is not there before the first publication, and there right after it', async () => {
    const link = linkTo(store.endpoint);
    await expect(link.newest()).rejects.toThrow(NoExportYet);
    await publish(1);
    expect(await link.newest()).toMatch(/^http/);
  });

  it('F01, F02: is an absolute URL of the store, good for 300 seconds', async () => {
    await publish(1);
    const url = new URL(await linkTo(store.endpoint).newest());
    expect(url.origin).toBe(store.endpoint);
    expect(url.searchParams.get('X-Amz-Expires')).toBe('300');
  });

  it('F08: gives the complete file, with the checksum and the total of the manifest', async () => {
    await publish(250);
    const response = await fetch(await linkTo(store.endpoint).newest(), {
      headers: { 'accept-encoding': 'identity' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="workcentres-\d{4}-\d{2}-\d{2}\.json"$/,
    );
    const manifest = await manifestOfStore();
    const stored = await store.get(manifest.export.key);
    expect(createHash('sha256').update(stored).digest('hex')).toBe(manifest.export.sha256);
    expect(stored.length).toBe(manifest.export.bytes);
    const text = await response.text();
    expect(text).toBe(gunzipSync(stored).toString());
    const file = JSON.parse(text);
    expect(file.total).toBe(250);
    expect(manifest.export.total).toBe(250);
    expect(file.workcentres.map(({ id }: { id: string }) => id)).toEqual(
      postOffices(250).map(({ locationCode }) => locationCode),
    );
  });

  it('F03: ends with its 300 seconds', async () => {
    await publish(1);
    const url = await linkTo(store.endpoint).newest();
    clock.milliseconds += 299_000;
    expect((await fetch(url)).status).toBe(200);
    clock.milliseconds += 2_000;
    expect((await fetch(url)).status).toBe(403);
  });

  it('F04: opens no other file and lives no longer when it is changed', async () => {
    await publish(1);
    const url = await linkTo(store.endpoint).newest();
    const manifest = await manifestOfStore();
    const changed = [
      url.replace(encodeURI(manifest.export.key), encodeURI(manifest.catalogue.key)),
      url.replace('X-Amz-Expires=300', 'X-Amz-Expires=3000'),
      url.replace(/X-Amz-Signature=(.)/, (_, digit) => `X-Amz-Signature=${digit === '0' ? 1 : 0}`),
    ];
    for (const other of changed) {
      expect(other).not.toBe(url);
      expect((await fetch(other)).status).toBe(403);
    }
  });

  it('leads to the newer export after the interval', async () => {
    await publish(1);
    const link = linkTo(store.endpoint);
    const first = new URL(await link.newest()).pathname;
    await publish(2);
    expect(new URL(await link.newest()).pathname).toBe(first);
    clock.milliseconds += 60_000;
    expect(new URL(await link.newest()).pathname).not.toBe(first);
  });

  it('leads to the last known export while S3 is down, and fails as unavailable without one', async () => {
    await publish(1);
    const link = linkTo(store.endpoint);
    const first = new URL(await link.newest()).pathname;
    await store.stop();
    clock.milliseconds += 60_000;
    expect(new URL(await link.newest()).pathname).toBe(first);
    await expect(linkTo(store.endpoint).newest()).rejects.toThrow(StoreUnavailable);
  });
});

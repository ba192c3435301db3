import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  DamagedPublication,
  NewerPublicationFormat,
} from '../../../../shared/data-access/publishing/damaged-publication.ts';
import {
  publishedCatalogue,
  publishedCatalogueFromEnvironment,
  servedCatalogueVersion,
} from '../../../../shared/data-access/publishing/published-catalogue.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { bucketClient, type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';
import { aCapability, postOffices } from '../../../support/network-records.ts';
import { networkOf, publishNetwork } from '../../../support/publish-network.ts';

let store: LocalBucket;
beforeEach(async () => {
  store = await startLocalBucket();
});
afterEach(() => store.close());

/** A catalogue on a clock that stands until it is moved, and the requests that it makes of S3. */
const readCatalogue = () => {
  const clock = { seconds: 1_000 };
  const onFailure = vi.fn();
  const client = bucketClient(store.endpoint);
  const requests = vi.spyOn(client, 'send');
  const catalogue = publishedCatalogue({
    client,
    bucket: store.bucket,
    checkSeconds: 60,
    now: () => clock.seconds * 1_000,
    onFailure,
  });
  return { catalogue, clock, onFailure, requests };
};

const publish = (count: number) => publishNetwork(store, networkOf(postOffices(count), [aCapability(1)]));

/** A server that takes requests and says nothing, or sends headers and not the body they announce. */
const startSilentServer = async (sendsHeaders: boolean) => {
  const server = createServer((_, response) => {
    if (sendsHeaders) response.writeHead(200, { 'content-length': '1000', etag: '"e"' }).write('{');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { endpoint: `http://127.0.0.1:${port}`, close };
};

describe('the published catalogue', () => {
  it('holds every location and capability that was published', async () => {
    const { version } = await publish(120);
    const { catalogue } = readCatalogue();
    expect(catalogue.version()).toBeUndefined();
    const current = await catalogue.current();
    expect(current.version).toBe(version);
    expect(catalogue.version()).toBe(version);
    const all = current.search({ filter: {}, offset: 0, size: 200 });
    expect(all.page.map(({ location }) => location)).toEqual(postOffices(120));
    expect(current.capabilities()).toEqual([aCapability(1)]);
  });

  it('is empty and of no version until the first was published, and has that after the interval', async () => {
    const { catalogue, clock } = readCatalogue();
    expect((await catalogue.current()).size).toBe(0);
    expect(catalogue.version()).toBeUndefined();
    const { version } = await publish(1);
    clock.seconds += 61;
    expect((await catalogue.current()).size).toBe(1);
    expect(catalogue.version()).toBe(version);
  });

  it('is read once by requests that come together, and then answers without asking S3', async () => {
    await publish(10);
    const { catalogue, clock, requests } = readCatalogue();
    const read = await Promise.all(Array.from({ length: 20 }, () => catalogue.current()));
    expect(new Set(read).size).toBe(1);
    clock.seconds += 59;
    await catalogue.current();
    expect(requests).toHaveBeenCalledTimes(2);
  });

  it('is asked for once an interval and not read again while it is unchanged', async () => {
    await publish(10);
    const { catalogue, clock, requests } = readCatalogue();
    const first = await catalogue.current();
    clock.seconds += 60;
    expect(await catalogue.current()).toBe(first);
    expect(await catalogue.current()).toBe(first);
    expect(requests).toHaveBeenCalledTimes(3);
  });

  it('is the newer one after the interval', async () => {
    await publish(10);
    const { catalogue, clock } = readCatalogue();
    await catalogue.current();
    await publish(11);
    expect((await catalogue.current()).size).toBe(10);
    clock.seconds += 60;
    expect((await catalogue.current()).size).toBe(11);
  });

  it('stays while S3 is down', async () => {
    await publish(10);
    const { catalogue, clock, onFailure } = readCatalogue();
    await catalogue.current();
    await store.stop();
    clock.seconds += 60;
    expect((await catalogue.current()).size).toBe(10);
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.any(StoreUnavailable));
  });

  it.each([
    ['damaged', (bytes: Uint8Array) => bytes.map((byte, index) => (index === 200 ? byte ^ 1 : byte))],
    ['cut off', (bytes: Uint8Array) => bytes.subarray(0, 300)],
  ])('stays while the newer one is %s', async (_fault, spoil) => {
    await publish(10);
    const { catalogue, clock, onFailure } = readCatalogue();
    await catalogue.current();
    const { version } = await publish(11);
    const key = `catalogue/${version}.json.gz`;
    const whole = await store.get(key);
    await store.put(key, spoil(whole));
    clock.seconds += 60;
    expect((await catalogue.current()).size).toBe(10);
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.any(DamagedPublication));
    await store.put(key, whole);
    clock.seconds += 60;
    expect((await catalogue.current()).size).toBe(11);
  });

  it('stays while the newer one is of a format that only a newer release reads', async () => {
    await publish(10);
    const { catalogue, clock, onFailure } = readCatalogue();
    await catalogue.current();
    await store.put('manifest.json', '{"format":2}');
    clock.seconds += 60;
    expect((await catalogue.current()).size).toBe(10);
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.any(NewerPublicationFormat));
  });

  it('is unavailable when the only one is damaged', async () => {
    const { version } = await publish(10);
    await store.put(`catalogue/${version}.json.gz`, 'no catalogue');
    await expect(readCatalogue().catalogue.current()).rejects.toThrow(StoreUnavailable);
  });

  it.each([
    ['never answers', false],
    ['stops in the middle of an answer', true],
  ])('is unavailable within three seconds when S3 %s', async (_fault, sendsHeaders) => {
    const silent = await startSilentServer(sendsHeaders);
    const client = bucketClient(silent.endpoint);
    const catalogue = publishedCatalogue({ client, bucket: 'published', checkSeconds: 60, now: Date.now });
    const started = performance.now();
    await expect(catalogue.current()).rejects.toThrow(StoreUnavailable);
    expect(performance.now() - started).toBeLessThan(3_000);
    silent.close();
  });

  it('of a function whose deployment names no bucket says so when it is used, and not before', async () => {
    const catalogue = publishedCatalogueFromEnvironment();
    await expect(catalogue.current()).rejects.toThrow('PUBLISHED_BUCKET');
    expect(servedCatalogueVersion()).toBeUndefined();
  });
});

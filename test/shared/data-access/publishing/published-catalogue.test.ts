import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { objectReader } from '../../../../shared/data-access/objects/object-reader.ts';
import { DamagedPublication } from '../../../../shared/data-access/publishing/manifest.ts';
import {
  deployedCatalogue,
  publishedCatalogue,
  servedCatalogueVersion,
} from '../../../../shared/data-access/publishing/published-catalogue.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { liftTimeLimits } from '../../../support/busy-machine.ts';
import { captureLog } from '../../../support/captured-log.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { aCapability, postOffices } from '../../../support/networks/network-records.ts';
import { storePublication } from '../../../support/networks/stored-publication.ts';
import { perTest } from '../../../support/per-test.ts';

const store = perTest(startLocalBucket);

/** Creates a catalogue whose clock the test moves, and records its requests to S3. */
const readCatalogue = () => {
  const clock = { seconds: 1_000 };
  const onFailure = vi.fn();
  const onAge = vi.fn();
  const requests = vi.fn(objectReader(store.placeAt()).getObject);
  const catalogue = publishedCatalogue({
    getObject: requests,
    checkSeconds: 60,
    now: () => clock.seconds * 1_000,
    onFailure,
    onAge,
  });
  /** Resolves after the next check for a newer version. */
  const nextCheck = () => new Promise<void>((resolve) => onAge.mockImplementationOnce(() => resolve()));
  return { catalogue, clock, onFailure, onAge, requests, nextCheck };
};

const publish = (count: number, publishedAt?: number) =>
  storePublication(store, { locations: postOffices(count), capabilities: [aCapability(1)], publishedAt });

/** Seconds after which requests wait for a check for a newer version. */
const interval = 65;

describe('the published catalogue', () => {
  beforeEach(liftTimeLimits);

  it('is empty and has no version before the first publication', async () => {
    const { catalogue, clock } = readCatalogue();
    expect((await catalogue.current()).size).toBe(0);
    expect(catalogue.version()).toBeUndefined();
    const { version } = await publish(1);
    clock.seconds += interval;
    expect((await catalogue.current()).size).toBe(1);
    expect(catalogue.version()).toBe(version);
  });

  it('is read once for concurrent requests, checked once per interval, and not read again if unchanged', async () => {
    await publish(10);
    const { catalogue, clock, requests } = readCatalogue();
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => catalogue.current()));
    expect(new Set(others)).toEqual(new Set([first]));
    expect(requests).toHaveBeenCalledTimes(2);
    clock.seconds += interval;
    expect(await catalogue.current()).toBe(first);
    expect(await catalogue.current()).toBe(first);
    expect(requests).toHaveBeenCalledTimes(3);
  });

  it('reports its age after each check, but none before the first publication', async () => {
    const { catalogue, clock, onAge } = readCatalogue();
    await catalogue.current();
    expect(onAge).not.toHaveBeenCalled();
    await publish(10, clock.seconds * 1_000);
    clock.seconds += interval;
    await catalogue.current();
    clock.seconds += interval;
    await catalogue.current();
    await store.stop();
    clock.seconds += interval;
    await catalogue.current();
    expect(onAge.mock.calls).toEqual([[65], [130], [195]]);
  });

  it('never reports a negative age', async () => {
    const { catalogue, clock, onAge } = readCatalogue();
    await publish(10, clock.seconds * 1_000 + 3_600_000);
    await catalogue.current();
    expect(onAge).toHaveBeenCalledExactlyOnceWith(0);
  });

  it.each([
    ['damaged', (bytes: Uint8Array) => bytes.with(200, (bytes[200] ?? 0) ^ 1)],
    ['cut off', (bytes: Uint8Array) => bytes.subarray(0, 300)],
  ])('is still served while the newer one is %s', async (_fault, spoil) => {
    await publish(10);
    const { catalogue, clock, onFailure, nextCheck } = readCatalogue();
    await catalogue.current();
    const { key } = (await publish(11)).snapshot;
    const whole = await store.get(key);
    await store.put(key, spoil(whole));
    clock.seconds += interval;
    expect((await catalogue.current()).size).toBe(10);
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.any(DamagedPublication));
    await store.put(key, whole);
    const checked = nextCheck();
    clock.seconds += interval;
    await catalogue.current();
    await checked;
    expect((await catalogue.current()).size).toBe(11);
  });

  it.each([
    ['is damaged', () => store.put('manifest.json', 'damaged')],
    ['has another format', () => store.put('manifest.json', '{"format":99}')],
    [
      'is missing',
      () => store.client.send(new DeleteObjectCommand({ Bucket: store.bucket, Key: 'manifest.json' })),
    ],
  ])('is still served while the manifest %s', async (_fault, spoil) => {
    await publish(10);
    const { catalogue, clock, onFailure } = readCatalogue();
    await catalogue.current();
    await spoil();
    clock.seconds += interval;
    expect((await catalogue.current()).size).toBe(10);
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.any(DamagedPublication));
  });

  it('is unavailable if the only one is damaged', async () => {
    const { snapshot } = await publish(10);
    await store.put(snapshot.key, 'no catalogue');
    await expect(readCatalogue().catalogue.current()).rejects.toThrow(StoreUnavailable);
  });

  it('of a deployed function reports its age and version', async () => {
    const { version } = await publish(10);
    const environment = {
      PUBLISHED_BUCKET: store.bucket,
      CATALOGUE_CHECK_SECONDS: '30',
      AWS_ENDPOINT_URL_S3: store.endpoint,
      AWS_REGION: 'ap-southeast-2',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local-secret',
    };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.resetModules();
    const deployed = await import('../../../../shared/data-access/publishing/published-catalogue.ts');
    const log = captureLog();
    expect((await deployed.deployedCatalogue().current()).size).toBe(10);
    expect(deployed.servedCatalogueVersion()).toBe(version);
    expect(JSON.parse(log())).toMatchObject({ CatalogueAge: expect.any(Number) });
  });

  it('fails only on first use if the function has no bucket', async () => {
    const catalogue = deployedCatalogue();
    await expect(catalogue.current()).rejects.toThrow('PUBLISHED_BUCKET');
    expect(servedCatalogueVersion()).toBeUndefined();
  });
});

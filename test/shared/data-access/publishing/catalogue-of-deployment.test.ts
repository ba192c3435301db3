import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pointLine } from '../../../../shared/wire/locations-v2/point-line.ts';
import { captureLog } from '../../../support/captured-log.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';
import { postOffices } from '../../../support/network-records.ts';
import { storePublication } from '../../../support/stored-publication.ts';

const view = { name: 'points', line: pointLine, readLine: (line: string) => line } as const;
const manifest = 'manifest-3.json';

let store: LocalBucket;
beforeEach(async () => {
  store = await startLocalBucket();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await store.close();
});

const publish = () => storePublication(store, { locations: postOffices(10) });

/** As a function has it that is loaded with this environment. */
const loaded = async (environment: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.resetModules();
  const { catalogueFromEnvironment, servedCatalogueVersion } = await import(
    '../../../../shared/data-access/publishing/catalogue-of-deployment.ts'
  );
  return { catalogue: catalogueFromEnvironment(view), servedVersion: servedCatalogueVersion };
};

const deployed = () =>
  loaded({
    PUBLISHED_BUCKET: store.bucket,
    CATALOGUE_CHECK_SECONDS: '30',
    AWS_ENDPOINT_URL_S3: store.endpoint,
    AWS_REGION: 'ap-southeast-2',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local-secret',
  });

describe('the catalogue of a deployment', () => {
  it('measures its age, and is what the function says that it serves', async () => {
    const { version } = await publish();
    const { catalogue, servedVersion } = await deployed();
    const log = captureLog();
    expect((await catalogue.current()).size).toBe(10);
    expect(servedVersion()).toBe(version);
    expect(JSON.parse(log())).toMatchObject({ CatalogueAge: expect.any(Number) });
  });

  it('is there before the first request where it was read ahead', async () => {
    const { version } = await publish();
    const { catalogue, servedVersion } = await deployed();
    captureLog();
    catalogue.readAhead();
    await expect.poll(servedVersion).toBe(version);
  });

  it('is asked for again by the next request where it could not be read ahead', async () => {
    const { version } = await publish();
    const good = await store.get(manifest);
    await store.put(manifest, '{');
    const { catalogue, servedVersion } = await deployed();
    captureLog();
    catalogue.readAhead();
    await expect(catalogue.current()).rejects.toThrow();
    await store.put(manifest, good);
    expect((await catalogue.current()).version).toBe(version);
    expect(servedVersion()).toBe(version);
  });

  it('is nobody’s where no bucket is named: that is said when it is used, and not before', async () => {
    const { catalogue, servedVersion } = await loaded({});
    catalogue.readAhead();
    await expect(catalogue.current()).rejects.toThrow('PUBLISHED_BUCKET');
    expect(servedVersion()).toBeUndefined();
  });

  it('says to the first request what its environment lacks, whether it was read ahead or not', async () => {
    const { catalogue } = await loaded({ PUBLISHED_BUCKET: store.bucket });
    catalogue.readAhead();
    await expect(catalogue.current()).rejects.toThrow('AWS_');
  });
});

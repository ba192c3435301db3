import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { storePortalKey } from '../../../../shared/data-access/access/portal-key.ts';
import { sha256Of } from '../../../../shared/data-access/objects/bucket.ts';
import { createKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { mapFileKey, mapPointerKey } from '../../../../shared/domain/publication/object-keys.ts';
import { mapPointer, openMapFile } from '../../../../shared/wire/map-file.ts';
import { captureLog } from '../../../support/captured-log.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { postOffice, postOffices } from '../../../support/networks/network-records.ts';
import {
  changeOf,
  manifestIn,
  networkOf,
  publishNetwork,
  runPublisher,
} from '../../../support/networks/publish-network.ts';
import { perTest } from '../../../support/per-test.ts';
import { failOnPut, interceptedBucket } from '../intercepted-bucket.ts';

const store = perTest(startLocalBucket);

const pointer = async () =>
  mapPointer.parse(JSON.parse(Buffer.from(await store.get(mapPointerKey)).toString()));

const mapOfPage = async () => {
  const { file, bytes, sha256 } = await pointer();
  const content = await store.get(`public${file}`);
  expect([content.length, sha256Of(content)]).toEqual([bytes, sha256]);
  return openMapFile(JSON.parse(Buffer.from(content).toString()));
};
const namesOnMap = async () => (await mapOfPage()).places.map(({ name }) => name);

const office = (name: string) => networkOf([postOffice(1, { name }), postOffice(2, { name: 'SECOND' })]);
const onlyChanges = { event: { reason: 'import', onlyChanges: true } };

describe('the public map file', () => {
  it('contains the network after each full publication and each change, and the manifest and the pointer refer to it', async () => {
    await publishNetwork(store, office('FIRST'));
    expect(await namesOnMap()).toEqual(['FIRST', 'SECOND']);
    await runPublisher(store, office('RENAMED'), { event: changeOf('000001_PO') });
    expect(await namesOnMap()).toEqual(['RENAMED', 'SECOND']);
    const { version, generatedAt, map } = await manifestIn(store);
    expect(map?.key).toBe(mapFileKey(version));
    expect(await pointer()).toMatchObject({ version, generated_at: generatedAt, count: 2 });
  });

  it('is not used by pages until a run, with or without changes, can move the pointer to it', async () => {
    const log = captureLog();
    // The run tries again before it deletes obsolete files.
    let failures = 2;
    const before = failOnPut((key) => key === mapPointerKey && failures-- > 0);
    const failing = interceptedBucket(store, { before });
    await publishNetwork(store, office('FIRST'));
    await publishNetwork(failing, office('RENAMED'));
    expect(log()).toContain('the pointer to the map file could not be moved');
    expect(log().match(/"PublisherFaults":1/g)).toHaveLength(2);
    expect(await namesOnMap()).toEqual(['FIRST', 'SECOND']);
    expect(await runPublisher(failing, office('RENAMED'), onlyChanges)).toMatchObject({
      status: 'unchanged',
    });
    expect(await namesOnMap()).toEqual(['RENAMED', 'SECOND']);
  });

  it('replaces a damaged pointer', async () => {
    await publishNetwork(store, office('FIRST'));
    await store.put(mapPointerKey, 'damaged');
    await runPublisher(store, office('FIRST'), onlyChanges);
    expect(await namesOnMap()).toEqual(['FIRST', 'SECOND']);
  });

  it('is deleted a day after it was replaced', async () => {
    const start = Date.UTC(2026, 10, 1);
    const publishAfter = async (hours: number) => {
      const now = () => start + hours * 3_600_000;
      const { version } = await publishNetwork(store, networkOf(postOffices(2)), { now });
      return mapFileKey(version);
    };
    const mapFiles = async () => (await store.keys()).filter((key) => key.includes('places-'));
    const first = await publishAfter(0);
    // The first file was the newest for two days.
    const second = await publishAfter(48);
    const third = await publishAfter(71);
    expect(await mapFiles()).toEqual([first, second, third]);
    const fourth = await publishAfter(73);
    expect(await mapFiles()).toEqual([second, third, fourth]);
  });
});

it("the locator's key is checked by scheduled publications, but not by publications of changes", async () => {
  const log = captureLog();
  await runPublisher(store, office('FIRST'), { event: { reason: 'schedule' } });
  expect(log()).toContain('"PortalKeyMissing":1');
  await storePortalKey(store, createKeyToken('web', randomBytes).token);
  await runPublisher(store, office('FIRST'), { event: { reason: 'schedule' } });
  expect(log()).toContain('"PortalKeyMissing":0');
  const counted = log().split('PortalKeyMissing":').length;
  await runPublisher(store, office('RENAMED'), { event: changeOf('000001_PO') });
  expect(log().split('PortalKeyMissing":')).toHaveLength(counted);
});

import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyVersion } from '../../../functions/platform/publication/verify-version.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../support/embedded-tables.ts';
import { forkPublisher } from '../../support/forked-publisher.ts';
import { type LocalBucket, startLocalBucket } from '../../support/local-bucket.ts';
import { aCapability, postOffice, postOffices } from '../../support/network-records.ts';
import { manifestIn } from '../../support/publish-network.ts';
import { storeRows } from '../../support/store-tables.ts';

const kills = 30;
const locations = 1_000;
const lease = 61_000;

let database: EmbeddedTables;
let store: LocalBucket;
beforeAll(async () => {
  [database, store] = await Promise.all([startEmbeddedTables(), startLocalBucket()]);
  await storeRows(database, 'capabilities', [aCapability(1), aCapability(2)]);
  await storeRows(database, 'locations', postOffices(locations));
});
afterAll(() => Promise.all([database.close(), store.close()]));

/** Its clock says that the lease of the one before has ended. */
const startPublisher = (run: number) => forkPublisher(database, store, { clockAhead: run * lease });

const publish = async (run: number) => {
  const { exited, ended } = await startPublisher(run);
  const { result } = await ended;
  await exited;
  return result;
};

/** The number in the name of the one location that changes before every run. */
const changeLocation = (run: number) =>
  storeRows(database, 'locations', [postOffice(1, { name: `OFFICE OF RUN ${run}` })]);

it(`F10: ${kills} kills at random points leave whole files served, and the next run heals`, {
  timeout: 300_000,
}, async () => {
  const began = performance.now();
  expect(await publish(0)).toMatchObject({ status: 'published', locations });
  const whole = performance.now() - began;
  const versions = new Set<string>();
  const delays: number[] = [];
  for (let run = 1; run <= kills; run++) {
    await changeLocation(run);
    const { kill, exited } = await startPublisher(run);
    delays.push(Math.random() * whole);
    await Promise.race([delay(delays.at(-1)), exited]);
    kill();
    await exited;
    // Whatever is named is there, whole, and of one version.
    const manifest = await manifestIn(store);
    await verifyVersion(store, manifest, { version: manifest.version, locations });
    versions.add(manifest.version);
  }
  await changeLocation(kills + 1);
  expect(await publish(kills + 1)).toMatchObject({ status: 'published', locations });
  // Some were killed before they moved the manifest: else nothing was tried.
  expect(versions.size, `killed after ${delays.map(Math.round)} ms`).toBeLessThan(kills);
});
